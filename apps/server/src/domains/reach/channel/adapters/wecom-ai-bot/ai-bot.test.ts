import { beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { anna, ben, type ChannelLab, type LabBot, openChannelApp, openChannelLab } from '#testing/channel-lab.ts'
import { says } from '#testing/scripted-model.ts'
import { type AiBotSimulator, simulateWecomAiBot } from '../../lab/wecom-ai-bot.ts'

const AI_BOT = '20000006'
const wait = { interval: 30 }
let lab: ChannelLab<AiBotSimulator>
let bot: LabBot
beforeAll(async () => {
  const app = await openChannelApp()
  lab = await openChannelLab(AI_BOT, (platform, now) => simulateWecomAiBot(now, () => platform().origin), app)
  bot = await lab.bot()
})
beforeEach(() => {
  lab.server.reset()
  lab.simulator.shown.length = 0
})
/** Another user: the platform may still be fetching answers for the earlier ones. */
const carol = { ...anna, id: 'carol' }

test('until the platform has called the address, the test reports it as missing', async () => {
  const botId = await lab.createBot()
  const at = { resource_id: botId, connector_id: AI_BOT }
  await lab.owner.api.channel.save({ ...at, mode: 'webhook', config: { ...lab.simulator.config, bot_id: 'other' } })
  const { account, missing } = await lab.owner.api.channel.test(at)
  expect(account.state).toBe('incomplete')
  expect(missing.join()).toContain('has not called this address')
})

test('an answer grows while it is fetched; a repeat gets the same answer, a forged call and another bot get none', async () => {
  const { promise, resolve } = Promise.withResolvers<void>()
  lab.server.script({ steps: [{ text: 'Once upon' }, { until: promise }, { text: ' a time.' }, { finish: 'stop' }] })
  const delivery = lab.simulator.say({ chatId: anna.id, from: anna, text: 'A story' })
  for (let n = 0; n < 3; n += 1) expect((await bot.deliver(delivery)).status).toBe(200)
  await vi.waitFor(() => expect(lab.texts(anna.id)).toEqual(['Once upon']), wait)
  resolve()
  await vi.waitFor(() => expect(lab.texts(anna.id)).toEqual(['Once upon a time.']), wait)
  expect(lab.server.requests).toHaveLength(1)
  const forged = { ...delivery, query: delivery.query!.replace(/msg_signature=./, 'msg_signature=-') }
  expect((await bot.deliver(forged)).status).toBe(404)
  const other = lab.simulator.sayAs('somebody-else', { chatId: anna.id, from: anna, text: 'For another' })
  expect((await bot.deliver(other)).status).toBe(404)
})

test('two messages in quick succession get one answer, and neither keeps the platform waiting', async () => {
  const quick = await lab.bot({ settings: { burst_ms: 400 } })
  lab.server.script(says('Both.'))
  await quick.deliver(lab.simulator.say({ chatId: ben.id, from: ben, text: 'One' }))
  await quick.deliver(lab.simulator.say({ chatId: ben.id, from: ben, text: 'Two' }))
  await vi.waitFor(() => expect(lab.texts(ben.id)).toEqual(['Both.']), wait)
  expect(JSON.stringify(lab.server.requests.at(-1)!.body.messages)).toContain('One')
  bot = quick
})

test('an answer that is finished after the platform stopped fetching follows once as a separate message', async () => {
  const { promise, resolve } = Promise.withResolvers<void>()
  lab.server.script({ steps: [{ until: promise }, { text: 'At last.' }, { finish: 'stop' }] })
  await bot.deliver(lab.simulator.say({ chatId: carol.id, from: carol, text: 'Take your time' }))
  await vi.waitFor(() => expect(lab.server.requests).toHaveLength(1), wait)
  // Each request of the platform is signed with the current time, and the platform keeps asking as time passes.
  const { answered } = lab.simulator
  let asked = 0
  lab.simulator.answered = (body) => {
    asked += 1
    return answered(body)
  }
  lab.t.clock.advance(4 * 60_000)
  await vi.waitFor(() => expect(asked).toBeGreaterThan(2), wait)
  lab.t.clock.advance(2 * 60_000)
  await vi.waitFor(() => expect(lab.texts(carol.id).join()).toContain('follows as a new message'), wait)
  resolve()
  await vi.waitFor(() => expect(lab.texts(carol.id)[1]).toBe('At last.'), wait)
  expect(lab.texts(carol.id)).toHaveLength(2)
})

test('a person who opens the chat is welcomed in the response to that call', async () => {
  await lab.update(bot.botId, {
    onboarding_info: { prologue: '欢迎光临', suggested_questions: ['有什么新鲜事？'] },
  })
  const answer = async () => lab.simulator.opened(await (await bot.deliver(lab.simulator.enter(ben))).text())
  const publish = { space_id: lab.spaceId, bot_id: bot.botId, connectors: { [AI_BOT]: {} }, history_info: '' }
  await lab.owner.api.bot.publish(publish)
  expect(await answer()).toEqual({ msgtype: 'text', text: { content: '欢迎光临\n· 有什么新鲜事？' } })
  expect(lab.server.requests).toEqual([])
})

test('choices are buttons below the answer; only the person who asked can press one, and only once', async () => {
  const dora = { ...anna, id: 'dora' }
  const group = { chatId: 'group7', isGroup: true }
  await bot.deliver(lab.simulator.say({ ...group, from: dora, text: '/start' }))
  await vi.waitFor(() => expect(lab.simulator.shown.at(-1)?.buttons).toHaveLength(1), wait)
  const { id, buttons } = lab.simulator.shown.at(-1)!
  expect(buttons[0]!.label).toBe('有什么新鲜事？')
  // A press by a bystander changes nothing.
  const theirs = await bot.deliver(lab.simulator.press(id, buttons[0]!.id, ben))
  expect(lab.simulator.opened(await theirs.text())).toMatchObject({ userids: [ben.id] })
  await vi.waitFor(() => expect(lab.texts('group7').at(-1)).toContain('按钮已失效'), wait)
  expect(lab.server.requests).toEqual([])
  lab.server.script(says('没有。'))
  const press = lab.simulator.press(id, buttons[0]!.id, dora)
  const answer = await bot.deliver(press)
  await bot.deliver(press)
  expect(lab.simulator.opened(await answer.text())).toMatchObject({
    response_type: 'update_template_card',
    template_card: { replace_text: '已选择：有什么新鲜事？', task_id: id },
  })
  await vi.waitFor(() => expect(lab.texts('group7').at(-1)).toBe('没有。'), wait)
  expect(lab.server.requests).toHaveLength(1)
})
