/** The parts of a test run, chosen by the arguments of `npm test`. */
export interface TestPlan {
  /** Whether to run the checks of the whole repository: format, lint, types, boundaries. */
  hasChecks: boolean
  /**
   * Whether the checks include the types. When all tests run, `generators.test.ts` checks them together with the
   * generated code. They are the longest check, and would take another minute of both CPUs.
   */
  hasTypes: boolean
  /** Whether failed files run once more. They are reported as unstable if they then pass. */
  hasSecondAttempt: boolean
  /** Lanes run in parallel; the vitest runs of a lane run one after the other. */
  lanes: TestRun[][]
}
export interface TestRun {
  name: string
  args: string[]
}

/**
 * Browser tests run in parallel with the others, because each of the two is idle for part of the time, waiting for a
 * database, a frame or a timer.
 */
const lanes = [['e2e'], ['unit', 'server']]

/**
 * Without arguments everything runs. Words select the test files of all projects whose path contains one of them.
 * `--changed` selects the test files affected by changes of the working tree.
 */
export function planTests(args: readonly string[]): TestPlan {
  const words = args.filter((arg) => !arg.startsWith('-'))
  const unknown = args.find((arg) => arg.startsWith('-') && arg !== '--changed')
  if (unknown)
    throw new Error(`Unknown option ${unknown}. Known: --changed, or words that the paths of test files contain.`)
  const isChanged = args.includes('--changed')
  if (!words.length && !isChanged)
    return {
      hasChecks: true,
      hasTypes: false,
      hasSecondAttempt: true,
      lanes: lanes.map((names) => names.map((name) => ({ name, args: ['--project', name] }))),
    }
  const chosen = [...(isChanged ? ['--changed', '--passWithNoTests'] : []), ...words]
  const hasChecks = !words.length
  return { hasChecks, hasTypes: hasChecks, hasSecondAttempt: false, lanes: [[{ name: 'tests', args: chosen }]] }
}
