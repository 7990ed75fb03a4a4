/** What `npm test` was asked for, and the parts to run for it. */
export interface TestPlan {
  /** Format, lint, types and boundaries, which look at everything and not at single files. */
  hasChecks: boolean
  /** Files that fail run once more, and are named as unstable if they pass then. */
  hasSecondAttempt: boolean
  /** One run of vitest each, in this order. */
  runs: { name: string; args: string[] }[]
}

const projects = ['unit', 'server', 'e2e']

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
      hasSecondAttempt: true,
      runs: projects.map((name) => ({ name, args: ['--project', name] })),
    }
  const chosen = [...(isChanged ? ['--changed', '--passWithNoTests'] : []), ...words]
  return { hasChecks: !words.length, hasSecondAttempt: false, runs: [{ name: 'tests', args: chosen }] }
}
