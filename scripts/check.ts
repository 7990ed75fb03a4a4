import { spawnSync } from 'node:child_process'

/** Format, lint, types, import boundaries: what needs neither database nor browser. */
export interface Step {
  name: string
  command: [string, ...string[]]
}
export const checks: Step[] = [
  { name: 'format', command: ['oxfmt', '--check', '.'] },
  { name: 'lint', command: ['oxlint', '--deny-warnings'] },
  {
    name: 'types',
    command: ['tsc', '-p', 'tsconfig.json', '--incremental', '--tsBuildInfoFile', 'node_modules/.cache/tsc.json'],
  },
  { name: 'boundaries', command: ['node', 'scripts/boundaries.ts'] },
  { name: 'error codes', command: ['node', 'scripts/error-codes.ts'] },
  { name: 'unused', command: ['knip', '--no-progress'] },
]

export function runSteps(steps: Step[]): { passed: number; failed: string[] } {
  const failed: string[] = []
  for (const { name, command } of steps) {
    const [program, ...args] = command
    const result = spawnSync(program, args, { encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 })
    const isFine = result.status === 0
    process.stdout.write(`${isFine ? 'ok  ' : 'FAIL'}  ${name}\n`)
    if (isFine) continue
    failed.push(name)
    process.stdout.write(`${result.stdout ?? ''}${result.stderr ?? ''}${result.error ? String(result.error) : ''}\n`)
  }
  return { passed: steps.length - failed.length, failed }
}

if (import.meta.main) {
  const { failed } = runSteps(checks)
  process.exit(failed.length ? 1 : 0)
}
