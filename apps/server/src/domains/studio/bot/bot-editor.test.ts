import { TabStatus } from '@orrery/contract'
import sharp from 'sharp'
import { beforeAll, describe, expect, test } from 'vitest'
import { type BotTeam, openBotTeam } from '#testing/bot-team.ts'
import { readOnboarding } from './writing.service.ts'

let team: BotTeam
beforeAll(async () => {
  team = await openBotTeam()
})

describe('the blocks of the editor', () => {
  const save = (botId: string, tab_display_info: object, who = team.maker) =>
    who.api.bot.updateDisplay({ bot_id: botId, display_info: { tab_display_info } })
  const tabs = async (botId: string, who = team.maker) =>
    (await who.api.bot.getDisplay({ bot_id: botId })).tab_display_info

  test('are open, closed or hidden for each person', async () => {
    const botId = await team.newBot()
    await team.addEditor(botId)
    expect(await tabs(botId)).toEqual({})
    await save(botId, { plugin_tab_status: TabStatus.open, workflow_tab_status: TabStatus.close })
    await save(botId, { workflow_tab_status: TabStatus.hide, model_tab_status: TabStatus.default })
    expect(await tabs(botId)).toEqual({ plugin_tab_status: 1, workflow_tab_status: 3, model_tab_status: 0 })
    expect(await tabs(botId, team.editor)).toEqual({})
    await save(botId, { plugin_tab_status: TabStatus.close }, team.editor)
    expect((await tabs(botId)).plugin_tab_status).toBe(1)
  })
  test('with contents cannot be hidden', async () => {
    const botId = await team.newBot()
    const hide = (tab: string) => save(botId, { [`${tab}_tab_status`]: TabStatus.hide })
    for (const tab of ['plugin', 'knowledge', 'variable', 'opening_dialog', 'scheduled_task', 'shortcut', 'hook_info'])
      await hide(tab)
    await team.maker.api.bot.updateDraft({
      bot_info: {
        bot_id: botId,
        plugin_info_list: [{ plugin_id: '5' }],
        knowledge: { knowledge_info: [{ id: '6' }] },
        variable_list: [{ key: 'a' }],
        onboarding_info: { prologue: 'Hi' },
        hook_info: { llm_call_hook: [{ uri: 'https://example.test' }] },
      },
    })
    await team.maker.api.bot.saveShortcut({ object_id: botId, shortcuts: { command_name: 'x' } })
    await team.maker.api.task.createPreset({ bot_id: botId, cron_expr: '0 9 * * *', content: 'x' })
    for (const tab of ['plugin', 'knowledge', 'variable', 'opening_dialog', 'scheduled_task', 'shortcut', 'hook_info'])
      await expect(hide(tab), tab).rejects.toMatchObject({
        status: 400,
        message: expect.stringContaining(`${tab}_tab_status`) as string,
      })
    await hide('database')
    await save(botId, { plugin_tab_status: TabStatus.close })
  })
  test('can be changed only by editors, and only to known states', async () => {
    const botId = await team.newBot()
    await expect(save(botId, { plugin_tab_status: 1 }, team.member)).rejects.toMatchObject({ status: 403 })
    await expect(save(botId, { plugin_tab_status: 9 })).rejects.toMatchObject({ status: 400 })
    await save(botId, { nonsense_tab_status: 1 })
    expect(await tabs(botId)).toEqual({})
  })
  test('are listed with the actions under an answer', async () => {
    const { module_infos, answer_action_list_config } = await team.maker.api.bot.modules({ space_id: team.spaceId })
    expect(module_infos).toEqual(
      expect.arrayContaining(['Plugin', 'Workflow', 'Trigger', 'Variable', 'ShortcutCommand', 'Hook']),
    )
    // Actions under an answer are not blocks of the editor.
    expect(module_infos).not.toContain('AnswerAction')
    expect(answer_action_list_config.action_list[0]).toMatchObject({
      key: 'copy',
      name_i18n: { en: 'Copy', 'zh-CN': '复制' },
    })
    await expect(team.stranger.api.bot.modules({ space_id: team.spaceId })).rejects.toMatchObject({ status: 404 })
  })
})

test('popups are counted per person and bot', async () => {
  const [botId, other] = [await team.newBot(), await team.newBot()]
  const count = async (id: string, who = team.maker) =>
    (await who.api.bot.getPopups({ bot_id: id, bot_popup_types: [1] })).bot_popup_count_info['1']
  expect(await count(botId)).toBe(0)
  await team.maker.api.bot.updatePopup({ bot_id: botId, bot_popup_type: 1 })
  await team.maker.api.bot.updatePopup({ bot_id: botId, bot_popup_type: 1 })
  expect([await count(botId), await count(other), await count(botId, team.member)]).toEqual([2, 0, 0])
})

describe('generated icons', () => {
  test('are drawn by the server, differ when requested again, belong to the caller, and are counted per day', async () => {
    const before = (await team.maker.api.bot.iconCount({})).current_day_count
    const found = await team.maker.api.bot.generateIcon({ bot_name: 'Stargazer', description: 'A guide to the sky' })
    const two = await team.maker.api.bot.generateIcon({ bot_name: 'Stargazer', description: 'A guide to the sky' })
    expect([found.count, two.count]).toEqual([before + 1, before + 2])
    const bytes = async (url: string) => Buffer.from(await (await team.t.request(url)).arrayBuffer())
    const [first, second] = [await bytes(found.icon_url), await bytes(two.icon_url)]
    expect(await sharp(first).metadata()).toMatchObject({ format: 'png', width: 512, height: 512 })
    expect(first.equals(second)).toBe(false)
    const botId = await team.newBot()
    await team.maker.api.bot.updateDraft({ bot_info: { bot_id: botId, icon_uri: found.icon_uri } })
    await expect(
      team.member.api.bot.create({ space_id: team.spaceId, name: 'Thief', icon_uri: found.icon_uri }),
    ).rejects.toMatchObject({ status: 404 })
    team.t.clock.advance(24 * 3600_000)
    expect((await team.maker.api.bot.iconCount({})).current_day_count).toBe(0)
  })
  test('start with the same picture for everyone who gives the same input', async () => {
    const input = { bot_name: 'Twin', description: 'same' }
    const [a, b] = [await team.editor.api.bot.generateIcon(input), await team.member.api.bot.generateIcon(input)]
    const bytes = async (url: string) => Buffer.from(await (await team.t.request(url)).arrayBuffer())
    expect((await bytes(a.icon_url)).equals(await bytes(b.icon_url))).toBe(true)
  })
  test('include icons to choose from for every resource kind', async () => {
    for (let type = 1; type <= 12; type += 1) {
      const { icon_list: icons } = await team.maker.api.upload.icons({ icon_type: type })
      expect(icons.length).toBeGreaterThanOrEqual(3)
      expect((await team.t.request(icons[0]!.url)).status).toBe(200)
    }
  })
})

describe('an opening written by a model', () => {
  test('is derived from the persona, in its language, with three questions', async () => {
    const botId = await team.newBot('Stargazer')
    const write = (bot_prompt: string) => team.maker.api.bot.writeOnboarding({ bot_id: botId, bot_prompt })
    const { onboarding_content: en } = await write(
      'You are a guide to the night sky. You explain planets and telescopes.',
    )
    expect(en.prologue).toContain('Stargazer')
    expect(en.suggested_questions).toHaveLength(3)
    const { onboarding_content: zh } = await write('你是一位星空向导，讲解行星和望远镜。')
    expect(zh.prologue).toContain('你好')
    await expect(team.stranger.api.bot.writeOnboarding({ bot_id: botId, bot_prompt: 'x' })).rejects.toMatchObject({
      status: 404,
    })
  })
  test.each([
    [
      'JSON',
      '{"prologue":"Hi","suggested_questions":["a","b","c","d"]}',
      { prologue: 'Hi', questions: ['a', 'b', 'c'] },
    ],
    [
      'JSON in a fence',
      '```json\n{"prologue":" Hi ","suggested_questions":["a",5,""]}\n```',
      { prologue: 'Hi', questions: ['a'] },
    ],
    ['plain text', 'Hello there', { prologue: 'Hello there', questions: [] }],
    ['half JSON', '{"prologue":"Hi', undefined],
    ['nothing', '', undefined],
    ['JSON without an opening', '{"a":1}', undefined],
  ])('an answer that is %s is read as far as possible', (_, answer, expected) => {
    expect(readOnboarding(answer)).toEqual(expected)
  })
  test('is truncated to the limits of the form', () => {
    const long = JSON.stringify({ prologue: 'x'.repeat(1000), suggested_questions: ['y'.repeat(99)] })
    expect(readOnboarding(long)).toEqual({ prologue: 'x'.repeat(300), questions: ['y'.repeat(50)] })
  })
  test('reports the error of a model that fails', async () => {
    const { botPorts } = team.t.services
    const before = botPorts.writeText
    botPorts.writeText = () => Promise.reject(new Error('out of ink'))
    await expect(team.maker.api.bot.writeOnboarding({ bot_prompt: 'x' })).rejects.toMatchObject({
      status: 502,
      message: 'failed to generate: out of ink',
    })
    botPorts.writeText = undefined
    await expect(team.maker.api.bot.writeOnboarding({ bot_prompt: 'x' })).rejects.toMatchObject({ status: 503 })
    botPorts.writeText = before
  })
})

test('a single message can be sent to the draft', async () => {
  const botId = await team.newBot()
  const send = (who = team.maker) =>
    who.api.bot.execute({ bot_id: botId, work_info: { message_info: 'say "hello there"' } })
  const { answer, conversation_id } = await send()
  expect(answer).toContain('hello there')
  expect(conversation_id).not.toBe('')
  await expect(send(team.stranger)).rejects.toMatchObject({ status: 404 })
})
