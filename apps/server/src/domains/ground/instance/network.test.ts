import { beforeAll, expect, test } from 'vitest'
import { openScriptedModel, says } from '#testing/scripted-model.ts'
import { readEvents } from '#testing/read-events.ts'
import { openTestApp, type Person, type TestApp } from '#testing/test-app.ts'

/** Private addresses that the instance owner allows. */
const server = await openScriptedModel()
let t: TestApp
let owner: Person
let other: Person
beforeAll(async () => {
  t = await openTestApp({ config: { egressAllow: ['10.0.0.9'] } })
  owner = await t.register('owner')
  other = await t.register('other')
})
const provider = () => ({ kind: 'ollama' as const, name: 'Local', base_url: `http://${server.host}`, model: 'llama3' })
const ask = async () => readEvents(await owner.api.instanceModel.test(provider()))

test('are refused until allowed, then reachable at once in every process, and refused again once removed', async () => {
  const second = await t.another()
  await expect(owner.api.instanceModel.createProvider(provider())).rejects.toMatchObject({
    status: 403,
    message: expect.stringContaining('Administration › Egress'),
  })
  expect(await owner.api.instance.network({})).toEqual({ allow: [], fixed: ['10.0.0.9'] })
  const url = `http://${server.host}/`
  await expect(owner.api.instance.tryNetwork({ url })).rejects.toMatchObject({ status: 403 })
  await owner.api.instance.saveNetwork({ allow: [server.host] })
  expect((await owner.api.instance.tryNetwork({ url })).status).toBeGreaterThan(0)
  server.script(says('hello'))
  expect((await ask()).at(-1)).toMatchObject({ event: 'done', data: { text: 'hello' } })
  await expect.poll(() => second.infra.egress.checkUrl(`http://${server.host}/v1`).host).toBe(server.host)
  // Only the listed host and port are allowed.
  expect(() => t.infra.egress.checkUrl('http://127.0.0.1:8081/')).toThrow(/private/)
  await owner.api.instance.saveNetwork({ allow: [] })
  await expect(owner.api.instanceModel.createProvider(provider())).rejects.toMatchObject({ status: 403 })
  await expect
    .poll(() => {
      try {
        return second.infra.egress.checkUrl(`http://${server.host}/v1`).host
      } catch {
        return 'refused'
      }
    })
    .toBe('refused')
})

test('are stored: a process that starts later loads them', async () => {
  await owner.api.instance.saveNetwork({ allow: [server.host] })
  const later = await t.another()
  expect(() => later.infra.egress.checkUrl(`http://${server.host}/v1`)).toThrow()
  await later.start()
  expect(later.infra.egress.checkUrl(`http://${server.host}/v1`).host).toBe(server.host)
  await owner.api.instance.saveNetwork({ allow: [] })
})

test('can be changed only by the owner, are written as host or host:port, and every change is audited', async () => {
  await expect(other.api.instance.network({})).rejects.toMatchObject({ status: 403 })
  await expect(other.api.instance.saveNetwork({ allow: ['127.0.0.1'] })).rejects.toMatchObject({ status: 403 })
  for (const wrong of ['http://127.0.0.1/v1', '127.0.0.1:99999', '10.0.0.0/8', '*'])
    await expect(owner.api.instance.saveNetwork({ allow: ['ok.test', wrong] })).rejects.toMatchObject({
      status: 400,
      message: expect.stringMatching(/^allow: .*host:port/),
    })
  expect((await owner.api.instance.network({})).allow).toEqual([])
  await owner.api.instance.saveNetwork({ allow: ['Ollama.Local:11434', 'ollama.local:11434'] })
  expect((await owner.api.instance.network({})).allow).toEqual(['ollama.local:11434'])
  const { events } = await owner.api.instance.audit({ page: 1, size: 1 })
  expect(events[0]).toMatchObject({
    action: 'instance.network',
    actor_id: owner.id,
    detail: { added: ['ollama.local:11434'], removed: [] },
  })
})
