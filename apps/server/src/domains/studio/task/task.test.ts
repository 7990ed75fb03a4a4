import { TASK_LIMITS, TaskStatus } from '@orrery/contract'
import { beforeAll, describe, expect, test } from 'vitest'
import { type BotTeam, openBotTeam } from '#testing/bot-team.ts'
import type { Person } from '#testing/test-app.ts'

let team: BotTeam
beforeAll(async () => {
  team = await openBotTeam()
})
type Save = Parameters<Person['api']['task']['save']>[0]
const query = (content: string) => ({ action_type: 1 as const, bot_query_action: { content } })
const save = (bot_id: string, more: Partial<Save> = {}, who = team.maker) =>
  who.api.task.save({
    bot_id,
    name: 'Morning',
    trigger_type: 1,
    time_data: { cron_expr: '0 9 * * *', time_zone: 'Asia/Shanghai' },
    action: query('Good morning'),
    ...more,
  })
const list = async (bot_id: string, who = team.maker) => (await who.api.task.listAll({ bot_id })).bot_task_list
const allowUsers = (bot_id: string) =>
  team.maker.api.bot.updateDraft({ bot_info: { bot_id, task_info: { user_task_allowed: true } } })

describe('preset tasks', () => {
  test('are created by editors and shown with their times to everyone in the space', async () => {
    const botId = await team.newBot()
    await team.addEditor(botId)
    const { task_id: id } = await save(botId, {}, team.editor)
    const [task] = await list(botId, team.member)
    expect(task).toMatchObject({
      id,
      name: 'Morning',
      status: TaskStatus.active,
      creator_uid: team.editor.id,
      trigger: {
        task_type: 1,
        trigger_type: 1,
        preset_time_data: { cron_expr: '0 9 * * *', time_zone: 'Asia/Shanghai' },
      },
      action: query('Good morning'),
      exec_result: 0,
      valid_status: true,
    })
    const due = task!.next_exec_duration
    expect(due).toBeGreaterThan(0)
    expect(due).toBeLessThanOrEqual(24 * 3600)
  })
  test('are the same tasks in the older calls', async () => {
    const botId = await team.newBot()
    const { task_id: id } = await team.maker.api.task.createPreset({
      bot_id: botId,
      cron_expr: '30 8 * * 1',
      content: 'Plan the week',
      user_question: 'Every Monday',
      time_zone: 'Europe/Berlin',
    })
    const { data } = await team.maker.api.task.list({ bot_id: botId })
    expect(data).toMatchObject([
      {
        task_id: id,
        cron_expr: '30 8 * * 1',
        task_content: 'Plan the week',
        user_question: 'Every Monday',
        time_zone: 'Europe/Berlin',
        status: 1,
        preset_type: 1,
      },
    ])
    expect(Number(data[0]!.next_time)).toBeGreaterThan(0)
    expect((await list(botId)).map((task) => task.id)).toEqual([id])
    await team.maker.api.task.remove({ bot_id: botId, task_id: id })
    expect(await list(botId)).toEqual([])
  })
  test('are changed by their id, and disabled and enabled', async () => {
    const botId = await team.newBot()
    const { task_id } = await save(botId)
    await save(botId, { task_id, name: 'Evening', time_data: { cron_expr: '0 18 * * *', time_zone: 'UTC' } })
    expect(await list(botId)).toMatchObject([
      { name: 'Evening', trigger: { preset_time_data: { cron_expr: '0 18 * * *' } } },
    ])
    const toggle = (enabled: boolean) => team.maker.api.task.enable({ bot_id: botId, task_id, enabled })
    await toggle(false)
    expect(await list(botId)).toMatchObject([
      { status: TaskStatus.inactive, next_exec_duration: 0, valid_status: false },
    ])
    await toggle(true)
    expect(await list(botId)).toMatchObject([{ status: TaskStatus.active, valid_status: true }])
  })
  test.each<[string, Partial<Save>, string]>([
    ['a line that is none', { time_data: { cron_expr: 'often' } }, 'cron_expr'],
    ['seconds', { time_data: { cron_expr: '* * * * * *' } }, 'cron_expr'],
    ['a day that never comes', { time_data: { cron_expr: '0 0 30 2 *' } }, 'cron_expr'],
    ['a zone that is none', { time_data: { cron_expr: '0 9 * * *', time_zone: 'Nowhere' } }, 'time_zone'],
    ['no times', { time_data: undefined }, 'time_data'],
    ['no action', { action: { action_type: 1 } }, 'bot_query_action'],
    [
      'an event without an address',
      { trigger_type: 2, webhook_data: { url: 'https://elsewhere.test/api/task/hook/x' } },
      'webhook_data.url',
    ],
    ['no name', { name: ' ' }, 'name'],
  ])('%s is refused, naming the field', async (_, more, field) => {
    const botId = await team.newBot()
    await expect(save(botId, more)).rejects.toMatchObject({
      status: 400,
      message: expect.stringContaining(field) as string,
    })
    expect(await list(botId)).toEqual([])
  })
  test('need a message', async () => {
    const botId = await team.newBot()
    await expect(team.maker.api.task.createPreset({ bot_id: botId, cron_expr: '0 9 * * *' })).rejects.toMatchObject({
      status: 400,
      message: expect.stringContaining('content') as string,
    })
  })
  test('can use only plugins and workflows that the editor may run', async () => {
    const botId = await team.newBot()
    const elsewhere = (await team.stranger.api.space.create({ name: 'Elsewhere' })).id
    const foreign = await team.t.services.resources.create({
      kind: 'plugin',
      spaceId: elsewhere,
      ownerId: team.stranger.id,
      name: 'Theirs',
    })
    const own = await team.t.services.resources.create({
      kind: 'plugin',
      spaceId: team.spaceId,
      ownerId: team.maker.id,
      name: 'Ours',
    })
    const plugin = (plugin_id: string) => ({
      action_type: 2 as const,
      plugin_action: { plugin_id, api_name: 'go', params: '{}' },
    })
    await expect(save(botId, { action: plugin(foreign.id) })).rejects.toMatchObject({ status: 404 })
    await save(botId, { action: plugin(own.id) })
  })
  test('are limited in number', async () => {
    const botId = await team.newBot()
    for (let n = 0; n < TASK_LIMITS.perBot; n += 1) await save(botId)
    await expect(save(botId)).rejects.toMatchObject({
      status: 400,
      message: expect.stringContaining(String(TASK_LIMITS.perBot)) as string,
    })
  })
})

describe('tasks of users', () => {
  test('are possible only while the bot allows them', async () => {
    const botId = await team.newBot()
    await expect(save(botId, {}, team.member)).rejects.toMatchObject({
      status: 403,
      message: expect.stringContaining('does not let users') as string,
    })
    await allowUsers(botId)
    await save(botId, { name: 'Mine' }, team.member)
    expect(await list(botId, team.member)).toMatchObject([
      { name: 'Mine', trigger: { task_type: 2, user_task_time_data: { user_id: team.member.id } } },
    ])
  })
  test('can be seen, changed and deleted only by their user', async () => {
    const botId = await team.newBot()
    await allowUsers(botId)
    const { task_id } = await save(botId, { name: 'Private' }, team.member)
    expect(await list(botId)).toEqual([])
    await expect(team.maker.api.task.remove({ bot_id: botId, task_id })).rejects.toMatchObject({ status: 404 })
    await expect(save(botId, { task_id, name: 'Taken' })).rejects.toMatchObject({ status: 404 })
    await expect(team.maker.api.task.runs({ bot_id: botId, task_id })).rejects.toMatchObject({ status: 404 })
    await team.member.api.task.enable({ bot_id: botId, task_id, enabled: false })
    await team.member.api.task.remove({ bot_id: botId, task_id })
  })
  test('can only send messages, and are limited in number', async () => {
    const botId = await team.newBot()
    await allowUsers(botId)
    const own = await team.t.services.resources.create({
      kind: 'plugin',
      spaceId: team.spaceId,
      ownerId: team.maker.id,
      name: 'Ours',
    })
    await expect(
      save(botId, { action: { action_type: 2, plugin_action: { plugin_id: own.id, api_name: 'x' } } }, team.member),
    ).rejects.toMatchObject({ status: 403 })
    for (let n = 0; n < TASK_LIMITS.perUser; n += 1) await save(botId, {}, team.member)
    await expect(save(botId, {}, team.member)).rejects.toMatchObject({ status: 400 })
  })
  test('do not include preset tasks: a viewer cannot change those', async () => {
    const botId = await team.newBot()
    const { task_id } = await save(botId)
    for (const call of [
      () => team.member.api.task.remove({ bot_id: botId, task_id }),
      () => team.member.api.task.enable({ bot_id: botId, task_id, enabled: false }),
      () => team.member.api.task.trigger({ bot_id: botId, task_id }),
      () => save(botId, { task_id, name: 'Mine' }, team.member),
    ])
      await expect(call()).rejects.toMatchObject({ status: 403 })
  })
  test('are found only under their own bot', async () => {
    const [botId, other] = [await team.newBot(), await team.newBot()]
    const { task_id } = await save(botId)
    await expect(team.maker.api.task.remove({ bot_id: other, task_id })).rejects.toMatchObject({ status: 404 })
    await expect(team.maker.api.task.trigger({ bot_id: other, task_id })).rejects.toMatchObject({ status: 404 })
    expect(await list(botId)).toHaveLength(1)
  })
})

test('a model suggests tasks for a persona', async () => {
  const { intro } = await team.maker.api.task.intro({
    system_prompt: 'You are a news reader.',
    suggested_questions: 'What happened today?',
  })
  expect(intro).not.toBe('')
  await expect(team.stranger.api.task.intro({ system_prompt: 'x', space_id: team.spaceId })).rejects.toMatchObject({
    status: 404,
  })
})
