import { gzipSync } from 'node:zlib'
import { ErrorCode } from '@orrery/contract/shared/error-codes'
import { beforeAll, describe, expect, test } from 'vitest'
import { canvas, codeNode, edge, endNode, greeting, param, ref, startNode, subNode } from '#testing/workflow-canvas.ts'
import { openTestApp, type Person, type TestApp } from '#testing/test-app.ts'
import { hashOf } from './shared/content-hash.ts'

let t: TestApp
let other: TestApp
let owner: Person
let far: Person
let outsider: Person
let spaceId: string
let farSpace: string
beforeAll(async () => {
  t = await openTestApp()
  other = await openTestApp()
  owner = await t.register('owner')
  outsider = await t.register('outsider')
  far = await other.register('far')
  spaceId = (await owner.api.space.create({ name: 'Source space' })).id
  farSpace = (await far.api.space.create({ name: 'Far' })).id
})
const calls = (workflowId: string) =>
  canvas(
    [startNode(), subNode('2', workflowId, '', ref('100001', 'input')), endNode([param('output', ref('2', 'output'))])],
    [edge('100001', '2'), edge('2', '900001')],
  )
const flow = async (name: string, schema: string, project?: string) => {
  const { workflow_id } = await owner.api.workflow.create({
    name,
    desc: 'd',
    space_id: spaceId,
    ...(project && { project_id: project }),
  })
  await owner.api.workflow.save({ workflow_id, schema })
  return workflow_id
}
const runDraft = async (app: TestApp, person: Person, space: string, workflow_id: string, input: string) => {
  const { execute_id } = await person.api.workflowRun.test({ workflow_id, space_id: space, input: { input } } as never)
  for (let tries = 0; tries < 100; tries += 1) {
    const process = await person.api.workflowRun.process({ workflow_id, space_id: space, execute_id } as never)
    if (process.executeStatus !== 1)
      return (process as { nodeResults: { nodeId: string; output: string }[] }).nodeResults
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  throw new Error(`still running in ${app.infra.config.dataDir}`)
}
const outputOf = (results: { nodeId: string; output: string }[]) =>
  JSON.parse(results.find((result) => result.nodeId === '900001')!.output) as unknown

describe('a whole space', () => {
  test('is moved to another instance as one file, and the same runs give the same results there', async () => {
    const inner = await flow('inner', greeting('<{{String1}}>'))
    const outer = await flow('outer', calls(inner))
    await owner.api.workflowVersion.publish({ workflow_id: inner, space_id: spaceId, force: true } as never)
    const project = (await owner.api.project.create({ space_id: spaceId, name: 'App' })).project_id
    await flow('in_app', greeting('app {{String1}}'), project)
    const bot = (await owner.api.bot.create({ space_id: spaceId, name: 'Helper' } as never)).bot_id
    await owner.api.bot.updateDraft({
      bot_info: {
        bot_id: bot,
        prompt_info: { prompt: 'Be kind' },
        workflow_info_list: [{ workflow_id: outer, workflow_name: 'outer' }],
      },
    })
    await owner.api.promptLibrary.save({
      prompt: { space_id: spaceId, name: 'Prompt', prompt_text: 'Say hi' },
    } as never)
    const table = await owner.api.database.add({
      space_id: spaceId,
      creator_id: owner.id,
      table_name: 'stock',
      table_desc: '',
      field_list: [{ name: 'item', desc: '', type: 1, must_required: true }],
      rw_mode: 3,
    } as never)
    const tableId = (table as unknown as { database_info: { id: string } }).database_info.id
    await t.services.databaseRecords.change(
      tableId,
      { userId: owner.id, isDraft: true },
      { add: [{ item: 'lamp' }], alter: [], remove: [] },
    )
    const { dataset_id } = await owner.api.knowledge.create({ space_id: spaceId, name: 'Notes', format_type: 0 })
    await owner.api.knowledge.createDocument({
      dataset_id,
      document_bases: [
        {
          name: 'a.md',
          source_info: { file_base64: Buffer.from('Tea is at four.').toString('base64'), file_type: 'md' },
        },
      ],
    })
    await t.services.knowledgeIngest.drain()

    const file = await owner.api.bundle.export({ space_id: spaceId, with_rows: true })
    expect(file.items.map((item) => `${item.kind} ${item.name}`).toSorted()).toEqual([
      'bot Helper',
      'database stock',
      'knowledge Notes',
      'project App',
      'prompt Prompt',
      'workflow in_app',
      'workflow inner',
      'workflow outer',
    ])
    expect(file.file_name).toBe('Source_space.orrery.json')
    expect(file.content).not.toContain(owner.id)

    const dry = await far.api.bundle.import({ space_id: farSpace, content: file.content, dry_run: true })
    expect(dry.items.map((item) => item.id)).toEqual(dry.items.map(() => ''))
    expect(dry.missing).toEqual([])
    expect((await far.api.library.list({ space_id: farSpace })).resource_list, 'a dry run makes nothing').toEqual([])

    const report = await far.api.bundle.import({ space_id: farSpace, content: file.content })
    const idOf = (name: string) => report.items.find((item) => item.name === name)!.id
    expect(report.items).toHaveLength(8)
    const here = outputOf(await runDraft(t, owner, spaceId, outer, 'x'))
    const there = outputOf(await runDraft(other, far, farSpace, idOf('outer'), 'x'))
    expect([here, there]).toEqual([{ output: '<x>' }, { output: '<x>' }])
    const copied = await far.api.bot.getDraft({ bot_id: idOf('Helper') })
    expect(JSON.stringify(copied)).toContain(idOf('outer'))
    expect(JSON.stringify(copied)).not.toContain(outer)
    expect(
      (await far.api.library.ofProject({ project_id: idOf('App') })).resource_groups[0]!.resource_list,
    ).toMatchObject([{ name: 'in_app' }])
    const rows = await other.services.databaseRecords.all(idOf('stock'), { userId: far.id, isDraft: true })
    expect(rows.rows.map((row) => row.item)).toEqual(['lamp'])
    await other.services.knowledgeIngest.drain()
    await other.services.searchIndex.catchUp()
    const { groups } = await far.api.search.all({ word: 'tea' })
    expect(groups.map((group) => [group.kind, group.items.map((item) => item.name)])).toEqual([['document', ['a.md']]])
    const flows = await far.api.library.list({ space_id: farSpace, res_type_filter: [2] })
    expect(
      flows.resource_list.map((resource) => resource.publish_status),
      'nothing is published unasked',
    ).toEqual([1, 1])
    const again = await far.api.bundle.import({ space_id: farSpace, content: file.content, publish: true })
    const published = await far.api.library.list({ space_id: farSpace, res_type_filter: [2], publish_status_filter: 2 })
    expect(published.resource_list.map((resource) => resource.res_id)).toEqual([
      again.items.find((item) => item.name === 'inner')!.id,
    ])
  })
  test('one resource is exported with its dependencies; missing dependencies are reported and left out', async () => {
    const inner = await flow('needed', greeting())
    const outer = await flow('needs', calls(inner))
    const alone = await owner.api.bundle.export({ space_id: spaceId, ids: [outer], with_dependencies: false })
    expect(alone.items.map((item) => item.name)).toEqual(['needs'])
    const report = await far.api.bundle.import({ space_id: farSpace, content: alone.content, dry_run: true })
    expect(report.missing).toEqual([{ kind: 'workflow', id: inner, used_by: 'needs' }])
    const mapped = (await far.api.workflow.create({ name: 'stand_in', desc: 'd', space_id: farSpace })).workflow_id
    const made = await far.api.bundle.import({
      space_id: farSpace,
      content: alone.content,
      id_map: { [inner]: mapped },
    })
    expect(made.missing).toEqual([])
    const { workflow } = await far.api.workflow.canvas({ workflow_id: made.items[0]!.id })
    expect(workflow.schema_json).toContain(mapped)
  })
})

describe('the report before an import', () => {
  test('lists names that are shortened, resources of the same name, and plugins that need a key', async () => {
    const here = (await owner.api.space.create({ name: 'Told' })).id
    const bot = await owner.api.bot.create({ space_id: here, name: 'Twin' } as never)
    const plugin = await owner.api.plugin.registerMeta({
      space_id: here,
      name: 'Keyed',
      desc: 'd',
      url: 'https://keyed.example.test',
      icon: {},
      auth_type: 1,
      location: 1,
      key: 'x-key',
      service_token: 'sk-secret',
    } as never)
    const file = await owner.api.bundle.export({ space_id: here, ids: [bot.bot_id, plugin.plugin_id] })
    const report = await owner.api.bundle.import({ space_id: here, content: file.content, dry_run: true })
    expect(report.items).toMatchObject([
      { name: 'Twin', source_name: 'Twin', exists: true, needs_key: false },
      { name: 'Keyed', source_name: 'Keyed', exists: true, needs_key: true },
    ])
    const unnamed = await owner.api.bundle.import({
      space_id: here,
      content: greeting(),
      file_name: 'day plan.json',
      dry_run: true,
    })
    expect(unnamed.items.map((item) => item.name)).toEqual(['day plan'])
    const dify =
      'kind: app\napp: { mode: chat, name: A name that is too long for a bot }\nmodel_config: { model: { name: m } }'
    const cut = await owner.api.bundle.import({ space_id: here, content: dify, dry_run: true })
    expect(cut.items).toMatchObject([
      { name: 'A name that is too l', source_name: 'A name that is too long for a bot', exists: false },
    ])
    const chinese = await t
      .apiWith({ cookie: owner.cookie(), 'accept-language': 'zh-CN' })
      .bundle.import({ space_id: here, content: dify, dry_run: true })
    expect(chinese.left_out).toEqual([{ what: '原模型为 m，如默认模型不合适请另选', where: '' }])
  })
})

describe('untrusted files', () => {
  const body = (items: unknown[], more: object = {}) => {
    const whole = { format: 'orrery.bundle', version: 1, roots: [], items, files: {}, ...more }
    return { ...whole, hash: hashOf(whole) }
  }
  const item = (more: object = {}) => ({
    kind: 'workflow',
    id: '5',
    name: 'flow',
    description: '',
    icon: '',
    subType: 0,
    project: '',
    published: true,
    needs: [],
    models: [],
    content: { schema: greeting(), flowMode: 0 },
    ...more,
  })
  const bring = (value: unknown, more: object = {}) =>
    owner.api.bundle.import({
      space_id: spaceId,
      content: typeof value === 'string' ? value : JSON.stringify(value),
      ...more,
    })
  test('files with a wrong or missing hash, of a newer format, or too large are refused', async () => {
    const good = body([item()])
    expect((await bring(good, { dry_run: true })).items).toHaveLength(1)
    const changed = { ...good, items: [item({ name: 'other' })] }
    await expect(bring(changed)).rejects.toMatchObject({ status: 400, code: ErrorCode.bundle.changed })
    await expect(bring({ ...good, hash: undefined })).rejects.toMatchObject({ code: ErrorCode.bundle.noHash })
    await expect(bring(body([item()], { version: 2 }))).rejects.toMatchObject({ code: ErrorCode.bundle.newer })
    const bomb = { gzip: gzipSync(Buffer.alloc(60 * 1024 * 1024)).toString('base64'), type: 'text/plain' }
    await expect(bring(body([item()], { files: { a: bomb } }))).rejects.toMatchObject({ status: 413 })
    await expect(bring('x'.repeat(65 * 1024 * 1024))).rejects.toMatchObject({ status: 413 })
    for (const bad of ['', 'nothing', '[]', 'null', '{"nodes":1}', 'kind: app'])
      await expect(bring(bad), bad).rejects.toMatchObject({ status: 400 })
    for (const bad of [
      { kind: 'space' },
      { name: '' },
      { content: { schema: '{' } },
      { kind: 'database', content: {} },
    ])
      await expect(bring(body([item(bad)])), JSON.stringify(bad)).rejects.toMatchObject({ status: 400 })
  })
  test('importing neither runs nor publishes anything, and preserves unknown nodes unchanged', async () => {
    const strange = JSON.parse(greeting()) as { nodes: object[] }
    strange.nodes.push({ id: '77', type: 'quantum', data: { secret: 'kept' }, meta: { position: { x: 0, y: 0 } } })
    const code = canvas(
      [
        startNode(),
        codeNode('2', ref('100001', 'input'), 'function main() { throw new Error("ran") }'),
        endNode([param('output', ref('2', 'result'))]),
      ],
      [edge('100001', '2'), edge('2', '900001')],
    )
    const before = await t.infra.database.pool.query('SELECT count(*)::int AS n FROM workflow_run')
    const report = await bring(
      body([
        item({ id: '1', content: { schema: JSON.stringify(strange), flowMode: 0 } }),
        item({ id: '2', name: 'code', content: { schema: code, flowMode: 0 } }),
      ]),
    )
    expect(report.items[0]!.unknown_node_types).toEqual(['quantum'])
    const { workflow } = await owner.api.workflow.canvas({ workflow_id: report.items[0]!.id })
    expect(JSON.parse(workflow.schema_json!).nodes.at(-1)).toEqual(strange.nodes.at(-1))
    const after = await t.infra.database.pool.query('SELECT count(*)::int AS n FROM workflow_run')
    expect(after.rows).toEqual(before.rows)
    const list = await owner.api.library.list({ space_id: spaceId, name: 'code' })
    expect(list.resource_list[0]!.publish_status).toBe(1)
  })
  test('an icon or document that refers to a file of another user imports nothing of that file', async () => {
    const secret = await t.services.uploads.store({
      userId: outsider.id,
      scene: 'file',
      name: 'secret.txt',
      bytes: Buffer.from('the secret'),
    })
    const report = await bring(
      body([
        item({ icon: secret.key }),
        item({
          id: '9',
          kind: 'knowledge',
          name: 'thief',
          content: { format: 0, documents: [{ name: 'x', extension: 'txt', file: secret.key, settings: {} }] },
        }),
      ]),
    )
    const [flowId, baseId] = report.items.map((item) => item.id)
    expect((await t.services.resources.get(flowId!))!.iconUri).toBe('')
    const documents = await t.services.knowledgeParts.documents.list(baseId!, {
      ids: [],
      keyword: '',
      page: 1,
      size: 5,
    })
    expect(documents.rows).toEqual([])
  })
  test('nothing is exported from, mapped to or deleted in other spaces', async () => {
    const theirs = (await outsider.api.space.create({ name: 'Theirs' })).id
    const foreign = (await outsider.api.workflow.create({ name: 'foreign', desc: 'd', space_id: theirs })).workflow_id
    const mine = await flow('mine', greeting())
    const file = await owner.api.bundle.export({ space_id: spaceId, ids: [mine, foreign] })
    expect([file.items.map((item) => item.name), file.failed]).toEqual([['mine'], [foreign]])
    const input = body([
      item({ needs: [{ kind: 'workflow', id: '4242' }], content: { schema: calls('4242'), flowMode: 0 } }),
    ])
    const report = await bring(input, { id_map: { 4242: foreign }, dry_run: true })
    expect(report.missing).toEqual([{ kind: 'workflow', id: '4242', used_by: 'flow' }])
    const result = await owner.api.bundle.removeMany({ space_id: spaceId, ids: [mine, foreign, '999'] })
    expect(result.removed).toEqual([mine])
    expect(result.failed.map((item) => item.id)).toEqual([foreign, '999'])
    expect(new Set(result.failed.map((item) => item.reason)).size, 'foreign and missing sound alike').toBe(1)
    expect((await outsider.api.workflow.canvas({ workflow_id: foreign })).workflow.name).toBe('foreign')
    await expect(outsider.api.bundle.export({ space_id: spaceId })).rejects.toMatchObject({ status: 404 })
    await expect(outsider.api.bundle.import({ space_id: spaceId, content: '{}' })).rejects.toMatchObject({
      status: 404,
    })
  })
})

describe('copies', () => {
  test('list dependencies in advance and include them', async () => {
    const inner = await flow('called_lib', greeting('in {{String1}}'))
    const outer = await flow('calling_lib', calls(inner))
    const target = (await owner.api.space.create({ name: 'Target' })).id
    const preview = await owner.api.bundle.preview({ res_id: outer, target_space_id: target })
    expect(preview.items.map((item) => item.name)).toEqual(['calling_lib', 'called_lib'])
    const inside = await owner.api.bundle.preview({ res_id: outer, target_space_id: spaceId })
    expect([inside.items.map((item) => item.name), inside.stays.map((stay) => stay.name)]).toEqual([
      ['calling_lib'],
      ['called_lib'],
    ])
    const { task_id } = await owner.api.library.copy({
      scene: 12,
      res_id: outer,
      res_type: 2,
      target_space_id: target,
    })
    await t.services.copyTasks.run(task_id)
    expect((await owner.api.library.copyDetail({ task_id })).task_detail.status).toBe(1)
    expect(
      (await owner.api.library.list({ space_id: target })).resource_list.map((resource) => resource.name).toSorted(),
    ).toEqual(['called_lib', 'calling_lib'])
  })
})
