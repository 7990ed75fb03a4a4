import { spawn } from 'node:child_process'
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { startChild } from './child.ts'
import { findGuards } from './guards.ts'
import { ensureFolder, placeFor, reachableProgram } from './runtime-folder.ts'

const guards = await findGuards()
const scratch = mkdtempSync(path.join(os.tmpdir(), 'guards-'))
chmodSync(scratch, 0o755)
/** A Node that the guarded user can start: it cannot reach that of a checkout below a closed home folder. */
const node = await reachableProgram(process.execPath, process.version, scratch, guards.as)
afterAll(() => rmSync(scratch, { recursive: true, force: true }))

/** Simulates an interpreter that was broken out of: runs any program, restricted by the operating system alone. */
async function runGuarded(program: string, prefix = guards.prefix) {
  const [command = node, ...args] = [...prefix, node, '-e', program]
  const child = spawn(command, args, { env: {}, cwd: '/', stdio: ['ignore', 'pipe', 'inherit'], ...guards.spawnAs })
  let text = ''
  child.stdout.on('data', (chunk: Buffer) => (text += chunk.toString()))
  await new Promise((resolve) => child.once('close', resolve))
  return JSON.parse(text) as unknown
}

describe('a program that broke out of its interpreter is still restricted', () => {
  test('it runs as nobody, without privileges, environment or a core file', async () => {
    const seen = await runGuarded(`const status = require('fs').readFileSync('/proc/self/status', 'utf8')
      const of = (name) => new RegExp('^' + name + ':\\\\s+(.*)$', 'm').exec(status)?.[1]
      console.log(JSON.stringify({ uid: process.getuid(), groups: process.getgroups(), env: Object.keys(process.env), caps: of('CapEff'), bounds: of('CapBnd'), alone: of('NoNewPrivs') }))`)
    if (process.getuid?.() === 0)
      expect(seen).toEqual({
        uid: 65533,
        groups: [65533],
        env: [],
        caps: '0000000000000000',
        bounds: '0000000000000000',
        alone: '1',
      })
    else expect(seen).toMatchObject({ uid: process.getuid?.(), env: [] })
  })

  test('user code has a lower priority than the server; a program of ours that users wait for does not', async () => {
    const priority = (prefix: string[]) => runGuarded("console.log(require('os').getPriority())", prefix)
    const own = os.getPriority()
    expect([await priority(guards.prefix), await priority(guards.ownPrefix)]).toEqual([Math.min(own + 5, 19), own])
  })

  test.runIf(guards.noNetwork)('it cannot connect to any port of this machine', async () => {
    let visits = 0
    const server = createServer((socket) => {
      visits++
      socket.end()
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const { port } = server.address() as AddressInfo
    const seen = await runGuarded(`const socket = require('net').connect(${port}, '127.0.0.1')
      socket.on('connect', () => console.log('"connected"')).on('error', (e) => console.log(JSON.stringify(e.code)))`)
    server.close()
    expect(seen).toMatch(/ENETUNREACH|ECONNREFUSED|EPERM/)
    expect(visits).toBe(0)
  })

  test.runIf(process.getuid?.() === 0)('it cannot read or write files of the server or the database', async () => {
    for (const [name, owner] of [
      ['server', 0],
      ['database', 65534],
    ] as const) {
      const file = path.join(scratch, name)
      writeFileSync(file, 'secret', { mode: 0o600 })
      chownSync(file, owner, owner)
    }
    const seen = await runGuarded(`const fs = require('fs')
      const tried = (act) => { try { act(); return 'done' } catch (e) { return e.code } }
      console.log(JSON.stringify(['server', 'database'].flatMap((name) => {
        const file = ${JSON.stringify(scratch)} + '/' + name
        return [tried(() => fs.readFileSync(file)), tried(() => fs.writeFileSync(file, 'x')), tried(() => fs.rmSync(file))]
      })))`)
    expect(seen).toEqual(Array.from({ length: 6 }, () => 'EACCES'))
    expect(statSync(path.join(scratch, 'server')).size).toBe(6)
  })

  test.runIf(guards.diesWithServer)('it does not outlive the server, however the server ends', async () => {
    const [command = '', ...args] = [...guards.prefix, node, '-e', 'for (;;);']
    const server = spawn(process.execPath, [
      '-e',
      `console.log(require('child_process').spawn(${JSON.stringify(command)}, ${JSON.stringify(args)}).pid); setInterval(() => {}, 1000)`,
    ])
    const pid = await new Promise<string>((resolve) =>
      server.stdout.once('data', (chunk: Buffer) => resolve(chunk.toString().trim())),
    )
    await expect.poll(() => readFileSync(`/proc/${pid}/cmdline`, 'utf8')).not.toContain('setpriv')
    server.kill('SIGKILL')
    await expect.poll(() => existsSync(`/proc/${pid}`)).toBe(false)
  })

  test('the operating system refuses memory beyond its limit', async () => {
    const program = `const { readSync, writeSync } = require('fs'); writeSync(1, Buffer.from([0, 0, 0, 0])); readSync(0, Buffer.alloc(1)); const all = []; for (;;) all.push(Buffer.alloc(2 ** 24, 1))`
    const child = await startChild({
      command: node,
      args: ['-e', program],
      cwd: '/',
      env: {},
      guards,
      memoryBytes: 256 * 2 ** 20,
      maxReplyBytes: 1000,
      readyMs: 20_000,
      signal: new AbortController().signal,
    })
    expect(child.capped).toBe(true)
    await expect(child.ask(['go'], 0)).rejects.toThrow(/allocat|out of memory|SIGABRT|SIGTRAP/i)
  })
})

describe('the working folder of a sandbox process', () => {
  const as = { uid: 65533, gid: 65533 }

  test('is elsewhere if the sandbox user cannot enter the cache folder', async () => {
    const home = path.join(scratch, 'home')
    mkdirSync(home, { mode: 0o700 })
    const program = path.join(home, 'tool')
    writeFileSync(program, '#!/bin/sh\n', { mode: 0o755 })
    expect(placeFor(path.join(home, 'cache'), undefined)).toBe(path.join(home, 'cache'))
    expect(placeFor(path.join(scratch, 'cache'), as)).toBe(path.join(scratch, 'cache'))
    expect(placeFor(path.join(home, 'cache'), as)).toMatch(/orrery\/sandbox$/)
    expect(await reachableProgram(program, '1', scratch, undefined)).toBe(program)
    const copy = await reachableProgram(program, '1', scratch, as)
    expect(copy).not.toContain('home')
    expect(statSync(copy).mode & 0o111).toBe(0o111)
  })

  test('is created atomically and once, whichever process is first', async () => {
    const broken = ensureFolder(scratch, 'half', 'key', async (folder) => {
      writeFileSync(path.join(folder, 'some'), '')
      throw new Error('disk full')
    })
    await expect(broken).rejects.toThrow('disk full')
    let made = 0
    const fill = async (folder: string) => {
      made++
      writeFileSync(path.join(folder, 'all'), '')
    }
    const both = await Promise.all([
      ensureFolder(scratch, 'half', 'key', fill),
      ensureFolder(scratch, 'half', 'key', fill),
    ])
    expect(both[0]).toBe(both[1])
    expect(existsSync(path.join(both[0]!, 'all'))).toBe(true)
    expect(await ensureFolder(scratch, 'half', 'key', fill)).toBe(both[0])
    expect(made).toBeLessThanOrEqual(2)
    expect(readdirSync(scratch).filter((name) => name.startsWith('half-'))).toHaveLength(1)
  })
})
