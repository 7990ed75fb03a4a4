import { beforeAll, describe, expect, test } from 'vitest'
import { type BotTeam, openBotTeam } from '#testing/bot-team.ts'

let team: BotTeam
beforeAll(async () => {
  team = await openBotTeam()
})
const get = async (botId: string) => (await team.maker.api.bot.getInfo({ space_id: team.spaceId, bot_id: botId })).data
const update = (botId: string, more: object) =>
  team.maker.api.bot.update({ space_id: team.spaceId, bot_id: botId, ...more })

describe('the calls that carry groups as JSON strings', () => {
  test('return the same draft as the other calls', async () => {
    const botId = await team.newBot('Legacy', { description: 'd' })
    await team.maker.api.bot.updateDraft({
      bot_info: {
        bot_id: botId,
        prompt_info: { prompt: 'Persona' },
        variable_list: [{ key: 'a' }],
        onboarding_info: { prologue: 'Hi' },
        plugin_info_list: [{ plugin_id: '5' }],
        filebox_info: { Mode: 1 },
      },
    })
    const data = await get(botId)
    const { bot_info: info } = await team.draft(botId)
    expect(data).toMatchObject({
      id: botId,
      name: 'Legacy',
      description: 'd',
      space_id: team.spaceId,
      creator_id: team.maker.id,
      version: info.version,
      filebox_info: { mode: 1 },
      bot_mode: 0,
    })
    const work = data.work_info
    expect(JSON.parse(work.prompt!)).toEqual(info.prompt_info)
    expect(JSON.parse(work.other_info!)).toEqual(info.model_info)
    expect(JSON.parse(work.variable!)).toEqual(info.variable_list)
    expect(JSON.parse(work.onboarding!)).toEqual(info.onboarding_info)
    expect(JSON.parse(work.tools!)).toEqual(info.plugin_info_list)
    expect(JSON.parse(work.dataset!)).toEqual(info.knowledge)
    expect(JSON.parse(work.system_info_all!)).toEqual([{ prompt_type: 1, data: 'Persona' }])
  })
  test('return groups that can be sent back without a change', async () => {
    const botId = await team.newBot()
    await update(botId, { work_info: { prompt: 'Plain text persona' } })
    const data = await get(botId)
    expect(await update(botId, { work_info: data.work_info, name: data.name })).toMatchObject({ has_change: false })
  })
  test.each([
    ['plain text', { prompt: 'As text' }, 'As text'],
    ['the group', { prompt: '{"prompt":"As group"}' }, 'As group'],
    ['a list of prompts', { system_info_all: '[{"prompt_type":1,"data":"As list"}]' }, 'As list'],
  ])('accept the persona as %s', async (_, work_info, expected) => {
    const botId = await team.newBot()
    expect(await update(botId, { work_info })).toMatchObject({ has_change: true, check_not_pass: false })
    expect((await team.draft(botId)).bot_info.prompt_info.prompt).toBe(expected)
  })
  test.each([
    ['not JSON', { onboarding: '{' }, 'onboarding'],
    ['too long', { onboarding: JSON.stringify({ prologue: 'x'.repeat(301) }) }, 'prologue'],
    ['of the wrong form', { tools: '{"a":1}' }, 'plugin_info_list'],
  ])('refuse a text that is %s, naming the field', async (_, work_info, field) => {
    const botId = await team.newBot()
    await expect(update(botId, { work_info })).rejects.toMatchObject({
      status: 400,
      message: expect.stringContaining(field) as string,
    })
  })
  test('change name and mode within the same limits, and cannot hide a bot from members of its space', async () => {
    const botId = await team.newBot()
    await update(botId, { name: 'Other', bot_mode: 2, visibility: 1 })
    expect(await get(botId)).toMatchObject({ name: 'Other', bot_mode: 2, visibility: 1 })
    await expect(update(botId, { name: 'Hidden', visibility: 0 })).rejects.toThrow(/personal space/)
    await expect(team.maker.api.bot.create({ space_id: team.spaceId, name: 'Hidden', visibility: 0 })).rejects.toThrow(
      /visibility/,
    )
    expect((await get(botId)).name).toBe('Other')
    await expect(update(botId, { name: 'x'.repeat(21) })).rejects.toMatchObject({ status: 400 })
  })
  test('refuse a stale version', async () => {
    const botId = await team.newBot()
    await team.addEditor(botId)
    const { version } = (await team.editor.api.bot.getInfo({ bot_id: botId })).data
    await update(botId, { name: 'First' })
    await expect(
      team.editor.api.bot.update({ bot_id: botId, name: 'Second', base_commit_version: version }),
    ).rejects.toMatchObject({ status: 409, data: { theirs: { name: 'First' } } })
  })
})
