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
  /** Runs a line of shell in the copy. */
  run(command: string): Promise<{ status: number | null; output: string }>
  remove(): void
}

const root = path.resolve(import.meta.dirname, '..')

/** The sources in a folder of their own, where they can be changed. Dependencies are linked, so that nothing is installed. */
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
  // Tools keep caches in hidden folders here: the copy gets its own.
  for (const name of readdirSync(from).filter(
    (item) => item === '.bin' || (!item.startsWith('.') && item !== '@orrery'),
  ))
    symlinkSync(path.join(from, name), path.join(to, name))
  // The packages of the workspace are those of the copy: their links are relative.
  for (const name of readdirSync(path.join(from, '@orrery')))
    symlinkSync(readlinkSync(path.join(from, '@orrery', name)), path.join(to, '@orrery', name))
  // Newer than the lock file: nothing to install.
  copyFileSync(path.join(from, '.package-lock.json'), path.join(to, '.package-lock.json'))
  for (const own of globSync('{apps,packages}/*/node_modules', { cwd: root }))
    if (!existsSync(path.join(dir, own))) symlinkSync(path.join(root, own), path.join(dir, own))
}

function run(command: string, cwd: string): Promise<{ status: number | null; output: string }> {
  // A test runner inside of a test runner must not take itself for a worker of the outer one.
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
