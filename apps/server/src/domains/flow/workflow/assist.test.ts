import { ErrorCode } from '@orrery/contract/shared/error-codes'
import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { openScriptedModel, says } from '#testing/scripted-model.ts'
import { openTestApp, type Person, type TestApp } from '#testing/test-app.ts'
import { canvas, edge, endNode, greeting, httpNode, param, ref, startNode, subNode } from '#testing/workflow-canvas.ts'

const server = await openScriptedModel()
let t: TestApp
let me: Person
let member: Person
let outsider: Person
let spaceId: string
beforeAll(async () => {
  t = await openTestApp({ config: { egressAllow: [server.host] } })
  ;[me, member, outsider] = [await t.register('me'), await t.register('member'), await t.register('outsider')]
  spaceId = (await me.api.space.create({ name: 'Assist' })).id
  await me.api.space.addMembers({ space_id: spaceId, member_info_list: [{ user_id: member.id }] })
})
afterEach(() => server.reset())

async function make(schema = greeting(), more: object = {}) {
  const { workflow_id } = await me.api.workflow.create({ name: 'Flow', space_id: spaceId, ...more })
  await me.api.workflow.save({ workflow_id, schema })
  return workflow_id
}
async function published(schema = greeting(), more: object = {}) {
  const workflow_id = await make(schema, more)
  await me.api.workflowVersion.publish({ workflow_id, force: true, workflow_version: 'v1.0.0' })
  return workflow_id
}

describe('tools', () => {
  test('a published workflow can be read as a tool, with its inputs and outputs in both spellings', async () => {
    const id = await published()
    await me.api.workflow.save({
      workflow_id: id,
      schema: canvas([startNode([]), endNode([])], [edge('100001', '900001')]),
    })
    const detail = await me.api.workflowAssist.apiDetail({ pluginID: id })
    expect(detail).toMatchObject({
      pluginID: id,
      name: 'Flow',
      version: 'v1.0.0',
      latest_version: 'v1.0.0',
      pluginType: 4,
      spaceID: spaceId,
      inputs: [{ name: 'input', type: 'string', required: true }],
      outputs: [{ name: 'output', type: 'string' }],
    })
    expect(JSON.parse(detail.Inputs)).toEqual(detail.inputs)
    await expect(outsider.api.workflowAssist.apiDetail({ pluginID: id })).rejects.toMatchObject({ status: 404 })
    await expect(me.api.workflowAssist.apiDetail({ pluginID: '99' })).rejects.toMatchObject({ status: 404 })
  })
  test('a workflow needs no authorisation of its own, and a missing one is not found', async () => {
    const id = await published()
    expect((await me.api.workflowAssist.pluginAuth({ plugin_id: id })).auth_info).toEqual({
      is_oauth: false,
      status: 1,
      content: '',
    })
    await expect(me.api.workflowAssist.pluginAuth({ plugin_id: '99' })).rejects.toMatchObject({ status: 404 })
  })
  test('fields of a node are returned with their limits: all fields, or the requested ones', async () => {
    const { config } = await me.api.workflowAssist.fieldConfig({ nodeType: '3' })
    const all = Object.keys(config)
    expect(all.length).toBeGreaterThan(3)
    for (const text of Object.values(config))
      expect(JSON.parse(text)).toMatchObject({ kind: expect.any(String), section: expect.any(String) })
    const some = await me.api.workflowAssist.fieldConfig({ nodeType: '3', fieldNames: [all[0]!] })
    expect(Object.keys(some.config)).toEqual([all[0]])
    await expect(me.api.workflowAssist.fieldConfig({ nodeType: '12345' })).rejects.toMatchObject({ status: 404 })
  })
  test('the nodes of image flows are listed in the language of the caller', async () => {
    const { categoried_nodes } = await me.api.workflowAssist.imageNodes({})
    const types = categoried_nodes[0]!.nodes.map((node) => node.node_template!.node_type)
    expect(types).toContain('23')
    expect(types).not.toContain('3')
    // Everything that an image flow may contain: models and branches too, but no nodes that talk to people or store
    // data.
    const all = (await me.api.workflowAssist.imageNodes({ tab_type: 10 })).categoried_nodes
    expect(all[0]!.category_i18n_key).toBe('image')
    const offered = all.flatMap(({ nodes }) => nodes.map((node) => node.node_template!.node_type))
    expect(offered).toEqual(expect.arrayContaining(['16', '23', '3', '8']))
    for (const type of ['18', '30', '13', '46', '39']) expect(offered).not.toContain(type)
    await expect(me.api.workflowAssist.imageNodes({ tab_type: 5 as 10 })).rejects.toMatchObject({
      status: 400,
      message: expect.stringContaining('tab_type') as string,
    })
  })
  test('an upload token is issued for the files of a canvas', async () => {
    const response = await t.request('/api/workflow_api/upload/auth_token', {
      method: 'POST',
      headers: { 'content-type': 'application/json', cookie: me.cookie(), 'x-requested-with': 'XMLHttpRequest' },
      body: '{"scene":"imageflow"}',
    })
    const { data } = (await response.json()) as { data: { auth: { session_token: string }; upload_host: string } }
    expect(data.auth.session_token).not.toBe('')
  })
})

describe('the token of a code editor', () => {
  const withToken = (token: string) => t.apiWith({ authorization: `Bearer ${token}` })
  test('reads the drafts of its space for an hour, and nothing else', async () => {
    const id = await make()
    const { token, expired_at } = await me.api.workflowAssist.ideToken({ space_id: spaceId })
    expect(expired_at * 1000 - t.clock.now()).toBeGreaterThan(3_500_000)
    const api = withToken(token)
    expect((await api.workflow.canvas({ workflow_id: id })).workflow.schema_json).toBe(greeting())
    await expect(api.workflow.save({ workflow_id: id, schema: greeting('x') })).rejects.toMatchObject({ status: 403 })
    await expect(api.workflow.remove({ workflow_id: id })).rejects.toMatchObject({ status: 403 })
    await expect(api.workflowAssist.ideToken({ space_id: spaceId })).rejects.toMatchObject({ status: 403 })
    const other = (await me.api.space.create({ name: 'Other' })).id
    const { workflow_id } = await me.api.workflow.create({ name: 'There', space_id: other })
    await expect(api.workflow.canvas({ workflow_id })).rejects.toMatchObject({ status: 404 })
  })
  test('may write if requested, and is revoked by the next token', async () => {
    const id = await make()
    const { token } = await me.api.workflowAssist.ideToken({ space_id: spaceId, can_write: true })
    await withToken(token).workflow.save({ workflow_id: id, schema: greeting('written') })
    expect((await me.api.workflow.canvas({ workflow_id: id })).workflow.schema_json).toBe(greeting('written'))
    await me.api.workflowAssist.ideToken({ space_id: spaceId })
    await expect(withToken(token).workflow.canvas({ workflow_id: id })).rejects.toMatchObject({ status: 401 })
    await expect(outsider.api.workflowAssist.ideToken({ space_id: spaceId })).rejects.toMatchObject({ status: 404 })
  })
})

describe('finding workflows', () => {
  test('lists published workflows of several spaces, without those of spaces that the caller is not in', async () => {
    const id = await published()
    const theirs = (await outsider.api.space.create({ name: 'Theirs' })).id
    const { workflows } = await me.api.workflowAssist.listable({ space_id_list: [spaceId, theirs], size: 100 })
    expect(workflows.find((workflow) => workflow.workflow_id === id)).toMatchObject({
      schema: greeting(),
      space_id: spaceId,
      latest_publish_commit_id: expect.stringMatching(/^\d+$/),
    })
    expect((await outsider.api.workflowAssist.listable({ space_id_list: [spaceId] })).workflows).toEqual([])
  })
  test('lists the workflows of a project, and those that a bot uses', async () => {
    const project = (await t.services.resources.create({ kind: 'project', spaceId, ownerId: me.id, name: 'P' })).id
    const inside = await make(greeting(), { project_id: project })
    const found = await me.api.workflowAssist.bound({ space_id: spaceId, bind_biz_id: project })
    expect(found).toMatchObject({
      total: 1,
      workflow_list: [{ workflow_id: inside }],
      auth_list: [{ auth: { can_edit: true } }],
    })
    expect((await member.api.workflowAssist.bound({ bind_biz_id: project })).auth_list[0]!.auth.can_edit).toBe(false)
    expect((await me.api.workflowAssist.bound({ bind_biz_id: project, status: 2 })).total).toBe(0)
    const used = await published()
    const { bot_id } = await me.api.bot.create({ space_id: spaceId, name: 'Bot' })
    const workflow_info_list = [{ workflow_id: used, plugin_id: used }]
    await me.api.bot.updateDraft({ bot_info: { bot_id, workflow_info_list } } as never)
    await expect(outsider.api.workflowAssist.bound({ bind_biz_id: project })).rejects.toMatchObject({ status: 404 })
    const ofBot = await me.api.workflowAssist.bound({ bind_biz_id: bot_id })
    expect(ofBot.workflow_list.map((workflow) => workflow.workflow_id)).toEqual([used])
    expect((await me.api.workflowAssist.bound({ space_id: spaceId })).total).toBeGreaterThan(0)
  })
  test('the categories of examples are derived from the nodes of the workflows', async () => {
    const web = canvas(
      [startNode([]), httpNode('2', 'https://example.test', '{}'), endNode([param('o', ref('2', 'body'))])],
      [edge('100001', '2'), edge('2', '900001')],
    )
    const before = (await me.api.workflowAssist.templateTags({})).tags.find((tag) => tag.type === 9)?.count ?? 0
    await published(web)
    const { tags } = await me.api.workflowAssist.templateTags({})
    expect(tags.find((tag) => tag.type === 9)).toMatchObject({ count: before + 1, name: 'Network' })
    expect((await outsider.api.workflowAssist.templateTags({})).tags).toEqual([
      { type: 1, name: 'All', icon: '', active_icon: '', count: 0 },
    ])
  })
  test('reports who may add collaborators to a workflow', async () => {
    const id = await make()
    await me.api.workflow.openCollaborator({ workflow_id: id })
    await me.api.collaborator.add({ resource: { id, type: 6 }, principal: { id: member.id, type: 1 } })
    const ask = (person: Person, only = false) =>
      person.api.workflowAssist.behavior({ workflow_id: id, action_type: 2, only_config_item: only })
    expect(await ask(me)).toMatchObject({
      auth_type: 1,
      config: { workflow_count: 1, collaborators_count: 1 },
      can_upgrade: false,
    })
    const other = await make()
    expect(await member.api.workflowAssist.behavior({ workflow_id: other, action_type: 1 })).toMatchObject({
      auth_type: 2,
    })
    expect((await ask(me, true)).auth_type).toBeUndefined()
  })
})

describe('inputs, schedules and openings', () => {
  const ask = (copilot_type: number, more: object = {}) =>
    me.api.workflowAssist.copilot({ space_id: spaceId, copilot_type, ...more })
  test('test inputs are filled in by type, then from the last run, without any model', async () => {
    const schema = canvas(
      [
        startNode([
          { name: 'who', type: 'string' },
          { name: 'n', type: 'integer' },
          { name: 'list', type: 'list', schema: { type: 'object', schema: [{ name: 'ok', type: 'boolean' }] } },
          { name: 'given', type: 'string', defaultValue: 'set' },
        ]),
        endNode([param('o', ref('100001', 'who'))]),
      ],
      [edge('100001', '900001')],
    )
    const workflow_id = await make(schema)
    const first = await ask(3, { workflow_id })
    expect(first.generated_by).toBe(3)
    expect(JSON.parse(first.data.content)).toEqual({ who: 'sample who', n: 1, list: [{ ok: true }], given: 'set' })
    await me.api.workflowRun.test({ workflow_id, input: { who: 'Ann', n: '5' } })
    const again = await ask(3, { workflow_id })
    expect(again).toMatchObject({ generated_by: 1, data: { content: '{"who":"Ann","n":"5"}' } })
    const node = await ask(4, {
      workflow_id,
      generate_test_case_input: { generate_node_debug_input_config: { node_id: '900001' } },
    })
    await expect
      .poll(
        async () =>
          (
            await ask(4, {
              workflow_id,
              generate_test_case_input: { generate_node_debug_input_config: { node_id: '900001' } },
            })
          ).generated_by,
      )
      .toBe(1)
    expect(node.data.content).not.toBe('')
  })
  test('a schedule and an opening need a real model', async () => {
    for (const type of [0, 1, 2])
      await expect(ask(type, { query: 'every day at nine' })).rejects.toMatchObject({
        code: ErrorCode.workflow.needsModel,
      })
  })
  test('an outsider is refused', async () => {
    const workflow_id = await make()
    await expect(
      outsider.api.workflowAssist.copilot({ space_id: spaceId, copilot_type: 3, workflow_id }),
    ).rejects.toMatchObject({ status: 404 })
  })
  describe('with a model', () => {
    beforeAll(async () => {
      const provider = await me.api.instanceModel.createProvider({
        kind: 'openai-compatible',
        name: 'Scripted',
        base_url: server.baseUrl,
        api_key: 'sk-copilot-secret-01',
      })
      await me.api.instanceModel.createModel({ provider_id: provider.id, name: 'Tiny', model: 'tiny' })
    })
    test('an answer that is not a valid schedule is refused', async () => {
      server.script(says('`0 9 * * *`'), says('every day at nine'))
      expect(await ask(0, { query: 'every day at nine' })).toMatchObject({
        data: { content: '0 9 * * *' },
        generated_by: 2,
      })
      await expect(ask(0, { query: 'every day at nine' })).rejects.toMatchObject({
        code: ErrorCode.workflow.writingFailed,
      })
    })
    test('inputs contain the names of the workflow and no others', async () => {
      const workflow_id = await make()
      server.script(says('{"input":"Ann","extra":1}'), says('{"input":"Bob"}'))
      expect(JSON.parse((await ask(1, { workflow_id, query: 'for Ann' })).data.content)).toEqual({ input: 'Ann' })
      expect(await ask(3, { workflow_id, query: 'a name' })).toMatchObject({
        data: { content: '{"input":"Bob"}' },
        generated_by: 2,
      })
    })
    test('an opening is written as JSON', async () => {
      server.script(says('{"prologue":"Hi","suggested_questions":["a"]}'))
      expect((await ask(2, { query: 'a travel guide' })).data.content).toBe(
        '{"prologue":"Hi","suggested_questions":["a"]}',
      )
    })
  })
})

describe('environments', () => {
  test('hold a commit under a name, which callers run by naming it', async () => {
    const workflow_id = await published(greeting('v1 {{String1}}'))
    await me.api.workflow.save({ workflow_id, schema: greeting('next {{String1}}') })
    const { publish_commit_id } = await me.api.workflowVersion.publish({
      workflow_id,
      env: 'ppe_next',
      version_description: 'to try',
    })
    await me.api.workflow.save({ workflow_id, schema: greeting('later {{String1}}') })
    const run = async (ext?: Record<string, string>) =>
      (await me.api.workflowOpen.run({ workflow_id, parameters: { input: 'x' }, ext })).data
    expect([await run(), await run({ env: 'ppe_next' })]).toEqual(['{"output":"v1 x"}', '{"output":"next x"}'])
    const { env_list } = await member.api.workflowUpkeep.environments({ workflow_id })
    expect(env_list).toMatchObject([
      { env: 'ppe_next', desc: 'to try', commit_id: publish_commit_id, user: { user_id: me.id } },
    ])
    expect((await me.api.workflow.canvas({ workflow_id })).workflow.latest_version).toBe('v1.0.0')
    await expect(member.api.workflowUpkeep.deleteEnvironment({ workflow_id, env: 'ppe_next' })).rejects.toMatchObject({
      status: 403,
    })
    await me.api.workflowUpkeep.deleteEnvironment({ workflow_id, env: 'ppe_next' })
    await expect(run({ env: 'ppe_next' })).rejects.toMatchObject({ status: 404 })
    await expect(me.api.workflowUpkeep.deleteEnvironment({ workflow_id, env: 'ppe_next' })).rejects.toMatchObject({
      status: 404,
    })
  })
  test('refuse a workflow that cannot run, and are listed page by page', async () => {
    const workflow_id = await make(canvas([startNode(), endNode([])], []))
    await expect(me.api.workflowVersion.publish({ workflow_id, env: 'x' })).rejects.toMatchObject({ status: 400 })
    const good = await make()
    for (const env of ['a', 'b', 'c']) await me.api.workflowVersion.publish({ workflow_id: good, env })
    const first = await me.api.workflowUpkeep.environments({ workflow_id: good, limit: 2 })
    expect([first.env_list.map((env) => env.env), first.has_more]).toEqual([['a', 'b'], true])
    expect(
      (await me.api.workflowUpkeep.environments({ workflow_id: good, limit: 2, cursor: first.cursor })).env_list.map(
        (env) => env.env,
      ),
    ).toEqual(['c'])
  })
})

describe('upkeep', () => {
  const corruptRow = (workflow_id: string) =>
    t.infra.database.pool.query(
      "UPDATE workflow SET uses = '{}', version = 'v9.9.9', publish_commit_id = 1 WHERE id = $1",
      [workflow_id],
    )
  test('repairs stored values that no longer match the canvas and the versions', async () => {
    const inner = await published()
    const workflow_id = await published(
      canvas(
        [startNode(), subNode('3', inner, '', ref('100001', 'input')), endNode([param('o', ref('3', 'output'))])],
        [edge('100001', '3'), edge('3', '900001')],
      ),
    )
    await corruptRow(workflow_id)
    const looked = await me.api.workflowUpkeep.migrate({ type: 1, run_model: 1, workflow_id })
    expect(JSON.parse(looked.data)).toMatchObject({
      is_dry_run: true,
      changed: [{ id: workflow_id, changes: ['uses', 'version', 'publishCommitId'] }],
    })
    expect((await me.api.workflow.canvas({ workflow_id })).workflow.latest_version).toBe('v9.9.9')
    const { workflow, draft_commit_id } = await me.api.workflowUpkeep.repair({ workflow_id })
    expect([workflow.latest_version, draft_commit_id === workflow.save_version]).toEqual(['v1.0.0', true])
    expect(
      (await me.api.workflowVersion.references({ workflow_id: inner })).workflow_list.map(
        (workflow) => workflow.workflow_id,
      ),
    ).toEqual([workflow_id])
  })
  test('of a space lists the workflows that cannot run; only the instance owner may run it for the whole instance', async () => {
    const broken = await make(canvas([startNode()], []))
    const fine = await published()
    await corruptRow(fine)
    const done = await me.api.workflowUpkeep.migrate({ type: 2, run_model: 2, space_id: spaceId })
    expect(done.failed_id).toContain(broken)
    expect(done.success_id).toContain(fine)
    expect((await me.api.workflow.canvas({ workflow_id: fine })).workflow.latest_version).toBe('v1.0.0')
    await expect(member.api.workflowUpkeep.migrate({ type: 2, run_model: 1, space_id: spaceId })).rejects.toMatchObject(
      { status: 403 },
    )
    await expect(member.api.workflowUpkeep.migrate({ type: 3, run_model: 1 })).rejects.toMatchObject({ status: 403 })
    expect((await me.api.workflowUpkeep.migrate({ type: 3, run_model: 1 })).success_id.length).toBeGreaterThan(0)
    await expect(me.api.workflowUpkeep.migrate({ type: 1, run_model: 1 })).rejects.toMatchObject({ status: 400 })
  })
})

describe('feature rollout', () => {
  const inGray = async (person: Person, space_id?: string) =>
    Object.fromEntries(
      (await person.api.workflowFeature.list({ space_id })).data.map((item) => [item.feature, item.in_gray]),
    )
  test('gives a feature to a share of the spaces and to named ones, as the instance owner decides', async () => {
    expect(await inGray(me, spaceId)).toMatchObject({ code_migrate: true, flowlang: false })
    await me.api.workflowFeature.setRule({ feature: 'table_jobs', percent: 0, space_ids: [spaceId] })
    expect(await inGray(member, spaceId)).toMatchObject({ table_jobs: true })
    expect(await inGray(outsider)).toMatchObject({ table_jobs: false })
    expect([
      await member.api.workflowFeature.region({ feature_key: 'table_jobs' }),
      await outsider.api.workflowFeature.region({ feature_key: 'table_jobs' }),
    ]).toEqual([expect.objectContaining({ allow: true }), expect.objectContaining({ allow: false })])
    await expect(member.api.workflowFeature.setRule({ feature: 'table_jobs', percent: 100 })).rejects.toMatchObject({
      status: 403,
    })
    expect((await me.api.workflowFeature.rules({})).rules).toContainEqual({
      feature: 'table_jobs',
      percent: 0,
      space_ids: [spaceId],
    })
    await me.api.workflowFeature.setRule({ feature: 'table_jobs', percent: 100 })
  })
  test('covers only features that are checked somewhere', async () => {
    for (const feature of ['new_look', 'flowlang', 'code_migrate'])
      await expect(me.api.workflowFeature.setRule({ feature, percent: 100 } as never)).rejects.toMatchObject({
        status: 400,
        message: 'feature: must be one of build_with_model, table_jobs',
      })
    expect((await me.api.workflowFeature.rules({})).rules.map((rule) => rule.feature)).toEqual([
      'build_with_model',
      'table_jobs',
    ])
    expect(await me.api.workflowFeature.region({ feature_key: 'new_look' })).toMatchObject({ allow: false })
  })
  test('reaches about the given share of the spaces, and a space that has a feature keeps it as the share grows', async () => {
    await me.api.workflowFeature.setRule({ feature: 'build_with_model', percent: 50 })
    const { features } = { features: t.services.workflowFeatures }
    const has = (count: number) =>
      Promise.all(Array.from({ length: count }, (_, at) => features.has('build_with_model', String(1000 + at))))
    const first = await has(1000)
    expect(await has(1000)).toEqual(first)
    const given = first.filter(Boolean).length
    expect(given > 400 && given < 600).toBe(true)
    await me.api.workflowFeature.setRule({ feature: 'build_with_model', percent: 80 })
    const more = await has(1000)
    expect(first.every((had, at) => !had || more[at])).toBe(true)
    await me.api.workflowFeature.setRule({ feature: 'build_with_model', percent: 100 })
  })
  test('refuses a feature that is switched off, and reports why', async () => {
    const workflow_id = await published()
    expect([
      await me.api.workflowFeature.codeMigrate({ space_id: spaceId }),
      await me.api.workflowFeature.flowlang({ space_id: spaceId }),
    ]).toMatchObject([{ gray: true }, { gray: false }])
    await me.api.workflowFeature.setRule({ feature: 'build_with_model', percent: 0 })
    await expect(me.api.workflowEditor.build({ workflow_id, prompt: 'x' })).rejects.toMatchObject({
      status: 403,
      code: ErrorCode.workflow.featureOff,
    })
    await me.api.workflowFeature.setRule({ feature: 'build_with_model', percent: 100 })
  })
})
