import { readdirSync } from 'node:fs'
import path from 'node:path'
import { ErrorCode } from '@orrery/contract/shared/error-codes'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { outageOf } from '#kit/outage.ts'
import { canMount, openSmallDisk, type SmallDisk } from '#testing/small-disk.ts'
import { openTestApp, type Person, testPassword, type TestApp } from '#testing/test-app.ts'
import { greeting } from '#testing/workflow-canvas.ts'

const DAY = 24 * 3600_000
const diskFull = { status: 503, code: ErrorCode.kit.diskFull }
const readOnly = { status: 503, code: ErrorCode.kit.readOnly }
const busy = { status: 503, code: ErrorCode.kit.busy }
const pixel = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
const picture = { file_head: { file_type: 'png', biz_type: 6 as const }, data: pixel }

let t: TestApp
let me: Person
let spaceId: string
const open = async (config = {}) => {
  t = await openTestApp({ config })
  me = await t.register(`me${Math.random().toString(36).slice(2)}`)
  spaceId = (await me.api.space.create({ name: 'Outage' })).id
}
const newWorkflow = (name: string, desc = '') => me.api.workflow.create({ name, desc, space_id: spaceId })
const names = async () =>
  (await me.api.workflow.list({ space_id: spaceId, size: 100 })).workflow_list.map((workflow) => workflow.name).sort()

describe('failures of the system become errors with a remedy', () => {
  test.each([
    [{ code: 'ENOSPC', syscall: 'write' }, diskFull.code],
    [{ code: '53100' }, diskFull.code],
    [{ code: 'EROFS', syscall: 'open' }, readOnly.code],
    [{ code: 'EACCES', syscall: 'open' }, readOnly.code],
    [{ code: '25006' }, readOnly.code],
    [{ code: '55P03' }, busy.code],
    [{ code: 'ENOENT', syscall: 'connect' }, busy.code],
    [{ code: 'ENOENT', syscall: 'open' }, undefined],
    [{ code: 'EACCES', syscall: 'connect' }, undefined],
    [{ code: '42601' }, undefined],
  ])('%j', (failure, code) => {
    const wrapped = new Error('Failed query', { cause: Object.assign(new Error('below'), failure) })
    expect(outageOf(wrapped)?.code).toBe(code)
  })
})

describe.skipIf(!canMount)('the disk with the files', () => {
  let disk: SmallDisk
  beforeAll(async () => {
    disk = openSmallDisk(4)
    await open({ dataDir: disk.dir })
  })
  const blobs = () =>
    readdirSync(disk.dir, { recursive: true, encoding: 'utf8' }).filter((name) => /blobs\/.*\./.test(name))
  const uri = (at: { upload_uri: string }) => at.upload_uri

  test('when full, refuses uploads without leaving partial files, and recovers once there is space', async () => {
    const before = uri(await me.api.upload.file(picture))
    const files = blobs()
    disk.fill()
    await expect(me.api.upload.file(picture)).rejects.toMatchObject(diskFull)
    const answer = await t.request('/api/bot/upload_file', {
      method: 'POST',
      headers: {
        cookie: me.cookie(),
        'content-type': 'application/json',
        'x-requested-with': 'XMLHttpRequest',
        'accept-language': 'zh-CN',
      },
      body: JSON.stringify(picture),
    })
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '5'])
    expect(((await answer.json()) as { msg: string }).msg).toMatch(/磁盘已满/)
    expect(blobs()).toEqual(files)
    // Everything that needs no disk space continues to work.
    expect(await names()).toEqual([])
    disk.free()
    expect(uri(await me.api.upload.file(picture))).not.toBe(before)
  })
  test('when read-only, refuses writes with a message of its own, still reads, and recovers without a restart', async () => {
    const { upload_url } = await me.api.upload.file(picture)
    disk.setReadOnly(true)
    await expect(me.api.upload.file(picture)).rejects.toMatchObject(readOnly)
    const address = new URL(upload_url, 'http://127.0.0.1')
    expect((await t.request(address.pathname + address.search)).status).toBe(200)
    disk.setReadOnly(false)
    expect(uri(await me.api.upload.file(picture))).toMatch(/\S/)
  })
})

describe('the database', () => {
  let other: pg.Client
  let database: string
  beforeAll(async () => {
    await open()
    const { connectionString } = t.infra.database.pool.options
    other = new pg.Client({ connectionString })
    await other.connect()
    database = (await other.query<{ name: string }>('SELECT current_database() AS name')).rows[0]!.name
  })
  afterAll(() => other.end())
  afterEach(() => other.query('ROLLBACK'))
  /**
   * Replaces all connections, because they keep their settings. Jobs may open new ones at any time; only the old ones
   * must be gone.
   */
  async function renewConnections() {
    const ended = await other.query<{ pid: number }>(
      'SELECT pid, pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = $1 AND pid <> pg_backend_pid()',
      [database],
    )
    const pids = ended.rows.map(({ pid }) => pid)
    // Until a connection has ended, it holds the locks of its last statement.
    const left = () => other.query('SELECT pid FROM pg_stat_activity WHERE pid = ANY($1)', [pids])
    await expect.poll(async () => (await left()).rows).toEqual([])
    // Until the pool notices that a connection has ended, it hands the connection to callers.
    const pool = t.infra.database.pool as unknown as { _clients: { processID: number }[] }
    await expect.poll(() => pool._clients.filter(({ processID }) => pids.includes(processID))).toEqual([])
  }

  test('when a table is locked, answers with an error instead of waiting forever, and recovers', async () => {
    expect((await t.infra.database.pool.query('SHOW lock_timeout')).rows).toEqual([{ lock_timeout: '10s' }])
    const { options } = t.infra.database.pool
    const { onConnect } = options
    options.onConnect = (client) => client.query('SET lock_timeout = 200')
    await renewConnections()
    await other.query('BEGIN; LOCK TABLE resource IN ACCESS EXCLUSIVE MODE')
    const refused = await Promise.allSettled(Array.from({ length: 40 }, (_, n) => newWorkflow(`Locked ${n}`)))
    expect(refused.map((item) => item.status === 'rejected' && (item.reason as { code: number }).code)).toEqual(
      Array(40).fill(busy.code),
    )
    await other.query('ROLLBACK')
    // The following tests wait for locks as usual: jobs hold some briefly.
    options.onConnect = onConnect
    await renewConnections()
    await newWorkflow('After the lock')
    expect(await names()).toEqual(['After the lock'])
  })

  test('when read-only, keeps people signed in and reading, refuses changes, and recovers', async () => {
    await newWorkflow('Before')
    const kept = await names()
    await other.query(`ALTER DATABASE ${database} SET default_transaction_read_only = on`)
    await renewConnections()
    // After the interval at which a session records its last use.
    t.clock.advance(10 * 60_000)
    expect(await names()).toEqual(kept)
    await expect(newWorkflow('Refused')).rejects.toMatchObject(readOnly)
    await expect(me.api.passport.login({ email: me.email, password: testPassword })).rejects.toMatchObject(readOnly)
    await other.query(`ALTER DATABASE ${database} RESET default_transaction_read_only`)
    await renewConnections()
    await newWorkflow('Later')
    expect(await names()).toEqual([...kept, 'Later'].sort())
  })

  test.skipIf(!canMount)('when full, keeps acknowledged writes, drops refused ones, and recovers', async () => {
    const disk = openSmallDisk(4)
    await other.query(`CREATE TABLESPACE small_${database} LOCATION '${path.join(disk.dir)}'`)
    await other.query(`ALTER TABLE resource SET TABLESPACE small_${database}`)
    const acknowledged = await names()
    disk.fill()
    const fillUp = async () => {
      for (let n = 0; n < 400; n += 1) {
        await newWorkflow(`Row ${n}`, 'x'.repeat(500))
        acknowledged.push(`Row ${n}`)
      }
    }
    await expect(fillUp()).rejects.toMatchObject(diskFull)
    expect((await other.query(`SELECT count(*)::int AS n FROM resource WHERE name LIKE 'Row %'`)).rows[0]).toEqual({
      n: acknowledged.filter((name) => name.startsWith('Row')).length,
    })
    disk.free()
    await newWorkflow('There is room again')
    await other.query('ALTER TABLE resource SET TABLESPACE pg_default')
    await other.query(`DROP TABLESPACE small_${database}`)
  })
})

describe('the clock', () => {
  beforeAll(() => open())
  async function published() {
    const { workflow_id } = await newWorkflow('Clock')
    await me.api.workflow.save({ workflow_id, schema: greeting() })
    await me.api.workflowVersion.publish({ workflow_id, force: true })
    return workflow_id
  }
  const statuses = async (workflow_id: string) =>
    (await me.api.workflowRun.history({ workflow_id, limit: 100 })).runs.map((run) => run.status)

  test.each([
    ['forward and back again', DAY, -DAY],
    ['back and forward again', -DAY, DAY],
  ])(
    '%s by a day: still signed in, ids stay unique and ordered, a daily schedule fires once',
    async (_, first, then) => {
      const id = await published()
      const minute = new Date(t.clock.now() + 5 * 60_000)
      const cron = `${minute.getUTCMinutes()} ${minute.getUTCHours()} * * *`
      await me.api.workflowTrigger.save({
        workflow_id: id,
        event_id: 'schedule',
        name: 'daily',
        config: JSON.stringify({ cron }),
        payload: '{"input":"clock"}',
      })
      const ids = [t.infra.newId()]
      t.clock.advance(6 * 60_000)
      for (const jump of [first, then]) {
        await t.services.triggerFiring.fireDue()
        t.clock.advance(jump)
        ids.push(t.infra.newId(), t.infra.newId())
        expect((await me.api.passport.accountInfo({})).user_id_str).toBe(me.id)
        await t.services.triggerFiring.fireDue()
      }
      // If the clock went forward first, two days have passed: the days before and after the jump. Otherwise only one.
      await expect.poll(() => statuses(id)).toEqual(first > 0 ? [2, 2] : [2])
      expect(ids.map(BigInt)).toEqual(ids.map(BigInt).toSorted((a, b) => (a < b ? -1 : 1)))
      expect(new Set(ids).size).toBe(ids.length)
    },
  )
  test('a rate limit reached before the clock was set back does not last a day', async () => {
    const wrong = () => t.anonymous.passport.login({ email: 'nobody@example.test', password: 'wrong horse 7' })
    const untilLimited = async () => {
      for (let n = 0; n < 200; n += 1) {
        const status = await wrong().then(
          () => 200,
          (cause: { status: number }) => cause.status,
        )
        if (status === 429) return n
      }
      return undefined
    }
    expect(await untilLimited()).toBeGreaterThan(0)
    t.clock.advance(-DAY)
    expect(await wrong().catch((cause: { status: number }) => cause.status)).not.toBe(429)
    t.clock.advance(DAY)
  })
})
