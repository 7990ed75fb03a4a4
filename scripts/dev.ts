import { type ChildProcess, spawn } from 'node:child_process'

/** Runs the server from source with restarts on change, and Vite with hot reload: open the address that Vite prints. */
const run = (command: string, args: string[], cwd?: string): ChildProcess =>
  spawn(command, args, { stdio: 'inherit', cwd })
const children = [
  run('node', [
    '--watch-path=apps/server/src',
    '--watch-path=packages',
    '--watch-preserve-output',
    'apps/server/src/main.ts',
    ...process.argv.slice(2),
  ]),
  run('vite', [], 'apps/web'),
]
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.on(signal, () => children.forEach((child) => child.kill(signal)))
for (const child of children) child.on('exit', (code) => process.exit(code ?? 0))
