import { Branch, ConnectorId } from '@orrery/contract'
import { ErrorCode } from '@orrery/contract/shared/error-codes'
import { beforeAll, describe, expect, test } from 'vitest'
import { type BotTeam, openBotTeam } from '#testing/bot-team.ts'
import type { Api } from '#testing/test-app.ts'

/** Malicious use of calls about versions. */
let team: BotTeam
beforeAll(async () => {
  team = await openBotTeam()
})
const api = ConnectorId.api
type Call = (client: Api, of: { space_id: string; bot_id: string }) => Promise<unknown>
const states = { left: { branch: Branch.base }, right: { branch: Branch.base } }
const gray = { bucket: { field: { type: 1 }, in_gray: 1 } }
const rule = { connector_ids: [api], version_type: 1, publish_id: 'p', x_tt_env: 'blue' }
const calls: Record<string, Call> = {
  diff: (client, of) => client.botVersion.diff({ ...of, ...states }),
  diff3: (client, of) => client.botVersion.diff3({ ...of, current_version: {}, target_version: {} }),
  merge: (client, of) => client.botVersion.merge({ ...of, origin_bot_dl: 'x.y' }),
  collaboration: (client, of) => client.botVersion.collaboration(of),
  recordChangelog: (client, of) =>
    client.botVersion.recordChangelog({ ...of, publish_id: '1', llm_result: '', user_result: '' }),
  topology: (client, of) =>
    client.botVersion.topology({ space_id: of.space_id, resource_id: of.bot_id, resource_type: 1 }),
  rules: (client, of) => client.botVersion.rules(of),
  latestParams: (client, of) => client.botVersion.latestParams(of),
  publish: (client, of) => client.botVersion.publish({ ...of, ...rule }),
  connectors: (client, of) => client.botVersion.connectors(of),
  inactivate: (client, of) => client.botVersion.inactivate({ ...of, rule_id: '1', remark: '' }),
  updateGray: (client, of) => client.botVersion.updateGray({ ...of, rule_id: '1', gray_config: gray, remark: '' }),
  choose: (client, of) => client.botVersion.choose({ ...of, connector_id: api, uid: 'u' }),
  figures: (client, of) => client.botVersion.figures({ ...of, rule_id: '1' }),
  rollback: (client, of) => client.botVersion.rollback({ ...of, connector_ids: [api], bot_version: '1' }),
  checkReview: (client, of) => client.botVersion.checkReview(of),
  current: (client, of) => client.botVersion.current(of),
  history: (client, of) => client.botVersion.history(of),
  operations: (client, of) => client.botVersion.operations(of),
  removeVersion: (client, of) => client.botVersion.removeVersion({ ...of, history_id: '1' }),
  askReview: (client, of) => client.botVersion.askReview({ ...of, connector_ids: [api] }),
  withdrawReview: (client, of) => client.botVersion.withdrawReview({ ...of, review_id: '1' }),
}
const failure = (call: Promise<unknown>) =>
  call.then(
    () => ({ status: 200, code: 0, message: '' }),
    (cause: { status: number; code: number; message: string }) => cause,
  )
const publish = (bot_id: string) => team.maker.api.bot.publish({ bot_id, connectors: { [api]: {} } })

describe('a bot of another space is indistinguishable from a missing one, and so is an own bot with another space_id', () => {
  test.each(Object.entries(calls))('%s', async (_, call) => {
    const bot_id = await team.newBot('Hidden')
    const space_id = team.spaceId
    const foreign = await failure(call(team.stranger.api, { space_id, bot_id }))
    const missing = await failure(call(team.stranger.api, { space_id, bot_id: '9000000000000000001' }))
    expect(foreign).toMatchObject({ status: 404 })
    expect(foreign.message).toBe(missing.message)
    expect(foreign.message).not.toContain('Hidden')
    const other = (await team.maker.api.space.create({ name: 'Other' })).id
    expect([400, 404]).toContain((await failure(call(team.maker.api, { space_id: other, bot_id }))).status)
  })
})

describe('rules, reviews and versions of another bot', () => {
  test('are not found, whether named by rule, review, publication or version', async () => {
    const [mine, other] = [await team.newBot('Mine'), await team.newBot('Other')]
    for (const id of [mine, other]) await publish(id)
    const space_id = team.spaceId
    const { rule_ids: ids } = await team.maker.api.botVersion.publish({ space_id, bot_id: other, ...rule })
    const { versions } = await team.maker.api.botVersion.current({ space_id, bot_id: other })
    const of = { space_id, bot_id: mine }
    const { botVersion } = team.maker.api
    const [official] = versions
    for (const call of [
      () => botVersion.inactivate({ ...of, rule_id: ids[0]!, remark: '' }),
      () => botVersion.updateGray({ ...of, rule_id: ids[0]!, gray_config: gray, remark: '' }),
      () => botVersion.figures({ ...of, rule_id: ids[0]! }),
      () => botVersion.rollback({ ...of, connector_ids: [api], bot_version: official!.bot_version }),
      () => botVersion.rollback({ ...of, connector_ids: [api], publish_id: official!.publish_id }),
      () => botVersion.recordChangelog({ ...of, publish_id: official!.publish_id, llm_result: '', user_result: '' }),
      () => botVersion.publish({ ...of, ...rule, bot_version: official!.bot_version }),
      () =>
        botVersion.diff({
          ...of,
          ...states,
          left: { branch: Branch.base, version_id: official!.bot_version },
        }),
      () => botVersion.removeVersion({ ...of, history_id: official!.publish_id }),
    ])
      expect(await failure(call())).toMatchObject({ status: 404 })
    expect((await botVersion.rules({ space_id, bot_id: other })).active_rules).toMatchObject([{ status: 1 }])
  })
  test('in a list make the whole call fail without any change', async () => {
    const bot_id = await team.newBot('Batch')
    await publish(bot_id)
    const of = { space_id: team.spaceId, bot_id }
    const ruled = team.maker.api.botVersion.publish({ ...of, ...rule, connector_ids: [api, '999'] })
    expect(await failure(ruled)).toMatchObject({ code: ErrorCode.botVersion.noOfficial })
    expect((await team.maker.api.botVersion.rules(of)).total).toBe(0)
    const strange = (await team.stranger.api.space.create({ name: 'Strange' })).id
    const foreign = (await team.stranger.api.bot.create({ space_id: strange, name: 'Foreign' })).bot_id
    const settings = { space_id: team.spaceId, review: 1, guard: true, guard_min_turns: 50 }
    const listed = team.maker.api.botVersion.saveSettings({ ...settings, white_list: [bot_id, foreign] })
    expect(await failure(listed)).toMatchObject({ code: ErrorCode.botVersion.foreignBot })
    expect((await team.maker.api.botVersion.settings({ space_id: team.spaceId })).review).toBe(0)
  })
})

test('unknown fields change nothing', async () => {
  const bot_id = await team.newBot('Extra')
  await publish(bot_id)
  const of = { space_id: team.spaceId, bot_id }
  const extra = { id: '1', rule_id: '1', status: 2, created_by: team.stranger.id, history_id: '1', is_guard: true }
  const { rule_ids: ids } = await team.maker.api.botVersion.publish({ ...of, ...rule, ...extra } as never)
  expect(ids[0]).not.toBe('1')
  const { active_rules: list } = await team.maker.api.botVersion.rules(of)
  expect(list).toMatchObject([{ rule_id: ids[0], status: 1 }])
  const { histories } = await team.maker.api.botVersion.operations(of)
  expect(histories[0]).toMatchObject({ is_guard: false, creator: { id: team.maker.id } })
})

test('a forged or foreign merge ticket is refused and changes nothing', async () => {
  const bot_id = await team.newBot('Ticket')
  await team.maker.api.bot.updateDraft({ bot_info: { bot_id, prompt_info: { prompt: 'one' } } as never })
  await team.addEditor(bot_id)
  await team.maker.api.bot.switchMode({ bot_id, target_develop_mode: 1 })
  for (const who of [team.maker, team.editor]) await team.draft(bot_id, who)
  const write = (who: BotTeam['maker'], prompt: string) =>
    who.api.bot.updateDraft({ bot_info: { bot_id, prompt_info: { prompt } } as never })
  await write(team.maker, 'maker')
  await write(team.editor, 'editor')
  await team.maker.api.bot.commit({ bot_id, remark: '' })
  const asked = { bot_id, current_version: { branch: 1 }, target_version: { branch: 2 } }
  const { origin_bot_dl: ticket } = await team.editor.api.botVersion.diff3(asked)
  const [body = '', signature = ''] = ticket.split('.')
  const told = JSON.parse(Buffer.from(body, 'base64url').toString()) as Record<string, unknown>
  const forge = (change: object) =>
    `${Buffer.from(JSON.stringify({ ...told, ...change })).toString('base64url')}.${signature}`
  const settled = [{ diff_res: { json_path: '$.prompt_info.prompt', manual_merge_value: 'forged' } }]
  for (const origin_bot_dl of [
    forge({ user: team.maker.id }),
    forge({ left: '1', right: '1' }),
    forge({ at: 0, content: { prompt: 'forged' } }),
    `${body}.`,
    'x',
    '',
  ])
    expect(await failure(team.editor.api.botVersion.merge({ bot_id, origin_bot_dl, diff_res: settled }))).toMatchObject(
      { status: 400 },
    )
  // The ticket of one person is not valid for another.
  expect(
    await failure(team.maker.api.botVersion.merge({ bot_id, origin_bot_dl: ticket, diff_res: settled })),
  ).toMatchObject({ status: 400 })
  expect((await team.draft(bot_id, team.editor)).bot_info.prompt_info.prompt).toBe('editor')
  // A person who is no longer an editor can use neither the ticket nor the draft.
  await team.removeEditor(bot_id)
  expect(
    await failure(team.editor.api.botVersion.merge({ bot_id, origin_bot_dl: ticket, diff_res: settled })),
  ).toMatchObject({ status: 403 })
  expect((await team.draft(bot_id)).bot_info.prompt_info.prompt).toBe('maker')
})

test('a merge cannot introduce a file of another person', async () => {
  const bot_id = await team.newBot('Files')
  await team.addEditor(bot_id)
  await team.maker.api.bot.switchMode({ bot_id, target_develop_mode: 1 })
  for (const who of [team.maker, team.editor]) await team.draft(bot_id, who)
  const drawn = async (who: BotTeam['maker']) =>
    (await who.api.bot.generateIcon({ bot_name: 'Files', description: 'Files' })).icon_uri
  const icon = async (who: BotTeam['maker'], icon_uri: string) =>
    who.api.bot.updateDraft({ bot_info: { bot_id, icon_uri } as never })
  await icon(team.maker, await drawn(team.maker))
  await icon(team.editor, await drawn(team.editor))
  await team.maker.api.bot.commit({ bot_id, remark: '' })
  const asked = { bot_id, current_version: { branch: 1 }, target_version: { branch: 2 } }
  const { origin_bot_dl } = await team.editor.api.botVersion.diff3(asked)
  const before = (await team.draft(bot_id, team.editor)).bot_info.icon_uri
  const settled = async (manual_merge_value: string) =>
    failure(
      team.editor.api.botVersion.merge({
        bot_id,
        origin_bot_dl,
        diff_res: [{ diff_res: { json_path: '$.icon_uri', manual_merge_value } }],
      }),
    )
  expect([400, 403, 404]).toContain((await settled(await drawn(team.stranger))).status)
  expect((await team.draft(bot_id, team.editor)).bot_info.icon_uri).toBe(before)
})

describe('malformed numbers', () => {
  const odd = ['9007199254740993', '-1', '0', '1.5', '007', '1e3', '9'.repeat(40), 'NaN', '１']
  test.each(odd)('an id %s is refused or not found, never taken for another id', async (id) => {
    const bot_id = await team.newBot('Odd')
    await publish(bot_id)
    const of = { space_id: team.spaceId, bot_id }
    for (const call of [
      () => team.maker.api.botVersion.current({ ...of, bot_id: id }),
      () => team.maker.api.botVersion.current({ ...of, space_id: id }),
      () => team.maker.api.botVersion.inactivate({ ...of, rule_id: id, remark: '' }),
      () => team.maker.api.botVersion.removeVersion({ ...of, history_id: id }),
      () => team.maker.api.botVersion.rollback({ ...of, connector_ids: [api], bot_version: id }),
      () =>
        team.maker.api.botVersion.diff({
          bot_id,
          left: { branch: 3, version_id: id },
          right: { branch: 3, connector_id: id },
        }),
    ])
      expect([400, 404]).toContain((await failure(call())).status)
  })
  test('pages and sizes out of range are refused or clamped', async () => {
    const bot_id = await team.newBot('Pages')
    await publish(bot_id)
    const of = { space_id: team.spaceId, bot_id }
    for (const [page, size] of [
      [0, 0],
      [-1, -1],
      [1, 1e9],
      [1e9, 10],
      [1.5, 2],
    ] as const) {
      const paging = { page, size }
      for (const call of [
        () => team.maker.api.botVersion.history({ ...of, ...paging }),
        () => team.maker.api.botVersion.operations({ ...of, ...paging }),
        () => team.maker.api.botVersion.rules({ ...of, ...paging }),
        () => team.maker.api.botVersion.reviews({ space_id: team.spaceId, ...paging }),
      ])
        expect([200, 400]).toContain((await failure(call())).status)
    }
  })
})
