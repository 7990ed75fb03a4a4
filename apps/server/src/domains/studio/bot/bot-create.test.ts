import { BotMode, ConnectorId } from '@orrery/contract'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type BotTeam, openBotTeam } from '#testing/bot-team.ts'

let team: BotTeam
beforeAll(async () => {
  team = await openBotTeam()
})
const badInput = (msg: string) => ({ status: 400, message: expect.stringContaining(msg) as string })

describe('the form of a bot', () => {
  const create = (more: object) => team.maker.api.bot.create({ space_id: team.spaceId, name: 'Bot', ...more })
  test('requires a name of at most 20 visible characters', async () => {
    await expect(create({ name: undefined })).rejects.toMatchObject(badInput('name: is required'))
    await expect(create({ name: '   ' })).rejects.toMatchObject(badInput('name: must not be empty'))
    await expect(create({ name: 'x'.repeat(21) })).rejects.toMatchObject(badInput('name: at most 20'))
    await expect(create({ name: '字'.repeat(21) })).rejects.toMatchObject(badInput('name: at most 20'))
    expect((await create({ name: '👩‍👩‍👧‍👦'.repeat(20) })).bot_id).not.toBe('')
  })
  test('limits the description to 500 characters', async () => {
    await expect(create({ description: 'x'.repeat(501) })).rejects.toMatchObject(badInput('description: at most 500'))
    expect((await create({ description: '字'.repeat(500) })).bot_id).not.toBe('')
  })
  test('creates a draft with every group, a model and an icon', async () => {
    const { bot_id: botId } = await create({ name: 'Fresh', description: 'First' })
    const { bot_info: info, ...rest } = await team.draft(botId)
    expect(info).toMatchObject({
      bot_id: botId,
      name: 'Fresh',
      description: 'First',
      creator_id: team.maker.id,
      status: 1,
    })
    expect(info.bot_mode).toBe(BotMode.single)
    expect(info.model_info.model_id).not.toBe('')
    expect(rest.bot_option_data.model_detail_map[info.model_info.model_id]?.name).toBe('Orrery Offline')
    expect(info.icon_uri).toMatch(/^builtin\/bot\//)
    expect((await team.t.request(info.icon_url)).headers.get('content-type')).toBe('image/png')
    expect(rest).toMatchObject({
      editable: true,
      deletable: true,
      has_publish: false,
      has_unpublished_change: false,
      same_with_online: false,
      space_id: team.spaceId,
      connectors: [],
    })
  })
  test('ignores fields that the caller cannot set, and the id of an existing bot', async () => {
    const before = await team.newBot('Before')
    const { bot_id: botId } = await create({
      name: 'After',
      id: before,
      bot_id: before,
      creator_id: team.member.id,
      status: 3,
      create_time: '1',
      has_publish: true,
      role: 1,
    })
    expect(botId).not.toBe(before)
    expect((await team.draft(before)).bot_info.name).toBe('Before')
    expect((await team.draft(botId)).bot_info).toMatchObject({ creator_id: team.maker.id, status: 1 })
    await team.maker.api.bot.updateDraft({
      bot_info: {
        bot_id: botId,
        name: 'Mine',
        creator_id: team.member.id,
        create_time: '1',
        status: 3,
        connector_id: ConnectorId.api,
        is_public: true,
      } as never,
    })
    const { bot_info: info, has_publish } = await team.draft(botId)
    expect(info).toMatchObject({ name: 'Mine', creator_id: team.maker.id, status: 1, connector_id: '' })
    expect(has_publish).toBe(false)
    expect(info.create_time).not.toBe('1')
  })
})

describe('the content check', () => {
  const hook = createServer((request, response) => {
    let body = ''
    request.on('data', (chunk) => (body += chunk))
    request.on('end', () => {
      if (request.url === '/broken') return response.writeHead(500).end()
      const { texts } = JSON.parse(body) as { texts: string[] }
      const isBad = texts.some((text) => text.includes('gamble'))
      response.setHeader('content-type', 'application/json')
      response.end(JSON.stringify(isBad ? { pass: false, message: 'No gambling here' } : { pass: true }))
    })
  })
  let url: string
  let checked: BotTeam
  beforeAll(async () => {
    await new Promise<void>((resolve) => hook.listen(0, '127.0.0.1', resolve))
    const { port } = hook.address() as AddressInfo
    url = `http://127.0.0.1:${port}/check`
    checked = await openBotTeam({ egressAllow: [`127.0.0.1:${port}`] })
  })
  afterAll(() => hook.close())
  const rules = (change: Parameters<typeof checked.stranger.api.contentRule.save>[0]) =>
    checked.stranger.api.contentRule.save(change)

  test('refuses a text with a listed word with a message for the form, and saves nothing', async () => {
    await rules({ rules: [{ text: 'Forbidden' }, { text: '禁词' }] })
    expect(await checked.maker.api.bot.create({ space_id: checked.spaceId, name: 'forBIDDEN bot' })).toMatchObject({
      bot_id: '',
      check_not_pass: true,
      check_not_pass_msg: expect.stringContaining('Forbidden') as string,
    })
    const botId = await checked.newBot('Fine')
    const answer = await checked.maker.api.bot.updateDraft({
      bot_info: { bot_id: botId, name: 'Other', description: '有禁词' },
    })
    expect(answer).toMatchObject({ check_not_pass: true, has_change: false })
    expect(answer.check_not_pass_msg).toContain('禁词')
    expect((await checked.draft(botId)).bot_info).toMatchObject({ name: 'Fine', description: '' })
    await rules({ rules: [] })
    expect(await checked.maker.api.bot.create({ space_id: checked.spaceId, name: 'forbidden bot' })).toMatchObject({
      check_not_pass: false,
    })
  })
  test('calls the hook, and shows the message of the hook', async () => {
    await rules({ hook_url: url })
    const botId = await checked.newBot('Cards')
    const answer = await checked.maker.api.bot.updateDraft({
      bot_info: { bot_id: botId, prompt_info: { prompt: 'Let us gamble' } },
    })
    expect(answer).toMatchObject({ check_not_pass: true, check_not_pass_msg: 'prompt: No gambling here' })
    expect(
      await checked.maker.api.bot.updateDraft({ bot_info: { bot_id: botId, prompt_info: { prompt: 'Let us play' } } }),
    ).toMatchObject({ check_not_pass: false, has_change: true })
  })
  test('refuses a text when the hook fails only if the rules are strict', async () => {
    await rules({ hook_url: url.replace('/check', '/broken'), strict: false })
    expect(await checked.maker.api.bot.create({ space_id: checked.spaceId, name: 'Lenient' })).toMatchObject({
      check_not_pass: false,
    })
    await rules({ strict: true })
    expect(await checked.maker.api.bot.create({ space_id: checked.spaceId, name: 'Strict' })).toMatchObject({
      check_not_pass: true,
      bot_id: '',
    })
    await rules({ hook_url: '', strict: false })
  })
  test('lets only the instance owner read and change the rules', async () => {
    await expect(checked.maker.api.contentRule.get({})).rejects.toMatchObject({ status: 403 })
    await expect(checked.maker.api.contentRule.save({ rules: [] })).rejects.toMatchObject({ status: 403 })
    await rules({ rules: [{ text: 'a' }] })
    expect(await checked.stranger.api.contentRule.get({})).toEqual({
      rules: [{ text: 'a', whole_word: false, scopes: [], message_en: '', message_zh: '' }],
      hook_url: '',
      strict: false,
    })
    await rules({ rules: [] })
  })
  test('refuses to save a hook with an internal address that is not allowed', async () => {
    await expect(rules({ hook_url: 'http://127.0.0.1:1/x' })).rejects.toMatchObject({ status: 403 })
  })
})
