import {
  ConnectorId,
  FieldType,
  type InterfaceDocument,
  type InterfaceEdit,
  PublishRecordStatus,
} from '@orrery/contract'
import { formFor, set, tableFor } from '@orrery/engine/interface'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import { allOps } from '../../../app.ts'
import { callByHand } from '#testing/call-by-hand.ts'
import { readEvents } from '#testing/read-events.ts'
import { sampleOf } from '#testing/sample-input.ts'
import { openTestApp, type Person, type TestApp } from '#testing/test-app.ts'
import { answerNode, canvas, edge, param, ref, startNode } from '#testing/workflow-canvas.ts'

/** Visitors of a published app, and people with a preview link, who try to get more than they are shown. */
let t: TestApp
let owner: Person
let space_id: string
let shop: App
let other: App
type App = Awaited<ReturnType<typeof makeApp>>

const says = (words: string) =>
  canvas(
    [
      startNode([
        { name: 'input', type: 'string', required: true },
        { name: 'tier', type: 'string', required: false },
      ]),
      answerNode([param('said', ref('100001', 'input')), param('tier', ref('100001', 'tier'))], words),
    ],
    [edge('100001', '900001')],
  )
async function makeApp(name: string) {
  const { api } = owner
  const { project_id } = await api.project.create({ space_id, name })
  const { workflow_id } = await api.workflow.create({ name: 'Greet', space_id, project_id, flow_mode: 0 })
  await api.workflow.save({ workflow_id, schema: says(`${name}: {{said}} as {{tier}}`) })
  await t.services.databases.create({
    spaceId: space_id,
    userId: owner.id,
    projectId: project_id,
    name: 'orders',
    description: '',
    iconUri: '',
    fields: [
      { name: 'city', desc: '', type: FieldType.text, must_required: true, id: 0, alterId: 0 },
      { name: 'amount', desc: '', type: FieldType.number, must_required: false, id: 0, alterId: 0 },
    ],
    mode: 1,
    promptDisabled: false,
  })
  const { channel_map } = await api.projectInterface.create({ project_id })
  const { sandbox_id } = channel_map['1']!
  const document = async () => {
    const { Sandbox } = await api.projectInterface.sandbox({ sandbox_id })
    return (JSON.parse(Sandbox.crdtHistory) as { document: InterfaceDocument }).document
  }
  const draw = (edits: InterfaceEdit[]) =>
    api.projectInterface.update({ sandbox_id, crdt_history: JSON.stringify(edits) })
  const { workflows, tables } = await api.projectInterface.targets({ project_id })
  const words = { send: 'Send', add: 'Add' }
  const home = { page: 'home', parent: '' }
  await draw(formFor(await document(), home, workflows[0]!, words).edits)
  await draw(tableFor(await document(), home, tables[0]!, words).edits)
  const { greet } = (await document()).sources as Record<string, { inputs: object }>
  await draw([set({ ...greet, inputs: { ...greet!.inputs, tier: 'guest' } }, 'sources', 'greet')])
  const { publish_record_id } = await api.projectPublish.publish({
    project_id,
    version_number: 'v1.0.0',
    connector_publish_config: { [ConnectorId.page]: {} },
  })
  await t.services.projectPublishing.run(publish_record_id)
  const record = () => api.projectPublish.record({ project_id, publish_record_id })
  const isDone = async () => expect((await record()).publish_status).toBe(PublishRecordStatus.publishDone)
  await vi.waitFor(isDone)
  const { links } = await api.share.links({ resource_id: project_id })
  const { key } = links.find(({ connector_id }) => connector_id === ConnectorId.page)!
  return { project_id, workflow_id, sandbox_id, key, draw }
}
beforeAll(async () => {
  t = await openTestApp()
  owner = await t.register('owner')
  space_id = (await owner.api.space.create({ name: 'Team' })).id
  shop = await makeApp('Shop')
  other = await makeApp('Other')
})
async function enter(key: string) {
  const { token } = await t.anonymous.share.enter({ key })
  return `Bearer ${token}`
}
const post = (path: string, body: object, authorization: string, more: Record<string, string> = {}) =>
  t.request(`/api/app_visit/${path}`, {
    method: 'POST',
    headers: { authorization, 'content-type': 'application/json', ...more },
    body: JSON.stringify(body),
  })
async function run(body: object, authorization: string) {
  const answer = await post('stream', { key: shop.key, source: 'greet', ...body }, authorization)
  if (!answer.headers.get('content-type')?.includes('event-stream')) return { status: answer.status, text: '', end: '' }
  const events = await readEvents(answer)
  const text = events.filter(({ event }) => event === 'partial').map(({ data }) => (data as { text: string }).text)
  return { status: 200, text: text.join(''), end: events.at(-1)!.event }
}

describe('a visitor', () => {
  test('case 20: cannot supply a workflow, nodes, a document, or an input set by the author', async () => {
    const authorization = await enter(shop.key)
    const nodes = JSON.parse(says('Owned')) as object
    const more = { document: { format: 'ui/1' }, target: other.workflow_id, workflow_id: other.workflow_id }
    const inputs = { input: 'Ada', tier: 'owner', extra: 1, target: other.workflow_id, constructor: 'x' }
    const said = await run({ ...more, nodes, schema: nodes, is_draft: true, version: 'draft', inputs }, authorization)
    expect(said).toEqual({ status: 200, text: 'Shop: Ada as guest', end: 'done' })
  })
  test('case 21: runs the published version, not later changes of the draft', async () => {
    const authorization = await enter(shop.key)
    await owner.api.workflow.save({ workflow_id: shop.workflow_id, schema: says('Draft only') })
    await shop.draw([set('Draft only', 'pages', 'home', 'title')])
    expect((await run({ inputs: { input: 'Ada' } }, authorization)).text).toBe('Shop: Ada as guest')
    const info = await (await post('info', { key: shop.key }, authorization)).text()
    for (const secret of ['Draft only', shop.workflow_id, 'guest as']) expect(info).not.toContain(secret)
  })
  test('case 3: has to supply all inputs within the size limit; they are converted to the declared types', async () => {
    const authorization = await enter(shop.key)
    expect((await run({ inputs: {} }, authorization)).end).not.toBe('done')
    // A workflow that expects a text gets a text, no matter what was sent.
    expect((await run({ inputs: { input: { a: 1 } } }, authorization)).text).toBe('Shop: {"a":1} as guest')
    expect((await run({ inputs: { input: ['a'] } }, authorization)).text).toBe('Shop: ["a"] as guest')
    const large = await run({ inputs: { input: 'x'.repeat(30 * 1024 * 1024) } }, authorization)
    expect(large).toMatchObject({ status: 413, text: '' })
  })
  test.each([
    ['a column that there is not', { city: 'Oslo', owner: 'x' }],
    ['a word for a number', { city: 'Oslo', amount: 'many' }],
    ['an object', { city: { a: 1 } }],
    ['__proto__', JSON.parse('{"city":"Oslo","__proto__":"x"}') as object],
    ['the column of who a row belongs to', { city: 'Oslo', bstudio_connector_uid: '1' }],
  ])('case 3: a row with %s is not added', async (_, values) => {
    const authorization = await enter(shop.key)
    const rows = async (request: object) =>
      (await (await post('rows', { key: shop.key, source: 'orders', request }, authorization)).json()) as {
        code: number
        data: { rows: object[] }
      }
    await rows({ action: 'insert', values })
    const { data } = await rows({ action: 'list' })
    const added = data.rows as Record<string, unknown>[]
    expect(added.every((row) => row['city'] === 'Oslo' && !('owner' in row) && row['amount'] !== 'many')).toBe(true)
    // Rows that were added are visible only to this visitor.
    const someone = await post(
      'rows',
      { key: shop.key, source: 'orders', request: { action: 'list' } },
      await enter(shop.key),
    )
    expect(((await someone.json()) as { data: { rows: object[] } }).data.rows).toEqual([])
  })
  test('case 3: cannot use a visit of one app for another app or for calls of the studio', async () => {
    const authorization = await enter(shop.key)
    for (const [path, body] of [
      ['info', {}],
      ['rows', { source: 'orders', request: { action: 'list' } }],
      ['stream', { source: 'greet', inputs: { input: 'x' } }],
    ] as const)
      expect((await post(path, { key: other.key, ...body }, authorization)).status, path).toBe(403)
    const visitor = t.apiWith({ authorization })
    for (const call of [
      () => visitor.projectInterface.get({ project_id: shop.project_id }),
      () => visitor.projectInterface.sandbox({ sandbox_id: shop.sandbox_id }),
      () =>
        visitor.projectInterface.rows({ project_id: shop.project_id, source: 'orders', request: { action: 'list' } }),
      () => visitor.builderSandbox.sandbox({ sandbox_id: shop.sandbox_id }),
      () => visitor.workflow.canvas({ workflow_id: shop.workflow_id, space_id } as never),
    ])
      await expect(call(), call.toString()).rejects.toMatchObject({ status: 401 })
  })
})

describe('case 12: a preview link', () => {
  const tokenOf = async (project_id: string) =>
    new URL((await owner.api.interfacePreview.link({ project_id })).url).searchParams.get('token')!
  const opens = (token: string) => t.anonymous.interfacePreview.document({ token })
  test('opens no other app, because its claims are signed', async () => {
    const token = await tokenOf(shop.project_id)
    expect((await opens(token)).document).toContain('orders')
    const [head, body, signature] = token.split('.') as [string, string, string]
    const claims = JSON.parse(Buffer.from(body, 'base64url').toString()) as object
    expect(JSON.stringify(claims)).toContain(shop.project_id)
    const swapped = JSON.stringify(claims).replaceAll(shop.project_id, other.project_id)
    await expect(opens(`${head}.${Buffer.from(swapped).toString('base64url')}.${signature}`)).rejects.toMatchObject({
      status: 404,
    })
    await expect(opens(`${Buffer.from('{"alg":"none"}').toString('base64url')}.${body}.`)).rejects.toMatchObject({
      status: 404,
    })
  })
  test('cannot be used as another token, nor another token as a preview link', async () => {
    const token = await tokenOf(shop.project_id)
    const { card_id } = await owner.api.cards.create({ space_id, name: 'Card' })
    const card = new URL((await owner.api.cardPicture.preview({ DraftID: card_id })).Content).searchParams.get('token')!
    const files = (await owner.api.cardTools.token({})).token
    const desk = (await owner.api.deskWriter.token({ scene: 'writer.write' })).token
    for (const strange of [card, files, desk]) await expect(opens(strange)).rejects.toMatchObject({ status: 404 })
    await expect(t.anonymous.cardPicture.previewed({ token })).rejects.toMatchObject({ status: 404 })
    const bearer = t.apiWith({ authorization: `Bearer ${token}` })
    await expect(bearer.projectInterface.get({ project_id: shop.project_id })).rejects.toMatchObject({ status: 401 })
    expect((await post('info', { key: shop.key }, `Bearer ${token}`)).status).toBe(403)
  })
  test('expires after half an hour, for viewing, running and rows alike', async () => {
    const token = await tokenOf(shop.project_id)
    const rows = () => t.anonymous.interfacePreview.rows({ token, source: 'orders', request: { action: 'list' } })
    expect((await rows()).rows).toEqual([])
    t.clock.advance(31 * 60_000)
    await expect(opens(token)).rejects.toMatchObject({ status: 404 })
    await expect(rows()).rejects.toMatchObject({ status: 404 })
    const ran = await t.anonymous.interfacePreview.run({ token, source: 'greet', inputs: { input: 'x' } })
    expect(ran.status).toBe(404)
  })
})

describe('case 62: a page of another origin cannot open a stream', () => {
  const groups = /^(projectInterface|interfacePreview|appVisit|cardAi|deskWriter|agentWork|agentBuild)$/
  const streams = allOps().filter(({ domain, op }) => groups.test(domain) && op.reply === 'stream')
  test('the API has streams to test', () => expect(streams.length).toBeGreaterThan(4))
  test.each(streams.map(({ domain, name, op }) => [`${domain}.${name}`, op] as const))('%s', async (_, op) => {
    const known: Record<string, string> = { key: shop.key, project_id: shop.project_id, sandbox_id: shop.sandbox_id }
    const input = { ...known, ...(sampleOf(op.input, (name) => known[name]) as object) }
    const foreign = { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' }
    const { status } = await callByHand(t, op, owner, input, { ...foreign, 'x-requested-with': '' })
    expect(status).toBe(403)
  })
})
