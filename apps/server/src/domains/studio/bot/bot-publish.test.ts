import { Branch, ConnectorId } from '@orrery/contract'
import { channelKinds } from '@orrery/contract/shared/channel-kinds'
import { beforeAll, describe, expect, test } from 'vitest'
import { type BotTeam, openBotTeam } from '#testing/bot-team.ts'

let team: BotTeam
beforeAll(async () => {
  team = await openBotTeam()
})
const { api: API, webSdk: WEB } = ConnectorId
const write = (botId: string, prompt: string) =>
  team.maker.api.bot.updateDraft({ bot_info: { bot_id: botId, prompt_info: { prompt } } })
const publish = (botId: string, connectors: Record<string, Record<string, string>> = { [API]: {} }, note = '') =>
  team.maker.api.bot.publish({ bot_id: botId, connectors, history_info: note })
const connector = async (botId: string, id: string) =>
  (await team.maker.api.bot.connectors({ bot_id: botId })).publish_connector_list.find(
    (publishConnector) => publishConnector.id === id,
  )!

describe('publishing', () => {
  test('creates a version with a note that later edits do not change', async () => {
    const botId = await team.newBot()
    await write(botId, 'first')
    const done = await publish(botId, { [API]: {}, [WEB]: {} }, 'Opening')
    expect(done).toMatchObject({
      check_not_pass: false,
      publish_result: { [API]: { code: 0, publish_result_status: 1 }, [WEB]: { code: 0 } },
    })
    await write(botId, 'second')
    const served = await team.t.services.publishing.getPublished(botId, API)
    expect(served).toMatchObject({ id: botId, version: done.version, config: { prompt_info: { prompt: 'first' } } })
    const [entry] = (await team.maker.api.bot.history({ bot_id: botId, history_type: 2 })).history_infos
    expect(entry).toMatchObject({
      history_type: 2,
      info: 'Opening',
      publish_id: done.publish_id,
      version: done.version,
    })
    expect(entry!.connector_infos.map((connectorInfo) => connectorInfo.id).toSorted()).toEqual([API, WEB].toSorted())
  })
  test('shows on the draft whether it equals the published version', async () => {
    const botId = await team.newBot()
    expect(await write(botId, 'x')).toMatchObject({ same_with_online: false, branch: Branch.personalDraft })
    await publish(botId)
    expect(await team.draft(botId)).toMatchObject({
      has_publish: true,
      same_with_online: true,
      has_unpublished_change: false,
      branch: Branch.publish,
      publisher: { user_id: team.maker.id },
    })
    expect(await write(botId, 'y')).toMatchObject({ same_with_online: false, has_change: true })
    expect(await team.draft(botId)).toMatchObject({ has_unpublished_change: true, same_with_online: false })
    expect(await write(botId, 'x')).toMatchObject({ same_with_online: true })
  })
  test('shows no changes for a bot that an earlier release stored in another shape', async () => {
    const botId = await team.newBot()
    await write(botId, 'x')
    await publish(botId)
    const { pool } = team.t.infra.database
    for (const [table, id] of [
      ['bot', 'id'],
      ['bot_history', 'bot_id'],
    ])
      await pool.query(
        `UPDATE ${table} SET hash = 'of an earlier release',
           config = jsonb_set(config, '{bot_ext_info}', '{"binding_mp": {}}') #- '{prompt_info,prompt_mode}' WHERE ${id} = $1`,
        [botId],
      )
    const same = { same_with_online: true, has_unpublished_change: false }
    expect(await team.draft(botId)).toMatchObject(same)
    expect(await write(botId, 'x')).toMatchObject({ same_with_online: true, has_change: false })
    expect(await write(botId, 'y')).toMatchObject({ same_with_online: false, has_change: true })
    const card = async () =>
      (await team.maker.api.intelligences.info({ intelligence_id: botId })).publish_info.has_unpublished_change
    expect(await card()).toBe(true)
    expect(await write(botId, 'x')).toMatchObject({ same_with_online: true })
    expect(await team.draft(botId)).toMatchObject(same)
    expect(await card()).toBe(false)
  })
  test('shows nothing as pending when the draft equals the served version: on the card, in the editor, when publishing', async () => {
    const botId = await team.newBot()
    const states = async () => [
      (await team.maker.api.intelligences.info({ intelligence_id: botId })).publish_info.has_unpublished_change,
      (await team.draft(botId)).has_unpublished_change,
      (await team.maker.api.bot.changelog({ bot_id: botId })).changes.length > 0,
    ]
    await write(botId, 'x')
    const first = await publish(botId)
    team.t.clock.advance(60_000)
    await team.maker.api.bot.updateDraft({ bot_info: { bot_id: botId, prompt_info: { prompt: 'x' } } })
    expect(await states()).toEqual([false, false, false])
    await write(botId, 'y')
    expect(await states()).toEqual([true, true, true])
    await write(botId, 'x')
    expect(await states()).toEqual([false, false, false])
    // The same content published to one more channel is the same version.
    const again = await publish(botId, { [WEB]: {} })
    expect(again.publish_id).toBe(first.publish_id)
    expect((await team.maker.api.bot.history({ bot_id: botId, history_type: 2 })).total).toBe(1)
    expect(await connector(botId, WEB)).toMatchObject({ version_name: 'v1.0.0' })
  })
  test('makes each channel serve what was last published to it', async () => {
    const botId = await team.newBot()
    await write(botId, 'one')
    await publish(botId, { [API]: {}, [WEB]: {} })
    await write(botId, 'two')
    await publish(botId, { [API]: {} })
    const { getPublished } = team.t.services.publishing
    expect((await getPublished(botId, API)).config.prompt_info.prompt).toBe('two')
    expect((await getPublished(botId, WEB)).config.prompt_info.prompt).toBe('one')
    expect((await getPublished(botId)).config.prompt_info.prompt).toBe('two')
    expect(await connector(botId, WEB)).toMatchObject({ is_last_published: false })
    expect(await connector(botId, API)).toMatchObject({ is_last_published: true })
  })
  test('adds one more channel to the same version if the draft is unchanged', async () => {
    const botId = await team.newBot()
    const first = await publish(botId, { [API]: {} })
    const second = await publish(botId, { [WEB]: {} })
    expect(second.publish_id).toBe(first.publish_id)
    expect((await team.maker.api.bot.history({ bot_id: botId, history_type: 2 })).total).toBe(1)
    expect((await team.maker.api.bot.history({ bot_id: botId, history_type: 2, connector_id: WEB })).total).toBe(1)
  })
  test('needs an existing channel that is bound', async () => {
    const botId = await team.newBot()
    await expect(publish(botId, {})).rejects.toMatchObject({ status: 400 })
    await expect(publish(botId, { 777: {} })).rejects.toMatchObject({
      status: 400,
      message: expect.stringContaining('777') as string,
    })
    await team.maker.api.bot.unbind({ bot_id: botId, connector_id: WEB })
    await expect(publish(botId, { [WEB]: {} })).rejects.toMatchObject({
      status: 400,
      message: expect.stringContaining('not connected') as string,
    })
  })
  test('is refused if the draft has changed since the caller looked at it', async () => {
    const botId = await team.newBot()
    const { version } = (await team.draft(botId)).bot_info
    await write(botId, 'newer')
    await expect(
      team.maker.api.bot.publish({ bot_id: botId, connectors: { [API]: {} }, commit_version: version }),
    ).rejects.toMatchObject({ status: 409, data: { theirs: { prompt_info: { prompt: 'newer' } } } })
  })
  test('can be tried without any effect', async () => {
    const botId = await team.newBot()
    expect(
      await team.maker.api.bot.publish({ bot_id: botId, connectors: { [API]: {} }, publish_type: 1 }),
    ).toMatchObject({ check_not_pass: false, publish_id: '' })
    expect((await team.draft(botId)).has_publish).toBe(false)
  })
  test('passes the content check first', async () => {
    const botId = await team.newBot()
    await write(botId, 'mentions moonshine')
    await team.stranger.api.contentRule.save({ rules: [{ text: 'moonshine' }] })
    expect(await publish(botId)).toMatchObject({
      check_not_pass: true,
      publish_id: '',
      not_pass_reason: [expect.stringContaining('moonshine')],
    })
    await team.stranger.api.contentRule.save({ rules: [] })
    expect((await team.draft(botId)).has_publish).toBe(false)
  })
  test('a bot that was never published is not found on a channel', async () => {
    const botId = await team.newBot()
    await expect(team.t.services.publishing.getPublished(botId, API)).rejects.toMatchObject({ status: 404 })
  })
})

describe('channels', () => {
  test('API, web SDK and the public page are ready from the start; messengers have to be set up', async () => {
    const botId = await team.newBot()
    const { publish_connector_list: all } = await team.maker.api.bot.connectors({ bot_id: botId })
    expect(all.map(({ id, config_status, bind_type }) => ({ id, config_status, bind_type }))).toEqual([
      { id: API, config_status: 1, bind_type: 5 },
      { id: WEB, config_status: 1, bind_type: 6 },
      { id: ConnectorId.page, config_status: 1, bind_type: 1 },
      ...channelKinds.map(({ id, bindType }) => ({ id, config_status: 2, bind_type: bindType })),
    ])
    const [messenger] = channelKinds
    await expect(publish(botId, { [messenger!.id]: {} })).rejects.toMatchObject({ status: 400 })
  })
  test('are bound and unbound for each bot; unbinding takes the published bot offline', async () => {
    const [botId, other] = [await team.newBot(), await team.newBot()]
    await publish(botId, { [WEB]: {} })
    await team.maker.api.bot.unbind({
      bot_id: botId,
      connector_id: WEB,
      bind_id: (await connector(botId, WEB)).bind_id,
    })
    expect(await connector(botId, WEB)).toMatchObject({ config_status: 2, connector_status: 2 })
    expect((await connector(other, WEB)).config_status).toBe(1)
    await expect(team.t.services.publishing.getPublished(botId, WEB)).rejects.toMatchObject({ status: 404 })
    expect((await team.draft(botId)).has_publish).toBe(false)
    await expect(team.maker.api.bot.unbind({ bot_id: botId, connector_id: WEB })).rejects.toMatchObject({ status: 404 })
    const bound = await team.maker.api.bot.bind({
      bot_id: botId,
      connector_id: WEB,
      connector_info: { title: 'Chat' },
      agent_type: 0,
    })
    expect(bound).toMatchObject({ bind_bot_id: botId, bind_space_id: team.spaceId, bind_bot_name: 'Bot' })
    expect(await connector(botId, WEB)).toMatchObject({
      config_status: 1,
      bind_id: bound.bind_id,
      bind_info: { title: 'Chat' },
    })
    await expect(team.maker.api.bot.bind({ bot_id: botId, connector_id: '555' })).rejects.toMatchObject({ status: 400 })
  })
  test('keep their settings; secrets are sealed, masked, and unchanged when the mask is sent back', async () => {
    const botId = await team.newBot()
    const save = (detail: Record<string, string>) =>
      team.maker.api.bot.saveConnectorConfig({ bot_id: botId, connector_id: API, detail })
    await save({ app_id: 'a1', app_secret: 'very-secret' })
    const { config } = await team.maker.api.bot.connectorConfig({ bot_id: botId, connector_id: API })
    expect(config).toMatchObject({ app_id: 'a1', connector_id: API })
    expect(JSON.stringify(config)).not.toContain('very-secret')
    await save({ ...config.detail, app_id: 'a2' })
    const { rows } = await team.t.infra.database.pool.query<{ config: string }>(
      'SELECT config FROM bot_connector WHERE bot_id = $1',
      [botId],
    )
    expect(rows[0]!.config).not.toContain('very-secret')
    expect(JSON.parse(team.t.infra.secrets.open(rows[0]!.config))).toEqual({ app_id: 'a2', app_secret: 'very-secret' })
  })
  test('cannot be published to, bound or unbound by editors and viewers', async () => {
    const botId = await team.newBot()
    await team.addEditor(botId)
    for (const who of [team.editor, team.member]) {
      await expect(who.api.bot.publish({ bot_id: botId, connectors: { [API]: {} } })).rejects.toMatchObject({
        status: 403,
      })
      await expect(who.api.bot.bind({ bot_id: botId, connector_id: API })).rejects.toMatchObject({ status: 403 })
      await expect(who.api.bot.unbind({ bot_id: botId, connector_id: API })).rejects.toMatchObject({ status: 403 })
    }
  })
})

test('the changelog describes what a publication would change', async () => {
  const botId = await team.newBot('Named')
  const log = async () => (await team.maker.api.bot.changelog({ bot_id: botId })).content
  expect(await log()).toBe('First publication')
  await publish(botId)
  expect(await log()).toBe('No changes')
  await team.maker.api.bot.updateDraft({
    bot_info: { bot_id: botId, name: 'Renamed', prompt_info: { prompt: 'p' }, variable_list: [{ key: 'a' }] },
  })
  expect((await log()).split('\n')).toEqual([
    '- Name: “Named” → “Renamed”',
    '- Persona and prompt changed',
    '- Variables: 0 → 1',
  ])
})

describe('versions', () => {
  const names = async (botId: string) =>
    (await team.maker.api.bot.history({ bot_id: botId, history_type: 2 })).history_infos.map(
      (historyInfo) => historyInfo.version_name,
    )

  test('have increasing names; the next patch is the default', async () => {
    const botId = await team.newBot()
    expect(await publish(botId)).toMatchObject({ version_name: 'v1.0.0' })
    await write(botId, 'b')
    const named = { bot_id: botId, connectors: { [API]: {} } }
    expect(await team.maker.api.bot.publish({ ...named, version_name: '1.4.0' })).toMatchObject({
      version_name: 'v1.4.0',
    })
    await write(botId, 'c')
    for (const version_name of ['v1.4.0', 'v1.3.9', '1.4', 'soon'])
      await expect(team.maker.api.bot.publish({ ...named, version_name })).rejects.toMatchObject({
        status: 400,
        message: expect.stringContaining('v1.4.0') as string,
      })
    expect(await publish(botId)).toMatchObject({ version_name: 'v1.4.1' })
    expect(await names(botId)).toEqual(['v1.4.1', 'v1.4.0', 'v1.0.0'])
  })
  test('keep their name when the same draft is published again', async () => {
    const botId = await team.newBot()
    await publish(botId)
    expect(await publish(botId, { [WEB]: {} })).toMatchObject({ version_name: 'v1.0.0' })
    expect(await connector(botId, WEB)).toMatchObject({ version_name: 'v1.0.0' })
  })
})

describe('rolling back', () => {
  const two = async () => {
    const botId = await team.newBot()
    await write(botId, 'one')
    const first = await publish(botId, { [API]: {}, [WEB]: {} })
    await write(botId, 'two')
    const second = await publish(botId, { [API]: {}, [WEB]: {} })
    return { botId, first, second }
  }
  const served = async (botId: string, id?: string) =>
    (await team.t.services.publishing.getPublished(botId, id)).config.prompt_info.prompt

  test('serves an earlier version on every channel, and keeps the draft', async () => {
    const { botId, first } = await two()
    expect(await served(botId, API)).toBe('two')
    expect(await team.maker.api.bot.rollback({ bot_id: botId, publish_id: first.publish_id })).toMatchObject({
      version: first.version,
      version_name: 'v1.0.0',
      connectors: expect.arrayContaining([API, WEB]) as string[],
    })
    expect([await served(botId, API), await served(botId, WEB), await served(botId)]).toEqual(['one', 'one', 'one'])
    const draft = await team.draft(botId)
    expect(draft.bot_info.prompt_info.prompt).toBe('two')
    expect(draft).toMatchObject({ same_with_online: false, has_unpublished_change: true, has_publish: true })
    expect((await team.maker.api.bot.changelog({ bot_id: botId })).changes).toEqual([
      { kind: 'changed', part: 'Persona and prompt', name: '', detail: '1 line changed' },
    ])
    const [newest, oldest] = (await team.maker.api.bot.history({ bot_id: botId, history_type: 2 })).history_infos
    expect(newest!.live_connectors).toEqual([])
    expect(oldest!.live_connectors.toSorted()).toEqual([API, WEB].toSorted())
  })
  test('works for a single channel, and forward again', async () => {
    const { botId, first, second } = await two()
    await team.maker.api.bot.rollback({ bot_id: botId, publish_id: first.publish_id, connectors: [WEB] })
    expect([await served(botId, API), await served(botId, WEB)]).toEqual(['two', 'one'])
    await team.maker.api.bot.rollback({ bot_id: botId, publish_id: second.publish_id })
    expect(await served(botId, WEB)).toBe('two')
    expect(await team.draft(botId)).toMatchObject({ same_with_online: true })
  })
  test('is limited to publications of the same bot', async () => {
    const { botId } = await two()
    const other = await two()
    for (const publish_id of [other.first.publish_id, '1'])
      await expect(team.maker.api.bot.rollback({ bot_id: botId, publish_id })).rejects.toMatchObject({ status: 404 })
    expect(await served(botId)).toBe('two')
  })
  test('to no version takes the bot offline, until the next publication', async () => {
    const { botId } = await two()
    await team.maker.api.bot.unpublish({ bot_id: botId, connectors: [WEB] })
    await expect(served(botId, WEB)).rejects.toMatchObject({ status: 404 })
    expect(await served(botId, API)).toBe('two')
    expect((await team.draft(botId)).has_publish).toBe(true)
    await team.maker.api.bot.unpublish({ bot_id: botId })
    await expect(served(botId)).rejects.toMatchObject({ status: 404 })
    expect((await team.draft(botId)).has_publish).toBe(false)
    await expect(team.maker.api.bot.unpublish({ bot_id: botId })).rejects.toMatchObject({ status: 400 })
    await publish(botId, { [WEB]: {} })
    expect(await served(botId, WEB)).toBe('two')
  })
  test('is refused for editors', async () => {
    const { botId, first } = await two()
    await team.addEditor(botId)
    await expect(team.editor.api.bot.rollback({ bot_id: botId, publish_id: first.publish_id })).rejects.toMatchObject({
      status: 403,
    })
    await expect(team.editor.api.bot.unpublish({ bot_id: botId })).rejects.toMatchObject({ status: 403 })
    expect(await served(botId)).toBe('two')
  })
})

test('changes are listed item by item', async () => {
  const botId = await team.newBot('Named')
  await team.maker.api.bot.updateDraft({
    bot_info: { bot_id: botId, prompt_info: { prompt: 'a\nb\nc' }, variable_list: [{ key: 'city' }, { key: 'hotel' }] },
  })
  const changes = async () => (await team.maker.api.bot.changelog({ bot_id: botId })).changes
  expect(await changes()).toEqual([])
  await publish(botId)
  await team.maker.api.bot.updateDraft({
    bot_info: {
      bot_id: botId,
      prompt_info: { prompt: 'a\nB\nC\nc' },
      variable_list: [{ key: 'city', description: 'where to' }, { key: 'budget' }],
      knowledge: { top_k: 5 },
    },
  })
  expect(await changes()).toEqual([
    { kind: 'changed', part: 'Persona and prompt', name: '', detail: '2 lines changed' },
    { kind: 'changed', part: 'Knowledge', name: '', detail: '' },
    { kind: 'changed', part: 'Variable', name: 'city', detail: '' },
    { kind: 'added', part: 'Variable', name: 'budget', detail: '' },
    { kind: 'removed', part: 'Variable', name: 'hotel', detail: '' },
  ])
})
