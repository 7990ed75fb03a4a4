import { spawn } from 'node:child_process'
import {
  copyFileSync,
  cpSync,
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  symlinkSync,
} from 'node:fs'
import os from 'node:os'
import path from 'node:path'

export interface TreeCopy {
  dir: string
  /** Runs a shell command in the copy. */
  run(command: string): Promise<{ status: number | null; output: string }>
  remove(): void
}

const root = path.resolve(import.meta.dirname, '..')

/** Copies the sources to a new folder, where tests can change them. Links the dependencies without installing. */
export function copyTree(): TreeCopy {
  const dir = mkdtempSync(path.join(os.tmpdir(), 'orrery-tree-'))
  const ignored = new Set(['.git', ...readFileSync(path.join(root, '.gitignore'), 'utf8').split(/\/?\n/)])
  cpSync(root, dir, { recursive: true, filter: (file) => !ignored.has(path.basename(file)) })
  linkDependencies(dir)
  return { dir, run: (command) => run(command, dir), remove: () => rmSync(dir, { recursive: true, force: true }) }
}

function linkDependencies(dir: string) {
  const [from, to] = [path.join(root, 'node_modules'), path.join(dir, 'node_modules')]
  mkdirSync(path.join(to, '@orrery'), { recursive: true })
  // Skips hidden folders, in which tools store their caches: the copy gets its own.
  for (const name of readdirSync(from).filter(
    (item) => item === '.bin' || (!item.startsWith('.') && item !== '@orrery'),
  ))
    symlinkSync(path.join(from, name), path.join(to, name))
  // The links to workspace packages are relative, so they point into the copy.
  for (const name of readdirSync(path.join(from, '@orrery')))
    symlinkSync(readlinkSync(path.join(from, '@orrery', name)), path.join(to, '@orrery', name))
  // Copied last, to be newer than the lock file, so that nothing is installed.
  copyFileSync(path.join(from, '.package-lock.json'), path.join(to, '.package-lock.json'))
  for (const own of globSync('{apps,packages}/*/node_modules', { cwd: root }))
    if (!existsSync(path.join(dir, own))) symlinkSync(path.join(root, own), path.join(dir, own))
}

function run(command: string, cwd: string): Promise<{ status: number | null; output: string }> {
  // Removes variables by which the inner test runner would take itself for a worker of the outer one.
  const inherited = Object.entries(process.env).filter(([name]) => !/^(VITEST|TEST$|NODE_ENV$|npm_)/.test(name))
  const env = { ...Object.fromEntries(inherited), PATH: `${path.join(cwd, 'node_modules/.bin')}:${process.env.PATH}` }
  return new Promise((resolve, reject) => {
    const child = spawn('sh', ['-c', command], { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] })
    let output = ''
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (chunk: string) => void (output += chunk))
    child.on('error', reject)
    child.on('close', (status) => resolve({ status, output }))
  })
}
