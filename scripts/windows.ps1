# Behind cuzz.ps1 and test.ps1: finds the compiler and vcpkg, configures and builds. Dot-sourced.
# Plain ASCII, and nothing newer than Windows PowerShell 5.1, which every Windows has.

$ErrorActionPreference = 'Stop'
$Root = Split-Path -Parent $PSScriptRoot
$Preset = 'msvc-x64'
$Bin = Join-Path $Root "build\$Preset\bin"
$Logs = Join-Path $Root 'build\logs'

# Write-Host and not the pipeline: standard output stays the program's own.
function Stop-Cuzz([string] $Sentence) {
    Write-Host "cuzz: $Sentence"
    exit 1
}

function Test-Command([string] $Name) {
    return [bool](Get-Command $Name -CommandType Application -ErrorAction SilentlyContinue)
}

# The compiler's environment, unless this already is a developer shell for x64.
function Enter-Compiler {
    if ((Test-Command 'cl.exe') -and $env:VSCMD_ARG_TGT_ARCH -eq 'x64') { return }
    $vswhere = Join-Path ${env:ProgramFiles(x86)} 'Microsoft Visual Studio\Installer\vswhere.exe'
    if (-not (Test-Path -LiteralPath $vswhere)) {
        Stop-Cuzz 'Visual Studio 2022 (or its Build Tools) is missing; install it with "Desktop development with C++".'
    }
    $install = & $vswhere -latest -products '*' -version '[17.0,' `
        -requires Microsoft.VisualStudio.Component.VC.Tools.x86.x64 -property installationPath |
        Select-Object -First 1
    if (-not $install) {
        Stop-Cuzz 'Visual Studio is here, but not 2022 or later with "Desktop development with C++"; add that workload.'
    }
    # A developer shell points VCPKG_ROOT at Visual Studio's own copy; the user's choice goes first.
    $chosen = $env:VCPKG_ROOT
    & (Join-Path $install 'Common7\Tools\Launch-VsDevShell.ps1') -Arch amd64 -HostArch amd64 `
        -SkipAutomaticLocation | Out-Null
    if ($chosen) { $env:VCPKG_ROOT = $chosen }
}

function Assert-Tools {
    if (-not (Test-Command 'cmake.exe')) {
        Stop-Cuzz 'CMake is missing; add "C++ CMake tools for Windows" to Visual Studio, or install CMake 3.25 or later.'
    }
    if (-not (Test-Command 'ninja.exe')) {
        Stop-Cuzz 'Ninja is missing; add "C++ CMake tools for Windows" to Visual Studio, or install Ninja.'
    }
    if (-not $env:VCPKG_ROOT) {
        Stop-Cuzz 'VCPKG_ROOT is not set; clone vcpkg, run its bootstrap-vcpkg.bat and let VCPKG_ROOT name the folder.'
    }
    $toolchain = Join-Path $env:VCPKG_ROOT 'scripts\buildsystems\vcpkg.cmake'
    if (-not (Test-Path -LiteralPath $toolchain)) {
        Stop-Cuzz "VCPKG_ROOT is '$env:VCPKG_ROOT', but there is no vcpkg in it (no scripts\buildsystems\vcpkg.cmake)."
    }
}

# Keeps the output in a log and shows its tail only upon failure. Windows PowerShell takes a redirected line
# on standard error for an error; hence Continue.
function Invoke-Logged([string] $Name, [string[]] $Arguments) {
    $ErrorActionPreference = 'Continue'
    $log = Join-Path $Logs "$Name.log"
    & cmake.exe @Arguments *> $log
    if ($LASTEXITCODE -ne 0) {
        Get-Content -LiteralPath $log -Tail 40 | ForEach-Object { Write-Host $_ }
        Stop-Cuzz "$Name failed; the whole log is in $log"
    }
}

function Build-Target([string[]] $Targets) {
    Enter-Compiler
    Assert-Tools
    New-Item -ItemType Directory -Force -Path $Logs | Out-Null
    Push-Location -LiteralPath $Root
    try {
        if (-not (Test-Path -LiteralPath "build\$Preset\build.ninja")) {
            Write-Host "cuzz: configuring $Preset (the first time, vcpkg builds the dependencies)"
            Invoke-Logged "configure-$Preset" @('--preset', $Preset)
        }
        Invoke-Logged "build-$Preset" (@('--build', '--preset', $Preset, '--target') + $Targets)
    } finally {
        Pop-Location
    }
}
