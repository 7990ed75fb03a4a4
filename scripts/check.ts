import { spawn } from 'node:child_process'

/** Checks that need neither database nor browser: format, lint, types, boundaries, ports. The longest comes first. */
export interface Step {
  name: string
  command: [string, ...string[]]
  env?: Record<string, string>
}
export const checks: Step[] = [
  {
    // A single checker, because each checker instantiates the types of the contract: several take three times the CPU.
    name: 'types',
    command: [
      'tsc',
      '-p',
      'tsconfig.json',
      '--incremental',
      '--tsBuildInfoFile',
      'node_modules/.cache/tsc.json',
      '--checkers',
      '1',
    ],
    // Less frequent garbage collection saves a seventh of the work, since most of the memory stays in use to the end.
    env: { GOGC: '400' },
  },
  { name: 'format', command: ['oxfmt', '--check', '.'] },
  { name: 'lint', command: ['oxlint', '--deny-warnings'] },
  { name: 'boundaries', command: ['node', 'scripts/boundaries.ts'] },
  { name: 'error codes', command: ['node', 'scripts/error-codes.ts'] },
  { name: 'plain words', command: ['node', 'scripts/plain-words.ts'] },
  { name: 'sealed ports', command: ['node', 'scripts/sealed-ports.ts'] },
  { name: 'unused', command: ['knip', '--no-progress'] },
]

/** Runs two steps at a time. Prints the result of each when it ends, and its output if it failed. */
export async function runSteps(steps: Step[]): Promise<{ passed: number; failed: string[] }> {
  const failed: string[] = []
  const waiting = [...steps]
  async function lane() {
    for (let step = waiting.shift(); step; step = waiting.shift()) {
      const { isFine, output } = await runStep(step)
      process.stdout.write(`${isFine ? 'ok  ' : 'FAIL'}  ${step.name}\n`)
      if (isFine) continue
      failed.push(step.name)
      process.stdout.write(`${output}\n`)
    }
  }
  await Promise.all([lane(), lane()])
  return { passed: steps.length - failed.length, failed }
}

function runStep({ command: [program, ...args], env }: Step): Promise<{ isFine: boolean; output: string }> {
  return new Promise((resolve) => {
    const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'pipe'], env: { ...process.env, ...env } })
    let output = ''
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (chunk: string) => void (output += chunk))
    child.on('error', (cause) => resolve({ isFine: false, output: String(cause) }))
    child.on('close', (code) => resolve({ isFine: code === 0, output }))
  })
}

if (import.meta.main) {
  const { failed } = await runSteps(checks)
  process.exit(failed.length ? 1 : 0)
}
