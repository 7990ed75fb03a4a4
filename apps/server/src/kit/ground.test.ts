import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { SMTPServer } from 'smtp-server'
import { afterAll, describe, expect, inject, test } from 'vitest'
import { ConfigError, readConfig } from './config.ts'
import { migrate, migrationsDir, openDatabase } from './db.ts'
import { createIds, idTime } from './ids.ts'
import { maskSecrets } from './log.ts'
import { createMail } from './mail.ts'
import { createRateLimiter } from './rate-limit.ts'
import { createSecrets, loadKey } from './secrets.ts'
import { formatEvent } from './sse.ts'

const scratch = mkdtempSync(path.join(os.tmpdir(), 'orrery-kit-'))
afterAll(() => rmSync(scratch, { recursive: true, force: true }))

describe('ids', () => {
  test('increase, never repeat, fit in 63 bits and contain their time, even when the clock steps back', () => {
    let now = Date.UTC(2026, 5, 1)
    const newId = createIds(1023, () => now)
    const made = Array.from({ length: 20_000 }, (_, n) => {
      if (n === 10_000) now -= 60_000
      return newId()
    })
    expect(new Set(made).size).toBe(made.length)
    expect(made.every((id, n) => n === 0 || BigInt(id) > BigInt(made[n - 1]!))).toBe(true)
    expect(BigInt(made.at(-1)!) < 2n ** 63n).toBe(true)
    expect(idTime(made[0]!)).toBe(Date.UTC(2026, 5, 1))
  })
  test('of two processes differ within the same millisecond', () => {
    const [a, b] = [createIds(1, () => 1.8e12), createIds(2, () => 1.8e12)]
    expect(a()).not.toBe(b())
  })
})

describe('the key', () => {
  test('is created on the first start, readable only by its owner, and reused afterwards', () => {
    const dir = path.join(scratch, 'key')
    const key = loadKey(dir)
    expect(statSync(path.join(dir, 'secret.key')).mode & 0o777).toBe(0o600)
    expect(loadKey(dir)).toEqual(key)
    expect(loadKey(path.join(scratch, 'other'))).not.toEqual(key)
  })
  test('is refused when it is short or a known default', () => {
    for (const text of ['changeme', 'secret', '0'.repeat(64), 'abc', ''])
      expect(() => loadKey(scratch, text)).toThrow('SECRET_KEY')
  })
  test('opens only what it sealed itself, and only unchanged', () => {
    const secrets = createSecrets(loadKey(path.join(scratch, 'key')))
    const sealed = secrets.seal('sk-1234')
    expect(sealed).not.toContain('sk-1234')
    expect(secrets.open(sealed)).toBe('sk-1234')
    expect(secrets.seal('sk-1234')).not.toBe(sealed)
    expect(() => secrets.open(sealed.slice(0, -2) + (sealed.endsWith('A') ? 'BB' : 'AA'))).toThrow()
    expect(() => createSecrets(loadKey(path.join(scratch, 'other'))).open(sealed)).toThrow()
  })
})

describe('settings', () => {
  test('the server listens on this machine only by default', () =>
    expect(readConfig({}, [])).toMatchObject({ host: '127.0.0.1', port: 8890, publicUrl: 'http://127.0.0.1:8890' }))
  test('a flag overrides the environment', () => expect(readConfig({ PORT: '1' }, ['--port', '2']).port).toBe(2))
  test.each([
    [{ PORT: 'x' }, [], 'PORT'],
    [{ REGISTRATION: 'maybe' }, [], 'REGISTRATION'],
    [{ S3_ENDPOINT: 'http://s3' }, [], 'S3_BUCKET'],
    [{}, ['--prot', '1'], '--port'],
    [{ PUBLIC_URL: 'no url' }, [], 'PUBLIC_URL'],
  ] as const)('%j %j is refused and says what to do', (env, argv, word) => {
    expect(() => readConfig(env, [...argv])).toThrow(ConfigError)
    expect(() => readConfig(env, [...argv])).toThrow(word)
  })
})

test('credentials are masked inside any text', () => {
  expect(maskSecrets('failed: https://x/?api_key=abc123&q=1 with Bearer abcdefgh12345 and sk-abcdefghijk')).toBe(
    'failed: https://x/?api_key=***&q=1 with Bearer *** and sk-***',
  )
})

test('a rate limit counts per key, and starts again after its window', () => {
  let now = 0
  const limiter = createRateLimiter({ now: () => now })
  for (let n = 0; n < 3; n += 1) limiter.take('a', 3, 10)
  expect(() => limiter.take('a', 3, 10)).toThrow('Try again in 10 s')
  limiter.take('b', 3, 10)
  now = 10_001
  limiter.take('a', 3, 10)
})

test('an event has its name before its data, one line each, and a blank line after', () => {
  expect(formatEvent({ event: 'done', data: '[DONE]' })).toBe('event:done\ndata:[DONE]\n\n')
  expect(formatEvent({ id: 0, event: 'Message', data: { a: 'x\ny' } })).toBe(
    'id:0\nevent:Message\ndata:{"a":"x\\ny"}\n\n',
  )
  expect(formatEvent({ data: 'two\nlines' })).toBe('data:two lines\n\n')
})

test('mail is delivered, with the code and the configured address', async () => {
  const received: string[] = []
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData(stream, _, done) {
      const parts: Buffer[] = []
      stream.on('data', (part: Buffer) => parts.push(part))
      stream.on('end', () => {
        received.push(Buffer.concat(parts).toString())
        done()
      })
    },
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.server.address() as { port: number }
  const mail = createMail(
    { url: `smtp://127.0.0.1:${port}`, from: 'orrery@example.test' },
    'https://studio.example.test',
  )
  await mail.sendResetCode('ada@example.test', 'CODE123456', 'en')
  server.close()
  expect(received[0]).toMatch(/To: ada@example\.test/)
  expect(received[0]).toMatch(/CODE123456/)
  expect(received[0]!.replaceAll('=\r\n', '')).toMatch(/https:\/\/studio\.example\.test\/sign/)
})

describe('migrations', () => {
  const open = async (name: string) => {
    const url = inject('postgresUrl')
    const admin = openDatabase(url.replace('/orrery?', '/postgres?'), 1)
    await admin.pool.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`)
    await admin.pool.query(`CREATE DATABASE ${name}`)
    await admin.close()
    return openDatabase(url.replace('/orrery?', `/${name}?`), 4)
  }
  test('are applied once even when two processes start at the same time', async () => {
    const database = await open('migrate_twice')
    const results = await Promise.all([migrate(database.pool), migrate(database.pool)])
    expect(results.map((result) => result.length > 0).toSorted()).toEqual([false, true])
    await database.close()
  })
  test('a failing migration rolls back the others; a changed or unknown one stops the start', async () => {
    const database = await open('migrate_broken')
    const dir = path.join(scratch, 'migrations')
    mkdirSync(dir)
    writeFileSync(path.join(dir, '0001-good.sql'), 'CREATE TABLE good (id int)')
    writeFileSync(path.join(dir, '0002-bad.sql'), 'CREATE TABLE bad (id nonsense)')
    await expect(migrate(database.pool, dir)).rejects.toThrow('0002-bad.sql failed')
    expect((await database.pool.query("SELECT to_regclass('good') AS t")).rows).toEqual([{ t: null }])
    writeFileSync(path.join(dir, '0002-bad.sql'), 'CREATE TABLE bad (id int)')
    await migrate(database.pool, dir)
    writeFileSync(path.join(dir, '0001-good.sql'), 'CREATE TABLE good (id bigint)')
    await expect(migrate(database.pool, dir)).rejects.toThrow('was changed')
    rmSync(path.join(dir, '0001-good.sql'))
    await expect(migrate(database.pool, dir)).rejects.toThrow('newer version')
    await database.close()
  })
  test('no applied file names a database or a role', () => {
    expect(readFileSync(path.join(migrationsDir, '0001-passport.sql'), 'utf8')).not.toMatch(/CREATE (DATABASE|ROLE)/)
  })
})
