import { beforeAll, describe, expect, test } from 'vitest'
import { type BotTeam, openBotTeam } from '#testing/bot-team.ts'

let team: BotTeam
beforeAll(async () => {
  team = await openBotTeam()
})
type Shortcut = Parameters<BotTeam['maker']['api']['bot']['saveShortcut']>[0]['shortcuts']
const save = (botId: string, shortcuts: Shortcut, more: object = {}, who = team.maker) =>
  who.api.bot.saveShortcut({ object_id: botId, shortcuts, ...more })
const shortcutsOf = async (botId: string) => (await team.draft(botId)).bot_option_data.shortcut_command_list
const full: Shortcut = {
  command_name: 'Translate',
  shortcut_command: '/translate',
  description: 'Into English',
  send_type: 1,
  tool_type: 2,
  plugin_id: '55',
  plugin_api_name: 'translate',
  plugin_api_id: '56',
  template_query: 'Translate {{text}}',
  components_list: [
    {
      name: 'text',
      description: 'what',
      input_type: 1,
      parameter: 'text',
      options: ['a', 'b'],
      default_value: { value: 'a', type: 1 },
      hide: false,
      upload_options: [2],
    },
  ],
  card_schema: '{}',
  tool_info: {
    tool_name: 'translate',
    tool_params_list: [
      { name: 'text', required: true, desc: 'd', type: 'string', default_value: '', refer_component: true },
    ],
  },
  agent_id: '7',
}

describe('shortcuts', () => {
  test('get an id, are listed with the draft in their order, and are changed by that id', async () => {
    const botId = await team.newBot()
    const first = await save(botId, full)
    expect(first.shortcuts).toMatchObject({ ...full, object_id: botId })
    expect(first.shortcuts.command_id).not.toBe('')
    const second = await save(botId, { command_name: 'Sum up', template_query: 'Sum up' })
    expect((await team.draft(botId)).bot_info).toMatchObject({
      shortcut_sort: [first.shortcuts.command_id, second.shortcuts.command_id],
      version: second.version,
    })
    await save(botId, { ...full, command_id: first.shortcuts.command_id, command_name: 'Changed' })
    expect((await shortcutsOf(botId)).map((shortcut) => shortcut.command_name)).toEqual(['Changed', 'Sum up'])
    await team.maker.api.bot.updateDraft({ bot_info: { bot_id: botId, shortcut_sort: [second.shortcuts.command_id] } })
    expect((await team.draft(botId)).bot_info.shortcut_sort).toEqual([second.shortcuts.command_id])
  })
  test('of a tool need the plugin; a missing shortcut cannot be changed', async () => {
    const botId = await team.newBot()
    await expect(save(botId, { command_name: 'x', tool_type: 1 })).rejects.toMatchObject({
      status: 400,
      message: expect.stringContaining('plugin_id') as string,
    })
    await expect(save(botId, { command_name: 'x', command_id: '5' })).rejects.toMatchObject({ status: 404 })
    await expect(save(botId, { command_name: 'x'.repeat(21) })).rejects.toMatchObject({ status: 400 })
    expect(await shortcutsOf(botId)).toEqual([])
  })
  test('without a command id, or of a workflow or plugin without plugin_id, are dropped', async () => {
    const botId = await team.newBot()
    await team.maker.api.bot.update({
      bot_id: botId,
      work_info: {
        shortcuts: {
          shortcut_list: [
            { command_name: 'no id' },
            { command_id: '1', command_name: 'flow, no plugin', tool_type: 1, work_flow_id: '9' },
            { command_id: '2', command_name: 'tool, no plugin', tool_type: 2 },
            { command_id: '3', command_name: 'text only' },
            { command_id: '4', command_name: 'workflow', tool_type: 1, plugin_id: '8', work_flow_id: '9' },
          ],
          shortcut_sort: ['1', '4', '2', '3', '99'],
        },
      },
    })
    expect((await shortcutsOf(botId)).map((shortcut) => shortcut.command_name)).toEqual(['text only', 'workflow'])
    expect((await team.draft(botId)).bot_info.shortcut_sort).toEqual(['4', '3'])
  })
  test('that are malformed are refused, not dropped', async () => {
    const botId = await team.newBot()
    const shortcut_list = [{ command_id: '1', command_name: 'x'.repeat(21) }]
    await expect(
      team.maker.api.bot.update({ bot_id: botId, work_info: { shortcuts: { shortcut_list } } }),
    ).rejects.toMatchObject({
      status: 400,
      message: expect.stringContaining('command_name') as string,
    })
  })
  test('belong to the version: published ones do not change with the draft', async () => {
    const botId = await team.newBot()
    const { shortcuts } = await save(botId, { command_name: 'Old', template_query: 'old' })
    await team.maker.api.bot.publish({ bot_id: botId, connectors: { '1024': {} } })
    await save(botId, { command_id: shortcuts.command_id, command_name: 'New', template_query: 'new' })
    const served = await team.t.services.publishing.getPublished(botId)
    expect(served.config.shortcuts.map((shortcut) => shortcut.template_query)).toEqual(['old'])
  })
  test('take icons from the set or from own uploads, returned with a URL', async () => {
    const botId = await team.newBot()
    const { file_list: icons } = await team.maker.api.upload.shortcutIcons({})
    expect(icons.length).toBeGreaterThan(5)
    expect((await team.t.request(icons[0]!.url)).status).toBe(200)
    const { shortcuts } = await save(botId, {
      command_name: 'With icon',
      shortcut_icon: { uri: icons[0]!.uri, url: 'https://evil.test/x.png' },
    })
    expect(shortcuts.shortcut_icon).toEqual({ uri: icons[0]!.uri, url: icons[0]!.url })
  })
  test('from a stale version are refused with both versions', async () => {
    const botId = await team.newBot()
    await team.addEditor(botId)
    const { version } = (await team.draft(botId, team.editor)).bot_info
    await save(botId, { command_name: 'Mine' })
    await expect(save(botId, { command_name: 'Theirs' }, { version }, team.editor)).rejects.toMatchObject({
      status: 409,
      data: { yours: { command_name: 'Theirs' } },
    })
  })
})
