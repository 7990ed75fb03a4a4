import { type BotAgent, BotMode } from '@orrery/contract'
import { beforeAll, describe, expect, test } from 'vitest'
import { type BotTeam, openBotTeam } from '#testing/bot-team.ts'

let team: BotTeam
beforeAll(async () => {
  team = await openBotTeam()
})
const agentsOf = async (botId: string): Promise<BotAgent[]> => (await team.draft(botId)).bot_info.agents
const save = (botId: string, agents: object[], version?: string) =>
  team.maker.api.bot.updateDraft({ bot_info: { bot_id: botId, agents: agents as never, version } })
async function multi() {
  const botId = await team.newBot('Multi')
  await team.maker.api.bot.updateDraft({ bot_info: { bot_id: botId, bot_mode: BotMode.multi } })
  return botId
}
const create = async (botId: string) => (await team.maker.api.bot.createAgent({ bot_id: botId })).agentData.agentInfo.id

describe('agents of multi mode', () => {
  test('get a start agent with the bot’s model when the bot enters multi mode', async () => {
    const botId = await multi()
    const { bot_info: info } = await team.draft(botId)
    expect(info.agents).toHaveLength(1)
    expect(info.agents[0]).toMatchObject({ root_agent: true, model_info: { model_id: info.model_info.model_id } })
  })
  test('begin with a start agent named in the language of the person who enters multi mode', async () => {
    const botId = await team.newBot('Multi')
    const api = team.t.apiWith({ cookie: team.maker.cookie(), 'accept-language': 'zh-CN' })
    await api.bot.updateDraft({ bot_info: { bot_id: botId, bot_mode: BotMode.multi } })
    expect((await agentsOf(botId)).map((agent) => agent.agent_name)).toEqual(['起始节点'])
    expect((await agentsOf(await multi())).map((agent) => agent.agent_name)).toEqual(['Start'])
  })
  test('are created with an id of their own, copied beside the original, and every answer has the new version', async () => {
    const botId = await multi()
    const made = await team.maker.api.bot.createAgent({ bot_id: botId, position: { x: 10, y: 20 } })
    const { version } = (await team.draft(botId)).bot_info
    expect(made.agentData.version).toBe(version)
    const [start, agent] = await agentsOf(botId)
    await save(botId, [
      { ...start!, intents: [{ prompt: 'help', next_agent_id: agent!.agent_id }] },
      { ...agent!, prompt_info: { prompt: 'I help' }, plugin_info_list: [{ plugin_id: '5' }] },
    ])
    const copied = await team.maker.api.bot.copyAgent({ bot_id: botId, agent_id: agent!.agent_id })
    const all = await agentsOf(botId)
    expect(all).toHaveLength(3)
    expect(all[2]).toMatchObject({
      agent_id: copied.agentData.agentInfo.id,
      root_agent: false,
      prompt_info: { prompt: 'I help' },
      plugin_info_list: [{ plugin_id: '5' }],
      agent_position: { x: 90, y: 100 },
    })
    expect(new Set(all.map((item) => item.agent_id)).size).toBe(3)
    await expect(team.maker.api.bot.copyAgent({ bot_id: botId, agent_id: '123' })).rejects.toMatchObject({
      status: 404,
    })
  })
  test('include exactly one start agent', async () => {
    const botId = await multi()
    const id = await create(botId)
    const [start, agent] = await agentsOf(botId)
    await expect(save(botId, [{ ...start!, root_agent: false }, agent!])).rejects.toMatchObject({
      status: 400,
      message: expect.stringContaining('start') as string,
    })
    await expect(save(botId, [start!, { ...agent!, root_agent: true }])).rejects.toMatchObject({ status: 400 })
    await save(botId, [
      { ...start!, root_agent: false },
      { ...agent!, root_agent: true },
    ])
    expect((await agentsOf(botId)).find((agent) => agent.root_agent)!.agent_id).toBe(id)
  })
  test('cannot have an intent that leads to a missing agent', async () => {
    const botId = await multi()
    const [start] = await agentsOf(botId)
    await expect(save(botId, [{ ...start!, intents: [{ prompt: 'go', next_agent_id: '404' }] }])).rejects.toMatchObject(
      {
        status: 400,
        message: expect.stringContaining('404') as string,
      },
    )
    expect((await agentsOf(botId))[0]!.intents).toEqual([])
  })
  test('must have ids, and unique ones', async () => {
    const botId = await multi()
    const [start] = await agentsOf(botId)
    await expect(save(botId, [start!, { ...start!, root_agent: false }])).rejects.toMatchObject({ status: 400 })
    await expect(save(botId, [start!, { agent_name: 'nameless' }])).rejects.toMatchObject({ status: 400 })
  })
  test('accept id and name under their short field names', async () => {
    const botId = await multi()
    const [start] = await agentsOf(botId)
    await save(botId, [{ id: start!.agent_id, name: 'Front desk', root_agent: true }])
    expect((await agentsOf(botId))[0]).toMatchObject({ agent_id: start!.agent_id, agent_name: 'Front desk' })
  })
  test('keep their jump rules', async () => {
    const botId = await multi()
    const [start] = await agentsOf(botId)
    const jump_config = {
      backtrack: 3,
      recognition: 2,
      independent_conf: { judge_timing: 3, history_round: 5, model_type: 1, model_id: '9', prompt: 'Which?' },
    }
    await save(botId, [{ ...start!, jump_config }])
    expect((await agentsOf(botId))[0]!.jump_config).toEqual(jump_config)
    await expect(save(botId, [{ ...start!, jump_config: { backtrack: 9 } }])).rejects.toMatchObject({ status: 400 })
  })
  test('are changed and deleted one by one; jumps to a deleted agent are removed, the start agent stays', async () => {
    const botId = await multi()
    const id = await create(botId)
    const [start, agent] = await agentsOf(botId)
    await save(botId, [{ ...start!, intents: [{ prompt: 'x', next_agent_id: id }] }, agent!])
    const update = (more: object) => team.maker.api.bot.update({ bot_id: botId, ...more })
    await update({ update_agents: [{ id, name: 'Renamed', work_info: { prompt: '{"prompt":"Do it"}' } }] })
    expect((await agentsOf(botId))[1]).toMatchObject({ agent_name: 'Renamed', prompt_info: { prompt: 'Do it' } })
    await expect(update({ delete_agents: [start!.agent_id] })).rejects.toMatchObject({ status: 400 })
    await expect(update({ update_agents: [{ id: '1' }] })).rejects.toMatchObject({ status: 404 })
    await update({ delete_agents: [id] })
    const left = await agentsOf(botId)
    expect(left.map((item) => item.agent_id)).toEqual([start!.agent_id])
    expect(left[0]!.intents).toEqual([])
  })
  test('can refer only to bots that the caller may see', async () => {
    const botId = await multi()
    const elsewhere = (await team.stranger.api.space.create({ name: 'Elsewhere' })).id
    const foreign = await team.newBot('Foreign', { by: team.stranger, space_id: elsewhere })
    const refer = (reference_id: string) =>
      team.maker.api.bot.createAgent({ bot_id: botId, agent_type: 4, references: { reference_id, version: '1' } })
    await expect(refer(foreign)).rejects.toMatchObject({ status: 404 })
    const own = await team.newBot('Own')
    expect((await refer(own)).agentData.agentInfo).toMatchObject({ agent_type: 4, reference_id: own })
  })
  test('cannot be created from a stale version', async () => {
    const botId = await multi()
    await team.addEditor(botId)
    const { version } = (await team.draft(botId, team.editor)).bot_info
    await create(botId)
    await expect(
      team.editor.api.bot.createAgent({ bot_id: botId, base_commit_version: version }),
    ).rejects.toMatchObject({ status: 409 })
    await expect(team.member.api.bot.createAgent({ bot_id: botId })).rejects.toMatchObject({ status: 403 })
  })
})
