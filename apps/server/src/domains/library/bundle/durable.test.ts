import { ErrorCode } from '@orrery/contract/shared/error-codes'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { openTestApp, type Person, type TestApp } from '#testing/test-app.ts'
import { greeting } from '#testing/workflow-canvas.ts'
import type { BundleItem } from '#domains/ground/resource/shared/resource-content.ts'

let t: TestApp
let owner: Person
let source: string
let target: string
let items: BundleItem[]
beforeAll(async () => {
  t = await openTestApp()
  owner = await t.register('owner')
  source = (await owner.api.space.create({ name: 'Source' })).id
  for (const name of ['one', 'two', 'three']) {
    const { workflow_id } = await owner.api.workflow.create({ name, desc: 'd', space_id: source })
    await owner.api.workflow.save({ workflow_id, schema: greeting('Hello') })
  }
  await owner.api.promptLibrary.save({ prompt: { space_id: source, name: 'Manner', prompt_text: 'Be kind' } })
  const rows = await t.infra.database.pool.query<{ id: string }>('SELECT id FROM resource WHERE space_id = $1', [
    source,
  ])
  items = (
    await t.services.bundles.collect({
      roots: rows.rows.map((row) => row.id),
      userId: owner.id,
      withRows: false,
      follows: () => false,
    })
  ).items
})
beforeEach(async () => {
  target = (await owner.api.space.create({ name: 'Target' })).id
})
const here = async () =>
  (
    await t.infra.database.pool.query<{ name: string }>('SELECT name FROM resource WHERE space_id = $1 ORDER BY name', [
      target,
    ])
  ).rows.map((row) => row.name)
const bookkeepingRows = async () =>
  (
    await t.infra.database.pool.query(
      'SELECT (SELECT count(*) FROM resource_making)::int AS creations, (SELECT count(*) FROM resource_made)::int AS made',
    )
  ).rows[0] as { creations: number; made: number }

/** Starts a creation that pauses after the second item, like a process that hangs or has died. */
function startPausedCreation() {
  let resume = () => {}
  const resumed = new Promise<void>((resolve) => (resume = resolve))
  let markPaused = () => {}
  const paused = new Promise<void>((resolve) => (markPaused = resolve))
  let n = 0
  const work = t.services.bundles.create(items, {
    ...t.services.creationOptions({ spaceId: target, userId: owner.id }),
    publishes: false,
    async onCreated() {
      n += 1
      if (n !== 2) return
      markPaused()
      await resumed
    },
  })
  return { work, paused, resume: () => resume() }
}

test('the partial creation of a dead process is removed by the next one, and the dead process can add nothing more', async () => {
  const { work, paused, resume } = startPausedCreation()
  const failed = expect(work).rejects.toMatchObject({ code: ErrorCode.resource.undone, status: 409 })
  await paused
  expect(await here()).toHaveLength(2)
  expect(await bookkeepingRows()).toEqual({ creations: 1, made: 2 })
  t.clock.advance(120_000)
  const second = await t.another()
  await second.services.atomicCreations.sweep()
  expect(await here()).toEqual([])
  expect(await bookkeepingRows()).toEqual({ creations: 0, made: 0 })
  // The first process only hung: it must not continue as if nothing had happened.
  resume()
  await failed
  expect(await here()).toEqual([])
  expect(await bookkeepingRows()).toEqual({ creations: 0, made: 0 })
})

test('the creation of a live process is not swept, and is completed as a whole', async () => {
  const { work, paused, resume } = startPausedCreation()
  await paused
  const second = await t.another()
  await second.services.atomicCreations.sweep()
  expect(await here()).toHaveLength(2)
  resume()
  const { ids } = await work
  expect(await here()).toEqual(['Manner', 'one', 'three', 'two'])
  expect([...ids.values()].filter(Boolean)).toHaveLength(4)
  expect(await bookkeepingRows()).toEqual({ creations: 0, made: 0 })
})

test('one item that fails rolls back the others', async () => {
  const broken = items.map((item, at) => (at === items.length - 1 ? { ...item, name: '' } : item))
  const work = t.services.bundles.create(broken, {
    ...t.services.creationOptions({ spaceId: target, userId: owner.id }),
    publishes: false,
    async onCreated(from) {
      if (from === items.at(-1)!.id) throw new Error('no room')
    },
  })
  await expect(work).rejects.toThrow('no room')
  expect(await here()).toEqual([])
  expect(await bookkeepingRows()).toEqual({ creations: 0, made: 0 })
})

test('a space that is deleted during a creation is removed with everything created in it', async () => {
  const { work, paused, resume } = startPausedCreation()
  const failed = expect(work).rejects.toThrow()
  await paused
  await owner.api.space.remove({ space_id: target })
  resume()
  await failed
  expect(await here()).toEqual([])
  expect(await bookkeepingRows()).toEqual({ creations: 0, made: 0 })
})
