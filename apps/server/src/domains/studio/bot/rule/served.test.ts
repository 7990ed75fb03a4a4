import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { CozeAPI, RoleType } from '@coze/api'
import { ConnectorId } from '@orrery/contract'
import { ErrorCode } from '@orrery/contract/shared/error-codes'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { readReply } from '#testing/chat-lab.ts'
import { all, type OpenLab, openOpenLab } from '#testing/open-lab.ts'
import { calls, refuses, says } from '#testing/scripted-model.ts'
import { choose, type ServedRule } from './choose.ts'
import { grayOf, readGray } from './gray-rules.ts'
import { RuleType } from './rule.table.ts'

/** Guarantees while versions are served: for running turns, visitors, other processes, and deleted versions. */
let lab: OpenLab
beforeAll(async () => {
  lab = await openOpenLab()
})
beforeEach(() => lab.server.reset())
const { api: API, page: PAGE } = ConnectorId
const persona = (prompt: string) => ({ prompt_info: { prompt } })
const onBot = (botId: string) => ({ space_id: lab.spaceId, bot_id: botId })
let serial = 0
const serve = (botId: string, version_type: number, more: object = {}) =>
  lab.owner.api.botVersion.publish({
    ...onBot(botId),
    connector_ids: [API],
    version_type,
    publish_id: `s${(serial += 1)}`,
    ...more,
  })
const turn = (botId: string, headers: Record<string, string> = {}, user_id = 'someone') =>
  new CozeAPI({ baseURL: lab.baseURL, token: lab.token, headers }).chat.stream({
    bot_id: botId,
    user_id,
    additional_messages: [{ role: RoleType.User, content: 'hi', content_type: 'text' }],
  })
const toldPersona = () => /PERSONA-\w+/.exec(JSON.stringify(lab.server.requests.at(-1)!.body.messages))?.[0]
async function bot(): Promise<string> {
  const botId = await lab.publishedBot(persona('PERSONA-official'))
  await lab.update(botId, persona('PERSONA-next'))
  return botId
}
const historyOf = async (botId: string, types: number[]) =>
  (await lab.owner.api.botVersion.history({ ...onBot(botId), version_types: types })).versions

test('two processes choose the same version for 10,000 callers', () => {
  const config = {
    block_list: { field: { type: 1 }, values: ['user-7'] },
    allow_list: { field: { type: 3, custom_field_path: '$.parameters.tier' }, values: ['gold'] },
    bucket: { field: { type: 1 }, in_gray: 3333 },
  }
  const rules: ServedRule[] = [
    { id: '1', type: RuleType.lane, name: 'blue', isPaused: false },
    { id: '2', type: RuleType.identifier, name: 'rc', isPaused: false },
    { id: '3', type: RuleType.gray, name: '', isPaused: false, gray: grayOf(readGray(config, undefined)) },
  ]
  const callerOf = (n: number) => ({
    uid: `user-${n}`,
    mayName: n % 3 === 0,
    lane: n % 5 === 0 ? 'blue' : '',
    identifier: n % 7 === 0 ? 'rc' : '',
    params: { parameters: { tier: n % 11 === 0 ? 'gold' : 'tin' } },
  })
  const here = Array.from({ length: 10_000 }, (_, n) => choose(rules, callerOf(n), 'bot:1:1024').rule?.id ?? '0')
  const at = (file: string) => JSON.stringify(fileURLToPath(new URL(file, import.meta.url)))
  const code = `
    import { choose } from ${at('./choose.ts')}
    import { grayOf, readGray } from ${at('./gray-rules.ts')}
    const gray = grayOf(readGray(${JSON.stringify(config)}, undefined))
    const rules = ${JSON.stringify(rules)}.map((rule) => (rule.type === 3 ? { ...rule, gray } : rule))
    const callerOf = ${callerOf.toString()}
    const found = Array.from({ length: 10000 }, (_, n) => choose(rules, callerOf(n), 'bot:1:1024').rule?.id ?? '0')
    process.stdout.write(found.join(''))`
  const other = spawnSync(process.execPath, ['--input-type=module', '-e', code], {
    encoding: 'utf8',
    cwd: fileURLToPath(new URL('.', import.meta.url)),
  })
  expect(other.stdout, other.stderr).toBe(here.join(''))
  expect(new Set(here)).toEqual(new Set(['0', '1', '2', '3']))
})

describe('a running turn', () => {
  test('keeps its version while other versions are served and withdrawn', async () => {
    const botId = await bot()
    const { rule_ids: rules } = await serve(botId, 1, { x_tt_env: 'blue' })
    const gate = Promise.withResolvers<void>()
    const call = { name: 'no_such_tool', arguments: '{}' }
    lab.server.script({ steps: [{ until: gate.promise }, ...calls(call).steps!] }, says('done'))
    const running = all(turn(botId, { 'x-tt-env': 'blue' }))
    await expect.poll(() => lab.server.requests.length).toBe(1)
    expect(toldPersona()).toBe('PERSONA-next')
    // The lane goes offline, another version becomes official, and is then rolled back.
    await lab.owner.api.botVersion.inactivate({ ...onBot(botId), rule_id: rules[0]!, remark: '' })
    await lab.update(botId, persona('PERSONA-third'))
    await lab.publish(botId)
    const [, first] = await historyOf(botId, [2])
    await lab.owner.api.botVersion.rollback({
      ...onBot(botId),
      connector_ids: [API],
      bot_version: first!.bot_version,
    })
    gate.resolve()
    await running
    expect(lab.server.requests).toHaveLength(2)
    expect(toldPersona()).toBe('PERSONA-next')
    lab.server.script(says('ok'))
    await all(turn(botId, { 'x-tt-env': 'blue' }))
    expect(toldPersona()).toBe('PERSONA-official')
  })
})

describe('deleting a version', () => {
  const codes = ErrorCode.botVersionRemoval
  const remove = (botId: string, history_id: string) =>
    lab.owner.api.botVersion.removeVersion({ ...onBot(botId), history_id })
  test('is refused while it is served or under review', async () => {
    const botId = await bot()
    const [official] = await historyOf(botId, [2])
    await expect(remove(botId, official!.history_id)).rejects.toMatchObject({ code: codes.served, status: 409 })
    const { rule_ids: rules } = await serve(botId, 1, { x_tt_env: 'blue' })
    const [lane] = await historyOf(botId, [3])
    await expect(remove(botId, lane!.publish_id)).rejects.toMatchObject({ code: codes.served })
    await lab.owner.api.botVersion.inactivate({ ...onBot(botId), rule_id: rules[0]!, remark: '' })
    const settings = { space_id: lab.spaceId, guard: true, guard_min_turns: 50, white_list: [] }
    await lab.owner.api.botVersion.saveSettings({ ...settings, review: 1 })
    const { review_id } = await lab.owner.api.botVersion.askReview({ ...onBot(botId), connector_ids: [API] })
    const [commit] = await historyOf(botId, [1])
    await expect(remove(botId, commit!.history_id)).rejects.toMatchObject({ code: codes.waitsForReview })
    await lab.owner.api.botVersion.withdrawReview({ ...onBot(botId), review_id })
    await lab.owner.api.botVersion.saveSettings({ ...settings, review: 0 })
    await remove(botId, lane!.publish_id)
    await expect(remove(botId, lane!.publish_id)).rejects.toMatchObject({ status: 404 })
    lab.server.script(says('ok'))
    await all(turn(botId))
    expect(toldPersona()).toBe('PERSONA-official')
    // The operations on the deleted version are still listed.
    const { histories } = await lab.owner.api.botVersion.operations({ ...onBot(botId), version_types: [3] })
    expect(histories.length).toBeGreaterThan(0)
  })
  test('is refused if a draft is based on it; a version of another bot is not found', async () => {
    const editor = await lab.t.register('base-editor')
    await lab.owner.api.space.addMembers({ space_id: lab.spaceId, member_info_list: [{ user_id: editor.id }] })
    const botId = await bot()
    await lab.owner.api.collaborator.add({ resource: { id: botId, type: 4 }, principal: { id: editor.id, type: 1 } })
    await lab.owner.api.bot.switchMode({ bot_id: botId, target_develop_mode: 1 })
    await editor.api.bot.getDraft({ bot_id: botId })
    await editor.api.bot.updateDraft({ bot_info: { bot_id: botId, ...persona('PERSONA-editor') } as never })
    const [base] = await historyOf(botId, [1])
    await expect(remove(botId, base!.history_id)).rejects.toMatchObject({ code: codes.isBase })
    const other = await bot()
    await expect(remove(other, base!.history_id)).rejects.toMatchObject({ status: 404 })
  })
})

test('visitors get the official version, even if they name another one', async () => {
  const botId = await lab.createBot(persona('PERSONA-official'))
  await lab.owner.api.bot.publish({ bot_id: botId, connectors: { [PAGE]: {} } })
  await lab.update(botId, persona('PERSONA-next'))
  await serve(botId, 1, { x_tt_env: 'blue', connector_ids: [PAGE] })
  const { links } = await lab.owner.api.share.links({ resource_id: botId })
  const { key } = links.find((link) => link.connector_id === PAGE)!
  const { token } = await lab.t.anonymous.share.enter({ key, password: '' })
  const named = { 'x-tt-env': 'blue', 'x-version-identifier': 'blue', 'x-tt-env-strict': '1' }
  const guest = lab.t.apiWith({ authorization: `Bearer ${token}`, ...named })
  const { conversation_id } = await guest.share.messages({ key })
  lab.server.script(says('ok'))
  const asked = { key, conversation_id, query: 'hi', parameters: { version_identifier: 'blue' }, bot_version: '1' }
  await readReply(await guest.share.chat(asked as never))
  expect(toldPersona()).toBe('PERSONA-official')
  for (const call of [
    () => guest.botVersion.current(onBot(botId)),
    () => guest.botVersion.diff({ bot_id: botId, left: { branch: 1 }, right: { branch: 2 } }),
    () => guest.botVersion.rules(onBot(botId)),
  ])
    expect([401, 403, 404]).toContain(
      await call().then(
        () => 200,
        ({ status }: { status: number }) => status,
      ),
    )
})

test('a lane also selects the version of prompts that the bot follows; without that lane, the main version', async () => {
  const detail = (content: string) => ({
    prompt_text: { message_list: [{ message_type: 1 as const, content }] },
    model_config: { id: lab.modelId },
  })
  const { prompt_id } = await lab.owner.api.promptManage.create({
    space_id: lab.spaceId,
    display_name: 'Lanes',
    prompt_key: 'lanes.one',
    ...detail('PERSONA-main'),
  })
  await lab.owner.api.promptManage.publish({ prompt_id, version: '1.0.0' })
  await lab.owner.api.promptManage.save({ prompt_id, ...detail('PERSONA-blue') })
  await lab.owner.api.promptManage.publish({ prompt_id, version: '2.0.0' })
  const place = { prompt_id, env: 2 as const, label: 'production' }
  await lab.owner.api.promptRelease.release({ ...place, version: '1.0.0' })
  await lab.owner.api.promptRelease.release({ ...place, version: '2.0.0', feature: 'blue' })
  const botId = await lab.publishedBot({
    prompt_info: { prompt: 'Own', prompt_ref: { key: 'lanes.one', label: 'production' } },
  })
  await lab.update(botId, { description: 'next' })
  for (const lane of ['blue', 'red']) await serve(botId, 1, { x_tt_env: lane })
  const followed = async (headers: Record<string, string>) => {
    lab.server.reset()
    lab.server.script(says('ok'))
    await all(turn(botId, headers))
    return toldPersona()
  }
  expect(await followed({})).toBe('PERSONA-main')
  expect(await followed({ 'x-tt-env': 'blue' })).toBe('PERSONA-blue')
  expect(await followed({ 'x-tt-env': 'red' })).toBe('PERSONA-main')
})

describe('the changelog', () => {
  const changelog = (botId: string, more: object = {}) => lab.owner.api.bot.changelog({ bot_id: botId, ...more })
  test('is written by a model, or by rules if the model fails or rules are requested', async () => {
    const botId = await bot()
    lab.server.script(says('- It greets people by name'))
    expect(await changelog(botId)).toMatchObject({ content: '- It greets people by name', by_model: true })
    const asked = JSON.stringify(lab.server.requests.at(-1)!.body.messages)
    expect(asked).toContain('PERSONA-next')
    lab.server.reset()
    lab.server.script(refuses(400, 'out of order'))
    const plain = { content: expect.stringContaining('Persona and prompt') as string, by_model: false }
    expect(await changelog(botId)).toMatchObject(plain)
    lab.server.reset()
    expect(await changelog(botId, { by_rules: true })).toMatchObject(plain)
    expect(lab.server.requests).toHaveLength(0)
  })
  test('stores both texts', async () => {
    const botId = await bot()
    const { publish_id } = await lab.owner.api.bot.publish({ bot_id: botId, connectors: { [API]: {} } })
    await lab.owner.api.botVersion.recordChangelog({
      bot_id: botId,
      publish_id,
      llm_result: 'of the model',
      user_result: 'of the person',
    })
    const { rows } = await lab.t.infra.database.pool.query(
      'SELECT machine_text, person_text FROM bot_changelog WHERE history_id = $1',
      [publish_id],
    )
    expect(rows).toEqual([{ machine_text: 'of the model', person_text: 'of the person' }])
  })
})

test('a comparison of channels leaves out what all channels share', async () => {
  const botId = await lab.createBot(persona('PERSONA-a'))
  await lab.publish(botId)
  const { pool } = lab.t.infra.database
  await pool.query("UPDATE resource SET icon_uri = 'default/other.svg' WHERE id = $1", [botId])
  await lab.update(botId, persona('PERSONA-b'))
  const parts = async (Isolation: 0 | 10 | 20 | 30) => {
    const { diff_display_node: nodes } = await lab.owner.api.botVersion.diff({
      bot_id: botId,
      left: { branch: 3, connector_id: API },
      right: { branch: 2 },
      filter: { Isolation },
      template_key: 'diff_template_when_publish_v2',
    })
    return nodes.map(({ display_name }) => display_name)
  }
  for (const all of [0, 10, 30] as const) expect(await parts(all)).toEqual(['Basics', 'Persona'])
  expect(await parts(20)).toEqual(['Persona'])
})
