import { beforeAll, expect, test } from 'vitest'
import { openTestApp, type Person, type TestApp } from '#testing/test-app.ts'

let t: TestApp
let owner: Person
let other: Person
let spaceId: string
const traceId = 'ab'.repeat(16)
const send = (person: Person, workspace_id: string) =>
  person.api.traceIngest.spans({
    spans: [
      {
        workspace_id,
        trace_id: traceId,
        span_id: 'cd'.repeat(8),
        started_at_micros: (t.clock.now() - 1000) * 1000,
        duration_micros: 10,
        span_name: 'ask',
        span_type: 'agent',
      },
    ],
  })
beforeAll(async () => {
  t = await openTestApp()
  owner = await t.register('owner')
  other = await t.register('other')
  spaceId = (await owner.api.space.create({ name: 'Own' })).id
  await send(owner, spaceId)
})
const read = (type: number, body: object, person = owner) =>
  person.api.traceOffline.read({ type, body: JSON.stringify(body) })
const range = () => ({ start_time: t.clock.now() - 60_000, end_time: t.clock.now() + 1000 })

test('each number runs its call and returns the same answer', async () => {
  const { type, body } = await read(0, { space_id: spaceId, ...range() })
  expect(type).toBe(0)
  const direct = await owner.api.observation.traces({ space_id: spaceId, ...range() })
  expect(JSON.parse(body)).toMatchObject({ code: 0, data: JSON.parse(JSON.stringify(direct)) as object })
  const tree = JSON.parse((await read(1, { space_id: spaceId, trace_id: traceId })).body) as object
  expect(JSON.stringify(tree)).toContain('cdcdcdcd')
  expect((await read(6, { space_id: spaceId, ...range() })).body).toContain('"code":0')
})
test('invalid input is refused with the field of the call; text that is not JSON is refused', async () => {
  await expect(read(1, { space_id: spaceId })).rejects.toThrow('trace_id')
  await expect(owner.api.traceOffline.read({ type: 0, body: 'traces' })).rejects.toThrow('body')
  await expect(read(13, {})).rejects.toMatchObject({ status: 400 })
})
test('only the instance owner may use it, and gains no access to other spaces', async () => {
  await expect(read(0, { space_id: spaceId, ...range() }, other)).rejects.toMatchObject({ status: 403 })
  const theirs = (await other.api.space.create({ name: 'Theirs' })).id
  await send(other, theirs)
  await expect(read(1, { space_id: theirs, trace_id: traceId })).rejects.toMatchObject({ status: 404 })
})
