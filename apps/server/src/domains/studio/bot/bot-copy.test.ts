import { BotStatus, type ResourceKind } from '@orrery/contract'
import { beforeAll, describe, expect, test } from 'vitest'
import { type BotTeam, openBotTeam } from '#testing/bot-team.ts'
import { greeting } from '#testing/workflow-canvas.ts'
import type { CopyResource } from '#domains/ground/resource/shared/resource-kind.ts'

let team: BotTeam
let otherSpace: string
beforeAll(async () => {
  team = await openBotTeam()
  otherSpace = (await team.maker.api.space.create({ name: 'Other' })).id
  await team.t.startJobs()
})
const duplicate = (botId: string, space_id = team.spaceId, who = team.maker) =>
  who.api.bot.duplicate({ bot_id: botId, space_id })
const settled = (botId: string) => expect.poll(async () => (await team.draft(botId)).bot_info.status, { interval: 100 })
const replaceCopier = (kind: ResourceKind, copyForBot: CopyResource) =>
  team.t.services.resourceKinds.replace(kind, { copyForBot })

describe('duplicating a bot', () => {
  test('copies everything that belongs to it, and shares nothing with the original', async () => {
    const botId = await team.newBot('Original', { description: 'd' })
    const { upload_uri: icon } = await team.maker.api.upload.file({
      file_head: { file_type: 'png', biz_type: 1 },
      data: team.picture,
    })
    const { shortcuts } = await team.maker.api.bot.saveShortcut({ object_id: botId, shortcuts: { command_name: 'Go' } })
    await team.maker.api.bot.updateDraft({
      bot_info: {
        bot_id: botId,
        icon_uri: icon,
        prompt_info: { prompt: 'p' },
        variable_list: [{ key: 'v' }],
        bot_mode: 1,
      },
    })
    const { agentInfo } = (await team.maker.api.bot.createAgent({ bot_id: botId })).agentData
    const [start, agent] = (await team.draft(botId)).bot_info.agents
    await team.maker.api.bot.updateDraft({
      bot_info: {
        bot_id: botId,
        agents: [{ ...start!, intents: [{ prompt: 'x', next_agent_id: agentInfo.id }] }, agent!],
      },
    })
    await team.maker.api.task.createPreset({ bot_id: botId, cron_expr: '0 9 * * *', content: 'Good morning' })
    await team.maker.api.bot.publish({ bot_id: botId, connectors: { '1024': {} } })

    const copy = await duplicate(botId)
    expect(copy).toMatchObject({ name: 'Original copy', status: BotStatus.using, user_info: { id: team.maker.id } })
    const [from, to] = [(await team.draft(botId)).bot_info, (await team.draft(copy.bot_id)).bot_info]
    expect(to).toMatchObject({
      description: 'd',
      prompt_info: { prompt: 'p' },
      variable_list: [{ key: 'v' }],
      bot_mode: 1,
    })
    // Ids inside the bot are new, and references to them are updated.
    expect(to.agents).toHaveLength(2)
    const ids = new Set(from.agents.map((agent) => agent.agent_id))
    expect(to.agents.some((agent) => ids.has(agent.agent_id))).toBe(false)
    expect(to.agents[0]!.intents[0]!.next_agent_id).toBe(to.agents[1]!.agent_id)
    expect(to.shortcut_sort).toHaveLength(1)
    expect(to.shortcut_sort[0]).not.toBe(shortcuts.command_id)
    // The icon is a separate file.
    expect(to.icon_uri).not.toBe(from.icon_uri)
    expect((await team.t.request(to.icon_url)).status).toBe(200)
    // Tasks are copied but disabled; publications and history are not copied.
    const { bot_task_list: tasks } = await team.maker.api.task.listAll({ bot_id: copy.bot_id })
    expect(tasks).toMatchObject([{ status: 2, action: { bot_query_action: { content: 'Good morning' } } }])
    expect((await team.draft(copy.bot_id)).has_publish).toBe(false)
    expect((await team.maker.api.bot.history({ bot_id: copy.bot_id })).total).toBe(0)
    await team.maker.api.bot.updateDraft({ bot_info: { bot_id: copy.bot_id, prompt_info: { prompt: 'other' } } })
    expect((await team.draft(botId)).bot_info.prompt_info.prompt).toBe('p')
  })
  test('shortens a long name, and marks the name as a copy in the caller’s language', async () => {
    const botId = await team.newBot('👩‍👩‍👧‍👦'.repeat(20))
    const copy = await duplicate(botId)
    expect(copy.name).toBe(`${'👩‍👩‍👧‍👦'.repeat(15)} copy`)
    const zh = await team.t
      .apiWith({ cookie: team.maker.cookie(), 'accept-language': 'zh-CN' })
      .bot.duplicate({ bot_id: botId, space_id: team.spaceId })
    expect(zh.name.endsWith(' 副本')).toBe(true)
  })
  test('lets a viewer copy into a space of their own, and makes them the owner of the copy', async () => {
    const botId = await team.newBot('Seen')
    const { bot_space_list: spaces } = await team.member.api.space.list({})
    const personal = spaces.find((space) => space.space_type === 1)!.id
    const copy = await duplicate(botId, personal, team.member)
    expect((await team.draft(copy.bot_id, team.member)).bot_info.creator_id).toBe(team.member.id)
    await expect(team.draft(copy.bot_id, team.maker)).rejects.toMatchObject({ status: 404 })
  })
  test('is refused without the right to create in the space, and for a bot that the person may not see', async () => {
    const botId = await team.newBot()
    await expect(duplicate(botId, otherSpace, team.member)).rejects.toMatchObject({ status: 404 })
    await expect(duplicate(botId, otherSpace, team.stranger)).rejects.toMatchObject({ status: 404 })
    await expect(team.maker.api.bot.duplicate({ bot_id: botId, space_id: '' as never })).rejects.toMatchObject({
      status: 400,
    })
  })
})

describe('duplicating into another space', () => {
  const resource = (kind: 'plugin' | 'knowledge' | 'workflow' | 'database', name: string, spaceId = team.spaceId) =>
    team.t.services.resources.create({ kind, spaceId, ownerId: team.maker.id, name })

  test('finishes at once if the bot uses no resources', async () => {
    const copy = await duplicate(await team.newBot(), otherSpace)
    expect(copy.status).toBe(BotStatus.using)
    expect((await team.draft(copy.bot_id)).space_id).toBe(otherSpace)
  })
  test('copies workflows with those they call, published; and tables without their rows', async () => {
    const { api } = team.maker
    const inner = (await api.workflow.create({ name: 'Inner', space_id: team.spaceId })).workflow_id
    await api.workflow.save({ workflow_id: inner, schema: greeting() })
    await api.workflowVersion.publish({ workflow_id: inner, force: true, workflow_version: 'v1.2.0' })
    const { database_info: table } = await api.database.add({
      table_name: 'trips',
      space_id: team.spaceId,
      rw_mode: 1,
      field_list: [{ name: 'city', type: 1, must_required: true }],
    })
    const botId = await team.newBot('With a flow')
    await api.bot.updateDraft({
      bot_info: {
        bot_id: botId,
        workflow_info_list: [{ workflow_id: inner }],
        database_list: [{ table_id: table.id, table_name: 'trips' }],
      },
    })
    const copy = await duplicate(botId, otherSpace)
    await settled(copy.bot_id).toBe(BotStatus.using)
    const { bot_info: info } = await team.draft(copy.bot_id)
    const flow = await api.workflow.canvas({
      workflow_id: info.workflow_info_list[0]!.workflow_id,
      space_id: otherSpace,
    })
    expect(flow.workflow).toMatchObject({ name: 'Inner', space_id: otherSpace })
    expect(flow.workflow.workflow_id).not.toBe(inner)
    expect(await team.t.services.workflowPlans.newest(flow.workflow.workflow_id)).toBeDefined()
    const made = await api.database.get({ id: info.database_list[0]!.table_id, need_sys_fields: false })
    expect(made.database_info).toMatchObject({ table_name: 'trips', space_id: otherSpace })
    expect(made.database_info.field_list.map(({ name }) => name)).toEqual(['city'])
  })

  test('copies the resources in the background, with a status, and refers to the copies', async () => {
    const botId = await team.newBot('With things')
    const [plugin, base] = [await resource('plugin', 'Tool'), await resource('knowledge', 'Base')]
    const copied: string[] = []
    let release = () => {}
    const gate = new Promise<void>((resolve) => (release = resolve))
    for (const kind of ['plugin', 'knowledge'] as const)
      replaceCopier(kind, async (id, target) => {
        await gate
        copied.push(id)
        return (
          await team.t.services.resources.create({
            kind,
            spaceId: target.spaceId,
            ownerId: target.userId,
            name: 'Copy',
          })
        ).id
      })
    await team.maker.api.bot.updateDraft({
      bot_info: {
        bot_id: botId,
        plugin_info_list: [
          { plugin_id: plugin.id, api_id: '1' },
          { plugin_id: '424242', api_id: '2' },
        ],
        knowledge: { knowledge_info: [{ id: base.id, name: 'Base' }] },
      },
    })
    const copy = await duplicate(botId, otherSpace)
    expect(copy.status).toBe(BotStatus.copying)
    const { bot_draft_list: listed } = await team.maker.api.bot.list({
      space_id: otherSpace,
      draft_bot_status_list: [BotStatus.copying],
    })
    expect(listed.map(({ id, editable }) => ({ id, editable }))).toEqual([{ id: copy.bot_id, editable: false }])
    await team.draft(copy.bot_id)
    await expect(
      team.maker.api.bot.updateDraft({ bot_info: { bot_id: copy.bot_id, name: 'Too soon' } }),
    ).rejects.toMatchObject({ status: 409 })
    release()
    await settled(copy.bot_id).toBe(BotStatus.using)
    const { bot_info: info } = await team.draft(copy.bot_id)
    // Deleted resources and those that the person may not copy are left out.
    expect(info.plugin_info_list).toHaveLength(1)
    expect(info.plugin_info_list[0]!.plugin_id).not.toBe(plugin.id)
    expect(info.knowledge.knowledge_info[0]!.id).not.toBe(base.id)
    expect(copied.toSorted()).toEqual([plugin.id, base.id].toSorted())
    expect((await team.draft(botId)).bot_info.plugin_info_list).toHaveLength(2)
  })
  test('reports the error when it fails, and a retry copies nothing twice', async () => {
    const botId = await team.newBot('Fails first')
    const [plugin, flow] = [await resource('plugin', 'Tool'), await resource('workflow', 'Flow')]
    let plugins = 0
    let isBroken = true
    const make = async (kind: 'plugin' | 'workflow', spaceId: string) =>
      (await team.t.services.resources.create({ kind, spaceId, ownerId: team.maker.id, name: 'Copy' })).id
    replaceCopier('plugin', async (_, target) => {
      plugins += 1
      return make('plugin', target.spaceId)
    })
    replaceCopier('workflow', async (_, target) => {
      if (isBroken) throw new Error('The workflow refers to itself')
      return make('workflow', target.spaceId)
    })
    await team.maker.api.bot.updateDraft({
      bot_info: {
        bot_id: botId,
        plugin_info_list: [{ plugin_id: plugin.id }],
        workflow_info_list: [{ workflow_id: flow.id }],
      },
    })
    const copy = await duplicate(botId, otherSpace)
    await settled(copy.bot_id).toBe(BotStatus.copyFailed)
    expect((await team.draft(copy.bot_id)).copy_error).toBe('The workflow refers to itself')
    isBroken = false
    expect(await team.maker.api.bot.retryCopy({ bot_id: copy.bot_id })).toEqual(
      expect.objectContaining({ status: BotStatus.copying }),
    )
    await settled(copy.bot_id).toBe(BotStatus.using)
    expect(plugins).toBe(1)
    expect((await team.draft(copy.bot_id)).copy_error).toBe('')
    await expect(team.maker.api.bot.retryCopy({ bot_id: copy.bot_id })).rejects.toMatchObject({ status: 400 })
  })
  test('is finished by another process after the lease expires; the first one then changes nothing', async () => {
    const botId = await team.newBot('Interrupted')
    const plugin = await resource('plugin', 'Tool')
    const copies: string[] = []
    let wakeUp = () => {}
    const silence = new Promise<void>((resolve) => (wakeUp = resolve))
    replaceCopier('plugin', async (_, { spaceId }) => {
      const { id } = await team.t.services.resources.create({
        kind: 'plugin',
        spaceId,
        ownerId: team.maker.id,
        name: 'Copy',
      })
      copies.push(id)
      if (copies.length === 1) await silence
      return id
    })
    await team.maker.api.bot.updateDraft({
      bot_info: { bot_id: botId, plugin_info_list: [{ plugin_id: plugin.id, api_id: '1' }] },
    })
    const copy = await duplicate(botId, otherSpace)
    await expect.poll(() => copies.length).toBe(1)
    expect(await team.t.services.botCopies.run(copy.bot_id)).toBe(false)
    team.t.clock.advance(30_000)
    expect(await team.t.services.botCopies.run(copy.bot_id)).toBe(true)
    await settled(copy.bot_id).toBe(BotStatus.using)
    wakeUp()
    await silence
    const { bot_info } = await team.draft(copy.bot_id)
    expect(bot_info.plugin_info_list.map(({ plugin_id }) => plugin_id)).toEqual([copies[1]])
  })
  test('continues without resources that cannot be copied, if the caller chose to skip them', async () => {
    const botId = await team.newBot('With a table')
    replaceCopier('database', async () => {
      throw new Error('The space has room for no further table')
    })
    const table = await team.t.services.resources.create({
      kind: 'database',
      spaceId: team.spaceId,
      ownerId: team.maker.id,
      name: 'trips',
    })
    const bot_info = { bot_id: botId, database_list: [{ table_id: table.id, table_name: 'trips' }] }
    await team.maker.api.bot.updateDraft({ bot_info })
    const copy = await duplicate(botId, otherSpace)
    await settled(copy.bot_id).toBe(BotStatus.copyFailed)
    expect((await team.draft(copy.bot_id)).copy_error).toContain('no further table')
    await team.maker.api.bot.retryCopy({ bot_id: copy.bot_id, skip: true })
    await settled(copy.bot_id).toBe(BotStatus.using)
    expect((await team.draft(copy.bot_id)).bot_info.database_list).toEqual([])
    expect((await team.draft(botId)).bot_info.database_list).toHaveLength(1)
  })
  test('leaves out a resource that the person may not copy, no matter who added it to the bot', async () => {
    const botId = await team.newBot('Foreign thing')
    const elsewhere = (await team.stranger.api.space.create({ name: 'Elsewhere' })).id
    const secret = await team.t.services.resources.create({
      kind: 'plugin',
      spaceId: elsewhere,
      ownerId: team.stranger.id,
      name: 'Secret',
    })
    const asked: string[] = []
    replaceCopier('plugin', async (id) => {
      asked.push(id)
      return '1'
    })
    await team.maker.api.bot.updateDraft({ bot_info: { bot_id: botId, plugin_info_list: [{ plugin_id: secret.id }] } })
    const copy = await duplicate(botId, otherSpace)
    await settled(copy.bot_id).toBe(BotStatus.using)
    expect((await team.draft(copy.bot_id)).bot_info.plugin_info_list).toEqual([])
    expect(asked).toEqual([])
  })
})
