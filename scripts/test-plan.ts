/** What `npm test` was asked for, and the parts to run for it. */
export interface TestPlan {
  /** What looks at everything and not at single files: format, lint, types, boundaries. */
  hasChecks: boolean
  /**
   * The types among them. With all tests `generators.test.ts` checks them, together with what the generators add: they are the longest
   * of the checks, and a minute of both processors for the second time.
   */
  hasTypes: boolean
  /** Files that fail run once more, and are named as unstable if they pass then. */
  hasSecondAttempt: boolean
  /** Rows of runs of vitest. Rows go on side by side, the runs of a row one after the other. */
  lanes: TestRun[][]
}
export interface TestRun {
  name: string
  args: string[]
}

/**
 * Browser tests beside the others: each of the two leaves the processors idle for a part of its time, waiting for a
 * database, a frame or a timer.
 */
const lanes = [['e2e'], ['unit', 'server']]

/**
 * Without arguments everything runs. Words choose the test files whose path contains one of them, in whichever project
 * they are. `--changed` chooses the test files that changes of the working tree affect.
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
