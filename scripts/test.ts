import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { checks, runSteps } from './check.ts'
import { findChromium } from './chromium.ts'

/** Everything: checks, then unit and HTTP tests on a real database, then a real browser. Ends with one line of counts. */
interface Report {
  numPassedTests: number
  numFailedTests: number
  numTotalTestSuites: number
  success: boolean
  testResults: { name: string; status: string; assertionResults: { status: string; fullName: string }[] }[]
}

const chromium = findChromium()
const steps = runSteps(checks)
const scratch = mkdtempSync(path.join(os.tmpdir(), 'orrery-test-'))
let passed = steps.passed
const failures = steps.failed.map((name) => `check: ${name}`)

for (const project of ['unit', 'server', 'e2e']) {
  const output = path.join(scratch, `${project}.json`)
  const result = spawnSync(
    'vitest',
    ['run', '--project', project, '--reporter=default', '--reporter=json', `--outputFile.json=${output}`],
    {
      stdio: 'inherit',
      env: {
        ...process.env,
        CHROME_PATH: chromium,
        NODE_OPTIONS: '--no-node-snapshot --disable-warning=ExperimentalWarning',
      },
    },
  )
  const report = readReport(output)
  passed += report?.numPassedTests ?? 0
  const failed =
    report?.testResults.flatMap((file) =>
      file.assertionResults
        .filter((assertionResult) => assertionResult.status === 'failed')
        .map((assertionResult) => `${project}: ${assertionResult.fullName}`),
    ) ?? []
  failures.push(...failed)
  // A suite that broke before its first test counts as well.
  if (result.status !== 0 && !failed.length) failures.push(`${project}: did not run to its end`)
}
rmSync(scratch, { recursive: true, force: true })

for (const failure of failures) process.stdout.write(`FAIL  ${failure}\n`)
process.stdout.write(`\n${passed} passed, ${failures.length} failed\n`)
process.exit(failures.length ? 1 : 0)

function readReport(file: string): Report | undefined {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Report
  } catch {
    return undefined
  }
}
