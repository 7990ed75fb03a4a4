import { ConnectorId, FormatType } from '@orrery/contract'
import { beforeAll, describe, expect, test } from 'vitest'
import { openPluginLab, type PluginLab } from '#domains/resources/plugin/testing/plugin-lab.ts'
import type { Person } from '#testing/test-app.ts'
import { canvas, edge, endNode, greeting, param, ref, startNode, subNode } from '#testing/workflow-canvas.ts'

let lab: PluginLab
let owner: Person
let spaceId: string
beforeAll(async () => {
  lab = await openPluginLab()
  ;({ owner, spaceId } = lab)
})
const usedBy = async (id: string, who = owner) =>
  (await who.api.reference.usedBy({ space_id: spaceId, res_ids: [id] })).resources[0]!
const users = async (id: string, who = owner) =>
  (await usedBy(id, who)).users.map((user) => [user.kind, user.name, user.in_draft, user.in_published])
const createFlow = async (name: string, schema = greeting(), project_id?: string) => {
  const { workflow_id } = await owner.api.workflow.create({ name, desc: 'x', space_id: spaceId, project_id })
  await owner.api.workflow.save({ workflow_id, schema })
  return workflow_id
}
const publishFlow = (workflow_id: string) => owner.api.workflowVersion.publish({ workflow_id, force: true })
const calling = (id: string) =>
  canvas(
    [startNode(), subNode('2', id, '', ref('100001', 'input')), endNode([param('output', ref('2', 'output'))])],
    [edge('100001', '2'), edge('2', '900001')],
  )
async function createBot(name: string, config: object) {
  const { bot_id } = await owner.api.bot.create({ space_id: spaceId, name })
  await owner.api.bot.updateDraft({ bot_info: { bot_id, ...config } } as never)
  return bot_id
}
const publishBot = (bot_id: string, ...ids: string[]) =>
  owner.api.bot.publish({ bot_id, connectors: Object.fromEntries(ids.map((id) => [id, {}])) })

describe('used by', () => {
  test('names the bots that use a resource of any kind, in the draft and in the published version', async () => {
    const { dataset_id } = await owner.api.knowledge.create({
      space_id: spaceId,
      name: 'Notes',
      format_type: FormatType.text,
    })
    const { database_info: table } = await owner.api.database.add({
      space_id: spaceId,
      table_name: 'stock',
      field_list: [{ name: 'item' }],
    })
    const plugin = await lab.createPlugin({ name: 'Weather' })
    const tool = await lab.createTool(plugin, 'forecast', { path: '/x' })
    const flow = await createFlow('flow')
    await publishFlow(flow)
    const bot = await createBot('Uses all', {
      workflow_info_list: [{ workflow_id: flow }],
      plugin_info_list: [{ plugin_id: plugin, api_id: tool, api_name: 'forecast' }],
      knowledge: { knowledge_info: [{ id: dataset_id, name: 'Notes' }] },
      database_list: [{ table_id: table.id, table_name: 'stock' }],
    })
    const ids = [flow, plugin, dataset_id, table.id]
    for (const id of ids) expect(await users(id), id).toEqual([['bot', 'Uses all', true, false]])
    await publishBot(bot, ConnectorId.api)
    for (const id of ids) expect(await users(id), id).toEqual([['bot', 'Uses all', true, true]])
    // Removed from the draft only: people still talk with the published version, which has the resource.
    await owner.api.bot.updateDraft({ bot_info: { bot_id: bot, workflow_info_list: [] } } as never)
    expect(await users(flow)).toEqual([['bot', 'Uses all', false, true]])
    const { resources } = await owner.api.reference.usedBy({ space_id: spaceId, res_ids: ids })
    expect(resources.map((item) => item.res_id)).toEqual(ids)
  })
  test('names workflows that call a workflow, and the project that contains a resource', async () => {
    const { project_id } = await owner.api.project.create({ space_id: spaceId, name: 'App' })
    const inner = await createFlow('inner', greeting(), project_id)
    const outer = await createFlow('outer', calling(inner), project_id)
    const { users: found } = await usedBy(inner)
    expect(found.map((user) => [user.kind, user.id, user.project_name])).toEqual(
      expect.arrayContaining([
        ['workflow', outer, 'App'],
        ['project', project_id, ''],
      ]),
    )
    expect(found).toHaveLength(2)
  })
  test('an id that occurs in a text is not a use', async () => {
    const flow = await createFlow('spoken of')
    await createBot('Talks', { prompt_info: { prompt: `Say ${flow}` } })
    await createFlow('echo', greeting(`${flow} {{String1}}`))
    expect(await users(flow)).toEqual([])
  })
  test('a resource in the bin counts as no user', async () => {
    const flow = await createFlow('wanted')
    const bot = await createBot('Wants', { workflow_info_list: [{ workflow_id: flow }] })
    expect(await users(flow)).toHaveLength(1)
    await owner.api.bot.remove({ bot_id: bot, space_id: spaceId })
    expect(await users(flow)).toEqual([])
    await owner.api.bin.restore({ space_id: spaceId, res_id: bot })
    expect(await users(flow)).toHaveLength(1)
  })
})

describe('what is reachable online', () => {
  test('names published bots with their channels, including those that use the resource through a workflow', async () => {
    const inner = await createFlow('deep')
    await publishFlow(inner)
    const outer = await createFlow('shell', calling(inner))
    await publishFlow(outer)
    const direct = await createBot('Direct', { workflow_info_list: [{ workflow_id: inner }] })
    const indirect = await createBot('Indirect', { workflow_info_list: [{ workflow_id: outer }] })
    await createBot('Draft only', { workflow_info_list: [{ workflow_id: inner }] })
    const live = async () =>
      (await usedBy(inner)).live.map((user) => [user.name, user.via, user.channels.map(({ name }) => name)])
    expect(await live()).toEqual([])
    await publishBot(direct, ConnectorId.api, ConnectorId.webSdk)
    await publishBot(indirect, ConnectorId.api)
    expect((await live()).toSorted()).toEqual([
      ['Direct', '', ['API', 'Web SDK']],
      ['Indirect', 'shell', ['API']],
    ])
    await owner.api.bot.unpublish({ bot_id: direct, connectors: [ConnectorId.api, ConnectorId.webSdk] })
    expect(await live()).toEqual([['Indirect', 'shell', ['API']]])
  })
  test('a published bot names itself', async () => {
    const bot = await createBot('Itself', {})
    expect((await usedBy(bot)).live).toEqual([])
    await publishBot(bot, ConnectorId.api)
    expect((await usedBy(bot)).live).toMatchObject([{ id: bot, name: 'Itself', via: '' }])
  })
})

describe('permissions', () => {
  test('members see users; outsiders and other spaces learn nothing', async () => {
    const flow = await createFlow('secret')
    await createBot('Keeper', { workflow_info_list: [{ workflow_id: flow }] })
    const member = await lab.t.register('reader')
    await owner.api.space.addMembers({ space_id: spaceId, member_info_list: [{ user_id: member.id }] })
    expect(await users(flow, member)).toHaveLength(1)
    const outsider = await lab.t.register('curious')
    await expect(usedBy(flow, outsider)).rejects.toMatchObject({ status: 404 })
    const own = (await outsider.api.space.create({ name: 'Own' })).id
    expect(await outsider.api.reference.usedBy({ space_id: own, res_ids: [flow] })).toEqual({ resources: [] })
    // A bot of another space that refers to the workflow is not listed as a user.
    const { bot_id } = await outsider.api.bot.create({ space_id: own, name: 'Spy' })
    await outsider.api.bot.updateDraft({ bot_info: { bot_id, workflow_info_list: [{ workflow_id: flow }] } } as never)
    expect(await users(flow)).toEqual([['bot', 'Keeper', true, false]])
  })
})
