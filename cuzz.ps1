# cuzz.exe, built on the first use: .\cuzz.ps1 --help
. (Join-Path $PSScriptRoot 'scripts\windows.ps1')

Build-Target @('cuzz')
& (Join-Path $Bin 'cuzz.exe') @args
exit $LASTEXITCODE
