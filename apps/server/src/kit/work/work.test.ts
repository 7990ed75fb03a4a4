import { sql } from 'drizzle-orm'
import { bigint, integer, pgTable, text } from 'drizzle-orm/pg-core'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import { openTestApp, type TestApp } from '#testing/test-app.ts'
import type { Infra } from '../infra.ts'
import { createDrain } from './drain.ts'
import { createLeaseStore } from './lease-store.ts'
import { createLeasedWork } from './leased-work.ts'
import { createQueue } from './queue.ts'

const item = pgTable('test_work', {
  id: bigint('id', { mode: 'bigint' }).primaryKey(),
  state: text('state').notNull(),
  leaseUntil: bigint('lease_until', { mode: 'number' }).notNull(),
  fence: integer('fence').notNull(),
})
let t: TestApp
let other: Infra
beforeAll(async () => {
  t = await openTestApp()
  other = (await t.another()).infra
  await t.infra.database.db
    .execute(sql`CREATE TABLE test_work (id bigint PRIMARY KEY, state text NOT NULL DEFAULT 'open',
    lease_until bigint NOT NULL DEFAULT 0, fence integer NOT NULL DEFAULT 0)`)
})
async function add(): Promise<string> {
  const id = t.infra.newId()
  await t.infra.database.db.execute(sql`INSERT INTO test_work (id) VALUES (${id})`)
  return id
}
const finish = (id: string) => t.infra.database.db.execute(sql`UPDATE test_work SET state = 'done' WHERE id = ${id}`)
const broken = { ...({} as Infra['jobs']), send: () => Promise.reject(new Error('the queue is down')) }
function gate() {
  let open!: () => void
  const opened = new Promise<void>((resolve) => (open = resolve))
  return { open, opened }
}
let counter = 0
const newName = () => `test-work-${(counter += 1)}`

describe('a queue of ids', () => {
  const queueOn = (infra: Infra, name: string, work: (id: string) => Promise<void>, unfinished: string[] = []) =>
    createQueue({ name, jobs: infra.jobs, log: infra.log, unfinished: async () => unfinished, work })

  test('an id enqueued by one process is processed by another', async () => {
    const name = newName()
    const done: string[] = []
    await queueOn(other, name, async (id) => void done.push(id)).start()
    await queueOn(t.infra, name, async () => {}).enqueue('7')
    await vi.waitFor(() => expect(done).toEqual(['7']))
  })

  test('an id that is already waiting is not enqueued a second time', async () => {
    const name = newName()
    const { open, opened } = gate()
    const done: string[] = []
    const queue = queueOn(t.infra, name, async (id) => {
      done.push(id)
      await opened
    })
    await queue.start()
    await queue.enqueue('first')
    await vi.waitFor(() => expect(done).toEqual(['first']))
    for (let n = 0; n < 3; n += 1) await queue.enqueue('again')
    await queue.enqueue('last')
    open()
    await vi.waitFor(() => expect(done).toEqual(['first', 'again', 'last']))
  })

  test('a row whose job was lost is enqueued at the next start of a server', async () => {
    const name = newName()
    const done: string[] = []
    const lost = createQueue({ name, jobs: broken, log: t.infra.log, unfinished: async () => [], work: async () => {} })
    await lost.enqueue('8')
    await queueOn(t.infra, name, async (id) => void done.push(id), ['8']).start()
    await vi.waitFor(() => expect(done).toEqual(['8']))
  })
})

describe('leased work', () => {
  const storeOn = (infra: Infra) => createLeaseStore(infra.database.db, item, sql`state = 'open'`)
  const leasedOn = (infra: Infra, name: string, work: (id: string, fence: number) => Promise<void>) =>
    createLeasedWork({ ...infra, name, store: storeOn(infra), clock: t.clock, work })

  test('is done by one process at a time, and by none once it is finished', async () => {
    const id = await add()
    const { open, opened } = gate()
    const [first, second] = [leasedOn(t.infra, newName(), () => opened), leasedOn(other, newName(), async () => {})]
    const running = first.run(id)
    await vi.waitFor(async () => expect(await storeOn(other).leasedUntil(id)).toBeGreaterThan(t.clock.now()))
    expect(await second.run(id)).toBe(false)
    await finish(id)
    open()
    expect(await running).toBe(true)
    t.clock.advance(60_000)
    expect(await second.run(id)).toBe(false)
    expect(await storeOn(other).leasedUntil(id)).toBeUndefined()
  })

  test('is taken over by another process when the lease has expired, with a higher fencing number', async () => {
    const id = await add()
    const fences: number[] = []
    const { open, opened } = gate()
    const dead = leasedOn(t.infra, newName(), async (_, fence) => {
      fences.push(fence)
      await opened
    }).run(id)
    await vi.waitFor(() => expect(fences).toEqual([1]))
    t.clock.advance(30_000)
    expect(await leasedOn(other, newName(), async (_, fence) => void fences.push(fence)).run(id)).toBe(true)
    expect(fences).toEqual([1, 2])
    // The process that was considered dead can no longer renew its lease.
    const until = await storeOn(t.infra).leasedUntil(id)
    await storeOn(t.infra).renew(id, 1, t.clock.now() + 1_000_000)
    expect(await storeOn(t.infra).leasedUntil(id)).toBe(until)
    open()
    await dead
    await finish(id)
  })

  test('requests during a run lead to one further run, shared by all of them', async () => {
    const id = await add()
    const { open, opened } = gate()
    let claims = 0
    const store = storeOn(t.infra)
    const free = () => t.infra.database.db.execute(sql`UPDATE test_work SET lease_until = 0 WHERE id = ${id}`)
    const seen: [before: string, isAwaited: boolean][] = []
    let state = 'old'
    const leased = createLeasedWork({
      ...t.infra,
      name: newName(),
      clock: t.clock,
      store: { ...store, claim: (...given) => ((claims += 1), store.claim(...given)) },
      async work(_, fence, isAwaited) {
        seen.push([state, isAwaited])
        if (fence === 1) await opened
        await free()
      },
    })
    const early = leased.run(id)
    await vi.waitFor(() => expect(seen).toHaveLength(1))
    state = 'new'
    const asked = [leased.runNext(id), leased.runNext(id)]
    // The request has failed to claim the row, and waits.
    await vi.waitFor(() => expect(claims).toBeGreaterThan(2))
    open()
    expect(await Promise.all([early, ...asked])).toEqual([true, true, true])
    expect(seen).toEqual([
      ['old', false],
      ['new', true],
    ])
    expect(await leased.runNext(id)).toBe(true)
    await finish(id)
    expect(await leased.runNext(id)).toBe(false)
    expect(seen).toHaveLength(3)
  })

  test('work left by one process is resumed at the start of another', async () => {
    const id = await add()
    const done: string[] = []
    const name = newName()
    await leasedOn(other, name, async (open) => {
      done.push(open)
      await finish(open)
    }).start()
    await vi.waitFor(() => expect(done).toEqual([id]))
  })
})

describe('a drain', () => {
  const drainOn = (infra: Infra, waiting: string[], work: (id: string, signal: AbortSignal) => Promise<void>) =>
    createDrain<string>({ ...infra, name: newName(), cron: '0 0 1 1 *', claim: async () => waiting.shift(), work })

  test('processes one item after the other until none waits', async () => {
    const done: string[] = []
    expect(await drainOn(t.infra, ['1', '2', '3'], async (id) => void done.push(id)).drain()).toBe(3)
    expect(done).toEqual(['1', '2', '3'])
  })

  test('continues with the next items after a failed one', async () => {
    const done: string[] = []
    const drain = drainOn(t.infra, ['bad', 'good'], async (id) => {
      if (id === 'bad') throw new Error('bad')
      done.push(id)
    })
    await drain.drain()
    expect(done).toEqual(['good'])
  })

  test('claims no further item when the server stops', async () => {
    const waiting = ['1', '2']
    const stopping = new AbortController()
    await drainOn(t.infra, waiting, async () => stopping.abort()).drain(stopping.signal)
    expect(waiting).toEqual(['2'])
  })

  test('processes leftover items at the start, and new items when woken', async () => {
    const waiting = ['left']
    const done: string[] = []
    const drain = drainOn(t.infra, waiting, async (id) => void done.push(id))
    await drain.start()
    await vi.waitFor(() => expect(done).toEqual(['left']))
    waiting.push('came')
    await drain.wake()
    await vi.waitFor(() => expect(done).toEqual(['left', 'came']))
  })

  test('is woken without an error even if the queue is down', async () => {
    const name = newName()
    const drain = createDrain({
      ...t.infra,
      jobs: broken,
      name,
      cron: '',
      claim: async () => undefined,
      work: async () => {},
    })
    await expect(drain.wake()).resolves.toBeUndefined()
  })
})
