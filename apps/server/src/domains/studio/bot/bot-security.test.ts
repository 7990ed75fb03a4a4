import { contract } from '@orrery/contract'
import { ErrorCode } from '@orrery/contract/shared/error-codes'
import { beforeAll, describe, expect, test } from 'vitest'
import { type BotTeam, openBotTeam } from '#testing/bot-team.ts'
import type { Api, Person } from '#testing/test-app.ts'

let team: BotTeam
beforeAll(async () => {
  team = await openBotTeam()
})
type Call = (api: Api, botId: string) => Promise<unknown>
const reading: Record<string, Call> = {
  getDraft: (api, bot_id) => api.bot.getDraft({ bot_id }),
  getInfo: (api, bot_id) => api.bot.getInfo({ bot_id }),
  history: (api, bot_id) => api.bot.history({ bot_id }),
  commitCheck: (api, bot_id) => api.bot.commitCheck({ bot_id }),
  connectors: (api, bot_id) => api.bot.connectors({ bot_id }),
  changelog: (api, bot_id) => api.bot.changelog({ bot_id }),
  getDisplay: (api, bot_id) => api.bot.getDisplay({ bot_id }),
  getPopups: (api, bot_id) => api.bot.getPopups({ bot_id, bot_popup_types: [1] }),
  updatePopup: (api, bot_id) => api.bot.updatePopup({ bot_id, bot_popup_type: 1 }),
  taskList: (api, bot_id) => api.task.list({ bot_id }),
  allTasks: (api, bot_id) => api.task.listAll({ bot_id }),
  taskRuns: (api, bot_id) => api.task.runs({ bot_id }),
  favorite: (api, bot_id) => api.favorite.setBot({ bot_id, fav_status: 1 }),
  onboarding: (api, bot_id) => api.bot.writeOnboarding({ bot_id, bot_prompt: 'x' }),
}
const editing: Record<string, Call> = {
  updateDraft: (api, bot_id) => api.bot.updateDraft({ bot_info: { bot_id, name: 'Taken' } }),
  update: (api, bot_id) => api.bot.update({ bot_id, name: 'Taken' }),
  saveShortcut: (api, object_id) => api.bot.saveShortcut({ object_id, shortcuts: { command_name: 'x' } }),
  createAgent: (api, bot_id) => api.bot.createAgent({ bot_id }),
  copyAgent: (api, bot_id) => api.bot.copyAgent({ bot_id, agent_id: '1' }),
  commit: (api, bot_id) => api.bot.commit({ bot_id }),
  updateDisplay: (api, bot_id) => api.bot.updateDisplay({ bot_id, display_info: { tab_display_info: {} } }),
  connectorConfig: (api, bot_id) => api.bot.connectorConfig({ bot_id, connector_id: '1024' }),
  retryCopy: (api, bot_id) => api.bot.retryCopy({ bot_id }),
  createPreset: (api, bot_id) => api.task.createPreset({ bot_id, cron_expr: '* * * * *', content: 'x' }),
  createWebhook: (api, bot_id) => api.task.createWebhook({ bot_id }),
}
const owning: Record<string, Call> = {
  remove: (api, bot_id) => api.bot.remove({ bot_id }),
  revert: (api, bot_id) => api.bot.revert({ bot_id, version: '1' }),
  publish: (api, bot_id) => api.bot.publish({ bot_id, connectors: { '1024': {} } }),
  bind: (api, bot_id) => api.bot.bind({ bot_id, connector_id: '1024' }),
  unbind: (api, bot_id) => api.bot.unbind({ bot_id, connector_id: '1024' }),
  saveConnectorConfig: (api, bot_id) => api.bot.saveConnectorConfig({ bot_id, connector_id: '1024', detail: {} }),
}

describe('a bot of another space is indistinguishable from a missing one', () => {
  test.each(Object.entries({ ...reading, ...editing, ...owning }))('%s', async (_, call) => {
    const botId = await team.newBot('Hidden')
    const foreign = await call(team.stranger.api, botId).catch((cause: unknown) => cause)
    const missing = await call(team.stranger.api, '9000000000000000001').catch((cause: unknown) => cause)
    expect(foreign).toMatchObject({ status: 404, code: ErrorCode.kit.notFound })
    expect((foreign as Error).message).toBe((missing as Error).message)
    expect((await team.draft(botId)).bot_info.name).toBe('Hidden')
  })
  test('the id of another kind of resource is not found either', async () => {
    const prompt = await team.maker.api.promptLibrary.save({
      prompt: { space_id: team.spaceId, name: 'p', prompt_text: 't' },
    })
    await expect(team.maker.api.bot.getDraft({ bot_id: prompt.id })).rejects.toMatchObject({ status: 404 })
    await expect(team.maker.api.bot.remove({ bot_id: prompt.id })).rejects.toMatchObject({ status: 404 })
  })
})

describe('a space_id that is not the bot’s is refused, and nothing is written', () => {
  const within: Record<string, (bot_id: string, space_id: string) => Promise<unknown>> = {
    getInfo: (bot_id, space_id) => team.maker.api.bot.getInfo({ bot_id, space_id }),
    update: (bot_id, space_id) => team.maker.api.bot.update({ bot_id, space_id, name: 'Moved' }),
    remove: (bot_id, space_id) => team.maker.api.bot.remove({ bot_id, space_id }),
    revert: (bot_id, space_id) => team.maker.api.bot.revert({ bot_id, space_id, version: '1' }),
    history: (bot_id, space_id) => team.maker.api.bot.history({ bot_id, space_id }),
    commit: (bot_id, space_id) => team.maker.api.bot.commit({ bot_id, space_id }),
    publish: (bot_id, space_id) => team.maker.api.bot.publish({ bot_id, space_id, connectors: { '1024': {} } }),
    bind: (bot_id, space_id) => team.maker.api.bot.bind({ bot_id, space_id, connector_id: '1024' }),
    unbind: (bot_id, space_id) => team.maker.api.bot.unbind({ bot_id, space_id, connector_id: '1024' }),
    createAgent: (bot_id, space_id) => team.maker.api.bot.createAgent({ bot_id, space_id }),
    saveShortcut: (object_id, space_id) =>
      team.maker.api.bot.saveShortcut({ object_id, space_id, shortcuts: { command_name: 'x' } }),
    execute: (bot_id, space_id) => team.maker.api.bot.execute({ bot_id, space_id, work_info: { message_info: 'x' } }),
  }
  test.each(Object.entries(within))('%s', async (_, call) => {
    const botId = await team.newBot('Stays')
    const other = (await team.maker.api.space.create({ name: 'Other' })).id
    await expect(call(botId, other)).rejects.toMatchObject({
      status: 400,
      message: expect.stringContaining('space_id') as string,
    })
    const { bot_info: info, space_id, has_publish } = await team.draft(botId)
    expect({ name: info.name, space_id, has_publish }).toEqual({
      name: 'Stays',
      space_id: team.spaceId,
      has_publish: false,
    })
  })
})

describe('viewers may not edit, publish or delete', () => {
  test.each(Object.entries({ ...editing, ...owning }))('a member: %s', async (_, call) => {
    const botId = await team.newBot('Looked at')
    await team.draft(botId, team.member)
    await expect(call(team.member.api, botId)).rejects.toMatchObject({ status: 403 })
    expect((await team.draft(botId)).bot_info.name).toBe('Looked at')
  })
  test.each(Object.entries(owning))('an editor: %s', async (_, call) => {
    const botId = await team.newBot('Edited')
    await team.addEditor(botId)
    await team.draft(botId, team.editor)
    await expect(call(team.editor.api, botId)).rejects.toMatchObject({ status: 403 })
  })
  test.each(Object.entries(reading))('a member may: %s', async (_, call) => {
    const botId = await team.newBot()
    await expect(call(team.member.api, botId)).resolves.toBeDefined()
  })
})

describe('losing access while the editor is open', () => {
  const autosave = (who: Person, botId: string, version: string) =>
    who.api.bot.updateDraft({ bot_info: { bot_id: botId, version, prompt_info: { prompt: 'still here' } } })
  test('a removed collaborator’s autosave is refused', async () => {
    const botId = await team.newBot()
    await team.addEditor(botId)
    const { version } = (await team.draft(botId, team.editor)).bot_info
    expect(await autosave(team.editor, botId, version)).toMatchObject({ has_change: true })
    await team.removeEditor(botId)
    const latest = (await team.draft(botId)).bot_info.version
    await expect(autosave(team.editor, botId, latest)).rejects.toMatchObject({ status: 403 })
  })
  test('a removed member’s autosave gets “not found”', async () => {
    const leaver = await team.t.register()
    await team.maker.api.space.addMembers({ space_id: team.spaceId, member_info_list: [{ user_id: leaver.id }] })
    const botId = await team.newBot('Leaver’s', { by: leaver })
    const { version } = (await team.draft(botId, leaver)).bot_info
    await team.maker.api.space.removeMember({ space_id: team.spaceId, remove_user_id: leaver.id })
    await expect(autosave(leaver, botId, version)).rejects.toMatchObject({ status: 404 })
    // Resources of a removed member stay in the space.
    expect((await team.draft(botId)).bot_info).toMatchObject({ name: 'Leaver’s', creator_id: team.maker.id })
  })
})

test('deleting a bot permanently deletes all its data', async () => {
  const botId = await team.newBot()
  await team.maker.api.task.createPreset({ bot_id: botId, cron_expr: '0 9 * * *', content: 'x' })
  await team.maker.api.bot.commit({ bot_id: botId })
  await team.maker.api.bot.publish({ bot_id: botId, connectors: { '1024': {} } })
  await team.member.api.favorite.setBot({ bot_id: botId, fav_status: 1 })
  await team.maker.api.bot.remove({ bot_id: botId, space_id: team.spaceId })
  await team.maker.api.bin.remove({ space_id: team.spaceId, res_id: botId })
  await expect(team.draft(botId)).rejects.toMatchObject({ status: 404 })
  for (const table of ['public.bot', 'bot_history', 'bot_user', 'bot_connector', 'bot_task', 'resource_mark']) {
    const column = table === 'public.bot' ? 'id' : table === 'resource_mark' ? 'resource_id' : 'bot_id'
    const { rows } = await team.t.infra.database.pool.query(`SELECT 1 FROM ${table} WHERE ${column} = $1`, [botId])
    expect(rows, table).toHaveLength(0)
  }
  await expect(team.t.services.bots.getDraftForRun(botId)).rejects.toMatchObject({ status: 404 })
})

test('tokens cannot make these calls, which are for people in the studio', async () => {
  const scopes = Object.values(contract.bot).filter((op) => op.scope)
  expect(scopes).toEqual([])
})
