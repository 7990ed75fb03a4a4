import { type Op, ParameterType } from '@orrery/contract'
import { beforeAll, describe, expect, test } from 'vitest'
import { allOps } from '../../../app.ts'
import { param } from '#domains/resources/plugin/testing/plugin-lab.ts'
import { pdfOf } from '#domains/resources/knowledge/testing/hostile-files.ts'
import { answerWords } from '#testing/answer-words.ts'
import { callByHand } from '#testing/call-by-hand.ts'
import { type Leaf, leavesOf, replaced, sampleOf } from '#testing/sample-input.ts'
import { openTestApp, type Person, type TestApp } from '#testing/test-app.ts'
import { greeting } from '#testing/workflow-canvas.ts'

/** Every call of builders and desks is made with foreign ids in place of each id in its input. */
let t: TestApp
let eve: Person
let own: Things
let theirs: Things
type Things = Awaited<ReturnType<typeof makeThings>>
async function makeThings({ api }: Person) {
  const space = (await api.space.create({ name: 'Team' })).id
  const app = (await api.agentApp.create({ space_id: space, agent_app_name: 'Hidden shop' })).agent_app_id
  const { bot_id: bot, sandbox_id } = await api.agentApp.get({ agent_app_id: app })
  const sandbox = sandbox_id || (await api.projectInterface.create({ project_id: app })).channel_map['1']!.sandbox_id
  const ui = (await api.projectInterface.get({ project_id: app })).ui_id
  const { table_ids } = await api.agentBuild.addTables({
    bot_id: bot,
    table_list: [{ name: 'orders', field_list: [{ name: 'city' }] }],
  })
  const snapshot = (await api.builderSandbox.createSnapshot({ sandbox_id: sandbox })).snapshotId
  const card = (await api.cards.create({ space_id: space, name: 'Hidden card' })).card_id
  const design = { format: 'card/1', elements: [], variables: [] }
  const template = { space_id: space, name: 'Hidden', dsl_content: JSON.stringify(design) }
  const { uri } = await api.deskPaper.upload({ data: new File([new Uint8Array(pdfOf(['x']))], 'a.pdf') })
  const paper = await api.deskPaper.analyse({ uri, name: 'Hidden paper' })
  const reading = { agent_id: 'reader', name: 'Hidden paper', init_param: { paper_id: paper.paper_id } }
  const files = { 'index.ts': 'export const stars = () => {}' }
  const contains = JSON.stringify({ components: [{ name: 'stars', title: 'Stars' }], files })
  const { plugin_id: plugin } = await api.plugin.registerMeta({
    space_id: space,
    name: 'Paper',
    desc: 'News',
    icon: {},
    creation_method: 1,
    ide_code_runtime: '1',
  })
  const { api_id: tool } = await api.pluginTool.create({
    plugin_id: plugin,
    name: 'news',
    desc: 'News',
    source_code: 'function handler() { return { title: "x" } }',
    request_params: [],
    response_params: [param('title', ParameterType.string)],
  })
  return {
    plugin,
    tool,
    contains,
    interface: (await api.projectInterface.get({ project_id: app })).dsl_content,
    space,
    app,
    bot,
    sandbox,
    ui,
    snapshot,
    card,
    uri,
    table: table_ids[0]!,
    template: (await api.cardBuilder.saveTemplate(template)).template_id,
    record: (await api.cardAi.generate({ card_id: card, description: 'News with a title' })).record_id,
    work: (await api.agentWork.plan({ space_id: space, description: 'Track orders' })).work_id,
    instance: (await api.desk.create(reading)).instance_id,
    paper: paper.paper_id,
    dataset: paper.dataset_id,
    document: paper.document_id,
    package: (
      await api.agentAppPackage.create({
        space_id: space,
        package_name: 'rating',
        version_name: '1.0.0',
        meta_contains: contains,
      })
    ).package_id,
  }
}
beforeAll(async () => {
  t = await openTestApp()
  await t.register('instance')
  eve = await t.register('eve')
  own = await makeThings(eve)
  theirs = await makeThings(await t.register('alice'))
})

const meant: [RegExp, (keyof Things)[]][] = [
  [/space/i, ['space']],
  [/sandbox/i, ['sandbox']],
  [/snapshot/i, ['snapshot']],
  [/^(ui_id|starry_app_id|app_id|AppID)$/, ['app', 'ui']],
  [/project|agent_app|source_app/i, ['app']],
  [/table/i, ['table']],
  [/template|^ids$/i, ['template']],
  [/record/i, ['record']],
  [/card|DraftID/i, ['card']],
  [/work_id/i, ['work']],
  [/instance/i, ['instance']],
  [/dataset/i, ['dataset']],
  [/document/i, ['document']],
  [/package/i, ['package']],
  [/bot_id/i, ['bot']],
  [/uri|file_name|file_url|^url$/i, ['uri']],
]
const kindsOf = (name: string) => meant.find(([pattern]) => pattern.test(name))?.[1]
const nameOf = ({ path }: Leaf) => path.findLast((key) => key !== '0') ?? ''
const hint = (name: string) => {
  const [kind] = kindsOf(name) ?? []
  return kind && own[kind]
}
/** Further input that a call needs before it looks at an id. */
const besides: Record<string, (things: Things) => object> = {
  'agentBuild.generate': () => ({ scene: 3, string_variables: { requirement: 'Track orders with a city and a date' } }),
  'agentBuild.fromSandbox': (things) => ({ sandbox: things.interface }),
  'agentBuild.updateBot': () => ({
    agent_workflow_list: [{ name: 'greet', schema: greeting('Hello {{String1}}') }],
    bot_workflow_list: [{ name: 'greet', schema: greeting('Hello {{String1}}') }],
  }),
  'agentAppPackage.create': (things) => ({ meta_contains: things.contains, package_name: 'other' }),
  'builderSandbox.proxy': (things) => ({
    path: '/api/agent_app_builder/v1/starry/sandbox/get',
    payload: { sandbox_id: things.sandbox },
  }),
  'cards.bind': (things) => ({
    plugin_id: things.plugin,
    api_name: 'news',
    unique_id: 'news',
    business_id: things.plugin,
  }),
}
/** External URLs and the text of an interface. These fields are not ids, though their names look like it. */
const noIds = new Set([
  'agentBuild.fromSandbox sandbox',
  'cardBuilder.save design.elements.0.buttons.0.action.url',
  'cardBuilder.sendTest url',
  'deskWriter.saveReferences references.0.url',
])
/** Merges further input into a sample. Where both have a value, the one of `more` is used. */
function together(sample: unknown, more: unknown): unknown {
  if (Array.isArray(sample) && Array.isArray(more)) return sample.map((item, at) => together(item, more[at]))
  if (typeof sample !== 'object' || sample === null || typeof more !== 'object' || more === null) return more ?? sample
  const [one, two] = [sample as Record<string, unknown>, more as Record<string, unknown>]
  return { ...one, ...Object.fromEntries(Object.entries(two).map(([key, value]) => [key, together(one[key], value)])) }
}
const groups = new Set(
  (
    'projectInterface builderSandbox interfacePicture interfacePreview componentPackage cards cardBuilder cardAi ' +
    'cardPicture cardTools desk deskPaper deskWriter agentApp agentAppFile agentAppPackage agentAppPlugin agentBuild agentWork'
  ).split(' '),
)
const calls = allOps()
  .filter(({ domain }) => groups.has(domain))
  .map(({ domain, name, op }) => ({ id: `${domain}.${name}`, op, ids: leavesOf(op.input).filter(isId) }))
function isId(leaf: Leaf) {
  const name = nameOf(leaf)
  const isOne = kindsOf(name) !== undefined && leaf.kind !== 'boolean' && leaf.kind !== 'enum'
  return isOne && leaf.schema.safeParse('4711').success && !/version|name$|contains|status/.test(name)
}
async function answer(op: Op, input: unknown, id: string): Promise<string> {
  const send = () => callByHand(t, op, eve, input as Record<string, unknown>)
  let said = await send()
  if (said.status === 429) {
    t.clock.advance(3600_000)
    said = await send()
  }
  expect(said.status, said.body.msg).toBeLessThan(500)
  return answerWords(said, id)
}

describe('no call reveals whether a foreign resource exists', () => {
  test.each(calls.filter(({ op, ids }) => ids.length > 0 && op.body === 'json'))(
    '$id',
    async ({ id: call, op, ids }) => {
      for (const leaf of ids) {
        if (noIds.has(`${call} ${leaf.path.join('.')}`)) continue
        const sample = sampleOf(op.input, hint, leaf.path)
        const input = together(sample, besides[call]?.(own))
        for (const kind of kindsOf(nameOf(leaf))!) {
          const missing = kind === 'uri' ? theirs.uri.replace(/[0-9a-f]{48}/, '0'.repeat(48)) : '4711'
          const send = (id: string) => answer(op, replaced(input, leaf.path, id), id)
          const before = await send(missing)
          const found = await send(theirs[kind])
          expect([before, await send(missing)], leaf.path.join('.')).toContain(found)
          expect(found, leaf.path.join('.')).not.toContain('Hidden')
          // A refusal for another reason would make the comparison meaningless.
          expect(found, leaf.path.join('.')).not.toMatch(/^400/)
        }
      }
    },
  )
})

describe('a header and a body that name different spaces are refused before anything is done', () => {
  const headed = calls.filter(({ op }) => op.headers?.['space_id'] && op.body === 'json')
  test('there are such calls in each builder', () => expect(headed.length).toBeGreaterThan(45))
  test.each(headed)('$id', async ({ op }) => {
    const input = { ...(sampleOf(op.input, hint, ['space_id']) as object), space_id: own.space }
    const name = op.headers!['space_id']!
    const said = await callByHand(t, op, eve, input, { [name]: theirs.space })
    expect([said.status, said.body.msg]).toEqual([400, expect.stringContaining('space_id')])
  })
})

test('a call with many ids answers only for the own ones', async () => {
  const foreign = Array.from({ length: 98 }, (_, n) => String(9000 + n))
  const cards = await eve.api.cardBuilder.mget({ space_id: own.space, card_ids: [own.card, theirs.card, ...foreign] })
  expect(cards.card_basic_infos.map(({ card_id }) => card_id)).toEqual([own.card])
  const papers = { dataset_id: own.dataset, document_ids: [own.document, theirs.document, ...foreign] }
  const told = await eve.api.deskPaper.progress(papers).then(
    ({ data_list }) => data_list.map(({ document_id }) => document_id),
    (cause: { status: number }) => cause.status,
  )
  expect([404, [own.document]]).toContainEqual(told)
  const tables = { bot_id: own.bot, table_ids: [own.table, theirs.table] }
  await expect(eve.api.agentBuild.updateBot(tables)).rejects.toMatchObject({ status: 404 })
})
