import { beforeAll, expect, test } from 'vitest'
import { openTestApp, type Person, type TestApp } from '#testing/test-app.ts'

let t: TestApp
let owner: Person
let spaceId: string
beforeAll(async () => {
  t = await openTestApp()
  owner = await t.register('owner')
  spaceId = (await owner.api.space.create({ name: 'Team' })).id
})
const create = () =>
  t.services.bots.create({ spaceId, userId: owner.id, name: 'Bot', description: '', iconUri: '' }).then(({ id }) => id)

test('a removed resource is never cached, even when it is located during the removal', async () => {
  const { resources } = t.services
  const id = await create()
  expect(await resources.locate(id)).toMatchObject({ id, spaceId, ownerId: owner.id })
  await t.infra.database.db.transaction(async (tx) => {
    await resources.remove(id, tx as never)
    // Not committed yet: other processes still see the old state and must not cache it.
    expect(await resources.locate(id)).toMatchObject({ id })
  })
  expect(await resources.locate(id)).toBeUndefined()
})
test('a change of owner is visible at once', async () => {
  const { resources } = t.services
  const receiver = await t.register('receiver')
  const id = await create()
  expect((await resources.locate(id))!.ownerId).toBe(owner.id)
  await resources.handOver(spaceId, owner.id, receiver.id)
  expect((await resources.locate(id))!.ownerId).toBe(receiver.id)
})
test('another process is notified through the bus; without a notification the entry expires after seconds', async () => {
  const { resources } = t.services
  t.clock.advance(60_000)
  const id = await create()
  await resources.locate(id)
  await t.infra.database.pool.query('DELETE FROM resource WHERE id = $1', [id])
  expect(await resources.locate(id), 'kept for a moment').toBeDefined()
  await t.infra.bus.publish('resource', id)
  expect(await resources.locate(id)).toBeUndefined()
  const other = await create()
  await resources.locate(other)
  await t.infra.database.pool.query('DELETE FROM resource WHERE id = $1', [other])
  t.clock.advance(6000)
  expect(await resources.locate(other)).toBeUndefined()
})
