import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { checks, runSteps } from './check.ts'
import { findChromium } from './chromium.ts'
import { planTests, type TestPlan, type TestRun } from './test-plan.ts'
import { describeTimes, passedOnRetry, type Outcome, readOutcome, type Report } from './test-report.ts'

/** With more failed files than this, they are not run again, because chance does not explain them. */
const MAX_RETRIED_FILES = 10

/** Runs checks, unit and HTTP tests on a real database, and tests in a real browser. Ends with a line of counts. */
const root = path.resolve(import.meta.dirname, '..')
const plan = readPlan()
const environment = {
  ...process.env,
  CHROME_PATH: findChromium(),
  TEST_BUILT_SERVER: '1',
  NODE_OPTIONS: '--no-node-snapshot --disable-warning=ExperimentalWarning',
}
const scratch = mkdtempSync(path.join(os.tmpdir(), 'orrery-test-'))
const parts: { name: string; time: number }[] = []
const files: Outcome['files'] = []
const failures: string[] = []
const unstable: string[] = []
let passed = 0

async function timed<T>(name: string, part: () => T | Promise<T>): Promise<T> {
  const start = performance.now()
  const result = await part()
  parts.push({ name, time: performance.now() - start })
  return result
}

await Promise.all(plan.lanes.map(runLane))
rmSync(scratch, { recursive: true, force: true })

process.stdout.write(`\n${describeTimes(parts, files)}\n\n`)
for (const failure of unstable) process.stdout.write(`UNSTABLE, passed on the second attempt  ${failure}\n`)
for (const failure of failures) process.stdout.write(`FAIL  ${failure}\n`)
process.stdout.write(`\n${passed} passed, ${failures.length} failed, ${unstable.length} unstable\n`)
process.exit(failures.length ? 1 : 0)

/** The last lane starts with the checks. Only the first lane prints live, because two at once would be unreadable. */
async function runLane(runs: TestRun[], at: number, { length }: readonly unknown[]): Promise<void> {
  if (plan.hasChecks && at === length - 1) await runChecks()
  for (const run of runs) await runAndRetry(run, at === 0)
}

async function runChecks(): Promise<void> {
  const chosen = checks.filter(({ name }) => plan.hasTypes || name !== 'types')
  const steps = await timed('checks', () => runSteps(chosen))
  passed += steps.passed
  failures.push(...steps.failed.map((name) => `check: ${name}`))
}

async function runAndRetry({ name, args }: TestRun, printsLive: boolean): Promise<void> {
  let outcome = await runTests(name, args, printsLive)
  files.push(...outcome.files)
  if (plan.hasSecondAttempt && outcome.failedFiles.length && outcome.failedFiles.length <= MAX_RETRIED_FILES) {
    const second = await runTests(`${name}, second attempt`, [...args, ...outcome.failedFiles], printsLive)
    unstable.push(...passedOnRetry(outcome.failures, second.failures))
    outcome = { ...second, passed: outcome.passedInOtherFiles + second.passed }
  }
  passed += outcome.passed
  failures.push(...outcome.failures)
}

async function runTests(name: string, args: string[], printsLive: boolean): Promise<Outcome> {
  const output = path.join(scratch, `${name}.json`)
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${output}`]
  const status = await timed(name, () => runVitest([...reporters, ...args], printsLive))
  return readOutcome(name, status, readReport(output), root)
}

/** Without live output, the output is printed when the run ends. */
function runVitest(args: string[], printsLive: boolean): Promise<number | null> {
  return new Promise((resolve) => {
    const child = spawn('vitest', ['run', ...args], {
      cwd: root,
      stdio: printsLive ? 'inherit' : ['ignore', 'pipe', 'pipe'],
      env: environment,
    })
    const printed: Buffer[] = []
    for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk: Buffer) => void printed.push(chunk))
    child.on('error', () => resolve(null))
    child.on('close', (status) => {
      process.stdout.write(Buffer.concat(printed))
      resolve(status)
    })
  })
}

function readPlan(): TestPlan {
  try {
    return planTests(process.argv.slice(2))
  } catch (cause) {
    process.stderr.write(`${(cause as Error).message}\n`)
    process.exit(2)
  }
}

function readReport(file: string): Report | undefined {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Report
  } catch {
    return undefined
  }
}
