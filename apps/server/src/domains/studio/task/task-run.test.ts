import { TaskRunStatus, TaskStatus } from '@orrery/contract'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type BotTeam, openBotTeam } from '#testing/bot-team.ts'
import { greeting } from '#testing/workflow-canvas.ts'
import { fill } from './event-fields.ts'
import { LATE_MS, type TaskRequest } from './task-runner.service.ts'

const HOUR = 3600_000
let team: BotTeam
const asked: TaskRequest[] = []
let answer: (request: TaskRequest) => Promise<string>
beforeAll(async () => {
  team = await openBotTeam()
  // A fake bot. The tests of chats cover answers of real bots.
  team.t.services.taskPorts.runTask = async (request) => {
    asked.push(request)
    return { conversationId: '77', messageId: '78', answer: await answer(request) }
  }
})
beforeEach(() => {
  asked.length = 0
  answer = async ({ prompt }) => `Answer to ${prompt}`
})
const stringContaining = (text: string): string => expect.stringContaining(text)
/** A bot with a task that is due every hour on the hour. */
async function hourly(prompt = 'Tick', who = team.maker) {
  const botId = await team.newBot()
  await team.addEditor(botId)
  const { task_id: taskId } = await who.api.task.createPreset({
    bot_id: botId,
    cron_expr: '0 * * * *',
    content: prompt,
  })
  return { botId, taskId }
}
const toNextHour = (hours = 1) => {
  const now = team.t.clock.now()
  team.t.clock.advance((Math.floor(now / HOUR) + hours) * HOUR - now + 1000)
}
/** One tick of the timer, with the workers in sequence. */
async function work() {
  for (const runId of await team.t.services.taskRunner.tick()) await team.t.services.taskRunner.execute(runId)
}
const runs = async (botId: string, taskId?: string) =>
  (await team.maker.api.task.runs({ bot_id: botId, task_id: taskId })).runs

describe('a task that comes due', () => {
  test('sends its message on behalf of its creator once, and logs the answer', async () => {
    const { botId, taskId } = await hourly('What is new?')
    await work()
    expect(asked).toHaveLength(0)
    toNextHour()
    await work()
    await work()
    expect(asked.filter((item) => item.botId === botId)).toMatchObject([
      { userId: team.maker.id, prompt: 'What is new?', taskId },
    ])
    expect(await runs(botId)).toMatchObject([
      {
        task_id: taskId,
        reason: 'cron',
        status: TaskRunStatus.done,
        prompt: 'What is new?',
        answer: 'Answer to What is new?',
        error: '',
        conversation_id: '77',
      },
    ])
    const { bot_task_list: tasks } = await team.maker.api.task.listAll({ bot_id: botId })
    expect(tasks[0]).toMatchObject({ exec_result: 4 })
    expect(tasks[0]!.next_exec_duration).toBeLessThanOrEqual(3600)
    toNextHour()
    await work()
    expect(await runs(botId)).toHaveLength(2)
  })
  test('runs once when several processes look for due tasks at the same time', async () => {
    const { botId } = await hourly()
    toNextHour()
    const found = (await Promise.all(Array.from({ length: 8 }, () => team.t.services.taskRunner.tick()))).flat()
    // Each process may receive the job; only one may execute it.
    await Promise.all([...found, ...found].map((runId) => team.t.services.taskRunner.execute(runId)))
    expect(asked.filter((item) => item.botId === botId)).toHaveLength(1)
    expect(await runs(botId)).toHaveLength(1)
  })
  test('does not run while disabled, nor later for that time', async () => {
    const { botId, taskId } = await hourly()
    await team.maker.api.task.enable({ bot_id: botId, task_id: taskId, enabled: false })
    toNextHour(3)
    await work()
    await team.maker.api.task.enable({ bot_id: botId, task_id: taskId, enabled: true })
    await work()
    expect(await runs(botId)).toEqual([])
  })
  test('does not run while the bot has its preset tasks disabled', async () => {
    const { botId } = await hourly()
    await team.maker.api.bot.updateDraft({ bot_info: { bot_id: botId, task_info: { enable_preset_task: 0 } } })
    toNextHour()
    await work()
    expect(await runs(botId)).toMatchObject([{ status: TaskRunStatus.missed, error: stringContaining('turned off') }])
    expect(asked.filter((item) => item.botId === botId)).toHaveLength(0)
  })
  test('logs the reason of a failure and runs again the next time', async () => {
    const { botId } = await hourly()
    answer = () => Promise.reject(new Error('The model is on holiday'))
    toNextHour()
    await work()
    expect(await runs(botId)).toMatchObject([
      { status: TaskRunStatus.failed, error: 'The model is on holiday', answer: '' },
    ])
    expect((await team.maker.api.task.listAll({ bot_id: botId })).bot_task_list[0]).toMatchObject({
      exec_result: 5,
      status: TaskStatus.active,
    })
    answer = async () => 'back'
    toNextHour()
    await work()
    expect((await runs(botId))[0]).toMatchObject({ status: TaskRunStatus.done })
  })
  test('is suspended without an effect if its user has lost the right', async () => {
    const { botId, taskId } = await hourly('Spy', team.maker)
    await team.draft(botId, team.editor)
    const { task_id } = await team.editor.api.task.createPreset({
      bot_id: botId,
      cron_expr: '0 * * * *',
      content: 'Leftover',
    })
    await team.removeEditor(botId)
    toNextHour()
    await work()
    expect(asked.filter((item) => item.botId === botId).map((item) => item.prompt)).toEqual(['Spy'])
    const { bot_task_list: tasks } = await team.maker.api.task.listAll({ bot_id: botId })
    expect(tasks.map(({ id, status }) => ({ id, status }))).toEqual([
      { id: taskId, status: TaskStatus.active },
      { id: task_id, status: TaskStatus.suspended },
    ])
    // The user who enables the task again becomes responsible for it.
    await team.maker.api.task.enable({ bot_id: botId, task_id, enabled: true })
    toNextHour()
    await work()
    expect(asked.findLast((item) => item.prompt === 'Leftover')).toMatchObject({ userId: team.maker.id })
  })
  test('of a user does not run any more when the bot stops allowing it', async () => {
    const botId = await team.newBot()
    const allow = (user_task_allowed: boolean) =>
      team.maker.api.bot.updateDraft({ bot_info: { bot_id: botId, task_info: { user_task_allowed } } })
    await allow(true)
    await team.member.api.task.save({
      bot_id: botId,
      name: 'Own',
      trigger_type: 1,
      time_data: { cron_expr: '0 * * * *' },
      action: { action_type: 1, bot_query_action: { content: 'Hi' } },
    })
    toNextHour()
    await work()
    await allow(false)
    toNextHour()
    await work()
    expect(asked.filter((item) => item.botId === botId)).toMatchObject([{ userId: team.member.id }])
  })
})

describe('runs that were due while no server was up', () => {
  test('up to an hour late: the newest run is made up for, earlier ones are listed as missed', async () => {
    const { botId } = await hourly()
    toNextHour(4)
    await work()
    expect((await runs(botId)).map((run) => run.status).toSorted()).toEqual([
      TaskRunStatus.done,
      TaskRunStatus.missed,
      TaskRunStatus.missed,
      TaskRunStatus.missed,
    ])
    expect(asked.filter((item) => item.botId === botId)).toHaveLength(1)
  })
  test('more than an hour late: the run is listed as missed, and the next one runs in time', async () => {
    const botId = await team.newBot()
    const due = new Date(team.t.clock.now() + 2 * HOUR)
    await team.maker.api.task.createPreset({
      bot_id: botId,
      cron_expr: `${due.getUTCMinutes()} ${due.getUTCHours()} * * *`,
      content: 'Daily',
    })
    team.t.clock.advance(2 * HOUR + LATE_MS + 60_000)
    await work()
    expect(await runs(botId)).toMatchObject([{ status: TaskRunStatus.missed }])
    expect(asked.filter((item) => item.botId === botId)).toHaveLength(0)
    team.t.clock.advance(24 * HOUR - LATE_MS)
    await work()
    expect((await runs(botId))[0]).toMatchObject({ status: TaskRunStatus.done })
  })
  test('a run that is delivered again while it is in progress continues', async () => {
    const { botId } = await hourly()
    toNextHour()
    await team.t.services.taskRunner.tick()
    const runId = (await runs(botId))[0]!.id
    const { promise, resolve } = Promise.withResolvers<string>()
    answer = () => promise
    const first = team.t.services.taskRunner.execute(runId)
    await expect.poll(() => asked.some((item) => item.botId === botId)).toBe(true)
    await team.t.services.taskRunner.execute(runId)
    expect(await runs(botId)).toMatchObject([{ status: TaskRunStatus.running, error: '' }])
    resolve('Done')
    await first
    expect(await runs(botId)).toMatchObject([{ status: TaskRunStatus.done, answer: 'Done' }])
    expect(asked.filter((item) => item.botId === botId)).toHaveLength(1)
  })
  test('a run that a crash interrupted is marked as failed, not repeated', async () => {
    const { botId } = await hourly()
    toNextHour()
    await team.t.services.taskRunner.tick()
    const runId = (await runs(botId))[0]!.id
    const process: { die?: (cause: Error) => void } = {}
    answer = () => new Promise((_, reject) => void (process.die = reject))
    const first = team.t.services.taskRunner.execute(runId)
    await expect.poll(() => asked.some((item) => item.botId === botId)).toBe(true)
    // A dead process does not renew its lease.
    team.t.clock.advance(60_000)
    await team.t.services.taskRunner.execute(runId)
    expect(await runs(botId)).toMatchObject([
      { status: TaskRunStatus.failed, error: stringContaining('server stopped') },
    ])
    process.die?.(new Error('too late'))
    await first
    expect(await runs(botId)).toMatchObject([
      { status: TaskRunStatus.failed, error: stringContaining('server stopped') },
    ])
    expect(asked.filter((item) => item.botId === botId)).toHaveLength(1)
  })
})

describe('a task started by hand', () => {
  test('runs at once, even while disabled', async () => {
    const { botId, taskId } = await hourly('Now')
    await team.maker.api.task.enable({ bot_id: botId, task_id: taskId, enabled: false })
    const { run_id } = await team.maker.api.task.trigger({ bot_id: botId, task_id: taskId })
    await team.t.services.taskRunner.execute(run_id)
    expect(await runs(botId)).toMatchObject([{ id: run_id, reason: 'manual', status: TaskRunStatus.done }])
  })
})

describe('events', () => {
  async function hooked(content = 'Order {{order.id}} of {{customer}}') {
    const botId = await team.newBot()
    const { webhook_url: url, bearer_token: token } = await team.maker.api.task.createWebhook({ bot_id: botId })
    const { task_id: taskId } = await team.maker.api.task.save({
      bot_id: botId,
      name: 'On order',
      trigger_type: 2,
      mode: 1,
      webhook_data: { url, default_output: '{"customer":"somebody"}' },
      action: { action_type: 1, bot_query_action: { content } },
    })
    const send = (body: unknown, headers: Record<string, string> = {}) =>
      team.t.request(new URL(url).pathname, {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization: `Bearer ${token}`, ...headers },
        body: JSON.stringify(body),
      })
    return { botId, taskId, url, token, send }
  }
  const runIdOf = async (response: Response) => ((await response.json()) as { data: { run_id: string } }).data.run_id

  test('with the token become a run whose message contains the fields of the event', async () => {
    const { botId, send } = await hooked()
    const response = await send({ order: { id: 7, toString: 'x' } })
    expect(response.status).toBe(200)
    await team.t.services.taskRunner.execute(await runIdOf(response))
    expect(await runs(botId)).toMatchObject([
      { reason: 'event', status: TaskRunStatus.done, prompt: 'Order 7 of somebody' },
    ])
  })
  test('with the same event id become one run', async () => {
    const { botId, send } = await hooked()
    const ids = new Set<string>()
    for (let n = 0; n < 5; n += 1) ids.add(await runIdOf(await send({ n }, { 'x-event-id': 'order-7' })))
    expect(ids.size).toBe(1)
    for (const id of ids) await Promise.all([1, 2, 3].map(() => team.t.services.taskRunner.execute(id)))
    expect(asked.filter((item) => item.botId === botId)).toHaveLength(1)
    await send({ n: 6 }, { 'x-event-id': 'order-8' })
    expect(await runs(botId)).toHaveLength(2)
  })
  test('without the token, with a wrong one, or for an unknown address get the same error', async () => {
    const { botId, send, url } = await hooked()
    const other = await hooked()
    const answers = [
      await send({}, { authorization: '' }),
      await send({}, { authorization: 'Bearer hook_guess' }),
      await send({}, { authorization: `Bearer ${other.token}` }),
      await team.t.request(`${new URL(url).pathname.slice(0, -3)}abc`, {
        method: 'POST',
        headers: { authorization: `Bearer ${other.token}` },
      }),
    ]
    const bodies = await Promise.all(
      answers.slice(1).map(async (answer) => [answer.status, ((await answer.json()) as { msg: string }).msg]),
    )
    expect(answers[0]!.status).toBeGreaterThanOrEqual(401)
    expect(new Set(bodies.map(String)).size).toBe(1)
    expect(bodies[0]![0]).toBe(404)
    expect(await runs(botId)).toEqual([])
  })
  test('have a token that is valid for nothing else', async () => {
    const { token } = await hooked()
    await expect(team.t.apiWith({ authorization: `Bearer ${token}` }).space.list({})).rejects.toMatchObject({
      status: 401,
    })
  })
  test('have a token that is shown once and stored as a hash', async () => {
    const { botId, token, url } = await hooked()
    const listed = JSON.stringify(await team.maker.api.task.listAll({ bot_id: botId }))
    expect(listed).toContain(url)
    expect(listed).not.toContain(token)
    const { rows } = await team.t.infra.database.pool.query<{ hash: string }>(
      'SELECT token_hash AS hash FROM bot_task_hook',
    )
    expect(rows.map((row) => row.hash)).not.toContain(token)
  })
  test('for a disabled task are refused', async () => {
    const { botId, taskId, send } = await hooked()
    await team.maker.api.task.enable({ bot_id: botId, task_id: taskId, enabled: false })
    expect((await send({})).status).toBe(409)
  })
  test('have an address that belongs to one bot', async () => {
    const { url } = await hooked()
    const botId = await team.newBot()
    await expect(
      team.maker.api.task.save({
        bot_id: botId,
        name: 'x',
        trigger_type: 2,
        webhook_data: { url },
        action: { action_type: 1, bot_query_action: { content: 'x' } },
      }),
    ).rejects.toMatchObject({ status: 400 })
  })
})

describe('the message of an event', () => {
  test.each([
    ['Hello {{name}}', '{"name":"Ada"}', '', 'Hello Ada'],
    ['Hello {{name}}', '{}', '{"name":"you"}', 'Hello you'],
    ['{{a.b}} {{a}}', '{"a":{"b":1}}', '', '1 {"b":1}'],
    ['No fields', '{"x":1}', '', 'No fields\n\n{"x":1}'],
    ['{{missing}}!', '{"x":1}', '', '!'],
    ['{{__proto__.polluted}}{{constructor.name}}{{toString}}', '{"x":1}', '', ''],
    ['Plain', '', '', 'Plain'],
    ['{{x}}', 'not json', '', ''],
  ])('%s with %s', (text, data, defaults, expected) => expect(fill(text, data, defaults)).toBe(expected))
})

test('on a running server, tasks start automatically and the real bot answers', async () => {
  const real = await openBotTeam()
  const botId = await real.newBot()
  await real.t.startJobs()
  const { task_id } = await real.maker.api.task.createPreset({
    bot_id: botId,
    cron_expr: '0 * * * *',
    content: 'say "wake up"',
  })
  const { run_id } = await real.maker.api.task.trigger({ bot_id: botId, task_id })
  await expect
    .poll(
      async () => (await real.maker.api.task.runs({ bot_id: botId })).runs.find((run) => run.id === run_id)?.status,
      { interval: 200 },
    )
    .toBe(TaskRunStatus.done)
  const [run] = (await real.maker.api.task.runs({ bot_id: botId })).runs
  expect(run!.answer).toContain('wake up')
})

describe('a task with a workflow', () => {
  const published = async (schema = greeting(), who = team.maker, space_id = team.spaceId) => {
    const { workflow_id } = await who.api.workflow.create({ name: 'Greeter', space_id })
    await who.api.workflow.save({ workflow_id, schema })
    await who.api.workflowVersion.publish({ workflow_id, force: true })
    return workflow_id
  }
  const save = (bot_id: string, workflow_id: string, params: string, more: object = {}) =>
    team.maker.api.task.save({
      bot_id,
      name: 'Greet',
      trigger_type: 1,
      time_data: { cron_expr: '0 * * * *', time_zone: 'UTC' },
      action: { action_type: 3, workflow_action: { workflow_id, params } },
      ...more,
    })
  const run = async (bot_id: string, task_id: string, params = '') => {
    const { run_id } = await team.maker.api.task.trigger({ bot_id, task_id, params })
    await team.t.services.taskRunner.execute(run_id)
    return (await runs(bot_id, task_id))[0]!
  }

  test('runs the published version when due, and logs the output', async () => {
    const [botId, workflowId] = [await team.newBot(), await published()]
    const { task_id } = await save(botId, workflowId, '{"input":"task"}')
    await team.maker.api.workflow.save({ workflow_id: workflowId, schema: greeting('Draft {{String1}}') })
    toNextHour()
    await work()
    expect(await runs(botId, task_id)).toMatchObject([
      { reason: 'cron', status: TaskRunStatus.done, answer: '{"output":"Hello task"}', error: '' },
    ])
    const { runs: kept } = await team.maker.api.workflowRun.history({ workflow_id: workflowId })
    expect(kept).toHaveLength(1)
  })
  test('gets the fields of an event as inputs', async () => {
    const [botId, workflowId] = [await team.newBot(), await published()]
    const { task_id } = await save(botId, workflowId, '{"input":"nobody"}')
    expect(await run(botId, task_id, '{"input":"event"}')).toMatchObject({ answer: '{"output":"Hello event"}' })
    expect(await run(botId, task_id)).toMatchObject({ answer: '{"output":"Hello nobody"}' })
  })
  test('fails with the reason if an input is missing or nothing is published', async () => {
    const botId = await team.newBot()
    const { task_id: empty } = await save(botId, await published(), '{}')
    expect(await run(botId, empty)).toMatchObject({ status: TaskRunStatus.failed, error: stringContaining('missing') })
    const draft = (await team.maker.api.workflow.create({ name: 'Draft', space_id: team.spaceId })).workflow_id
    const { task_id: unpublished } = await save(botId, draft, '{}')
    expect(await run(botId, unpublished)).toMatchObject({
      status: TaskRunStatus.failed,
      error: stringContaining('not been published'),
    })
  })
  test('is not run in another space; invalid inputs are refused when it is saved', async () => {
    const botId = await team.newBot()
    const elsewhere = (await team.maker.api.space.create({ name: 'Elsewhere' })).id
    const { task_id } = await save(botId, await published(greeting(), team.maker, elsewhere), '{"input":"x"}')
    expect(await run(botId, task_id)).toMatchObject({ status: TaskRunStatus.failed, answer: '' })
    await expect(save(botId, await published(), '[1]')).rejects.toMatchObject({
      status: 400,
      message: stringContaining('workflow_action.params'),
    })
  })
})
