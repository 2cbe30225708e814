# The tests that run on Windows, all or the named parts: .\test.ps1 [part...] [--long] [--list]
# The last line is "N passed, N failed".
. (Join-Path $PSScriptRoot 'scripts\windows.ps1')

# part -> the GoogleTest programs that it runs, and the folders that they cover
$Parts = [ordered]@{
    scheduler = @{ Programs = @('cuzz_scheduler_tests'); Covers = 'src/scheduler tests/unit' }
}

$chosen = @()
foreach ($argument in $args) {
    if ($argument -eq '--list') {
        foreach ($name in $Parts.Keys) { '{0,-10} covers {1}' -f $name, $Parts[$name].Covers }
        exit 0
    } elseif ($argument -eq '--long') {
        $env:CUZZ_LONG = '1'
    } elseif ("$argument".StartsWith('-')) {
        Write-Host "test: there is no option '$argument'; allowed are --long and --list."
        exit 2
    } elseif ($Parts.Contains("$argument")) {
        $chosen += "$argument"
    } else {
        Write-Host "test: there is no part '$argument'; the parts are: $($Parts.Keys -join ' ')."
        exit 2
    }
}
if ($chosen.Count -eq 0) { $chosen = @($Parts.Keys) }

$totalPassed = 0
$totalFailed = 0
foreach ($name in $chosen) {
    "== $name"
    $watch = [Diagnostics.Stopwatch]::StartNew()
    $passed = 0
    $failed = 0
    foreach ($program in $Parts[$name].Programs) {
        Build-Target @($program)
        $log = Join-Path $Logs "test-$program.log"
        & (Join-Path $Bin "$program.exe") > $log
        $status = $LASTEXITCODE
        $lines = @(Get-Content -LiteralPath $log)
        $ok = @($lines -match '^\[       OK \]').Count
        $bad = @($lines -match '^\[  FAILED  \] .*\(\d+ ms\)$').Count
        # Died before it could say so, or ran nothing: a failure all the same.
        if ($bad -eq 0 -and ($status -ne 0 -or $ok -eq 0)) { $bad = 1 }
        if ($bad -gt 0) {
            $lines | Select-Object -Last 40
            "FAILED  $program ended with status $status; the whole log is in $log"
        }
        $passed += $ok
        $failed += $bad
    }
    "${name}: $passed passed, $failed failed ($([int]$watch.Elapsed.TotalSeconds) s)"
    $totalPassed += $passed
    $totalFailed += $failed
}
"$totalPassed passed, $totalFailed failed"
if ($totalFailed -gt 0) { exit 1 }
exit 0
