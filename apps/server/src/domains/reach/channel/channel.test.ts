import { FlowMode } from '@orrery/contract'
import { channelKinds } from '@orrery/contract/shared/channel-kinds'
import { beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { anna, ben, type ChannelLab, type LabBot, openChannelLab } from '#testing/channel-lab.ts'
import { calls, says } from '#testing/scripted-model.ts'
import { openSkillLab, pluginRefs } from '#testing/skill-lab.ts'
import { answerNode, canvas, edge, param, ref, startNode } from '#testing/workflow-canvas.ts'
import { simulateWebhook } from './lab/webhook.ts'

type Sim = ReturnType<typeof simulateWebhook>
let lab: ChannelLab<Sim>
let bot: LabBot
const WEBHOOK = '20000015'
const open = () => openChannelLab<Sim>(WEBHOOK, (_, now) => simulateWebhook(now))
const shows = (chatId: string, texts: string[]) =>
  vi.waitFor(() => expect(lab.texts(chatId)).toEqual(texts), { interval: 30 })
let chats = 0
const newChat = () => `chat${(chats += 1)}`
const say = async (chatId: string, text: string, more: object = {}) => {
  const delivery = lab.simulator.say({ chatId, from: anna, text, ...more })
  const response = await bot.deliver(delivery)
  expect(response.status).toBe(202)
  return delivery
}
const letters = async () => (await lab.owner.api.channel.letters(bot.at)).items
const set = (settings: object) => lab.owner.api.channel.save({ ...bot.at, settings })

async function republish(config: Record<string, unknown>) {
  await lab.update(bot.botId, config)
  const target = { space_id: lab.spaceId, bot_id: bot.botId, connectors: { [WEBHOOK]: {} }, history_info: '' }
  await lab.owner.api.bot.publish(target)
}

beforeAll(async () => {
  lab = await open()
  bot = await lab.bot({ account: { url: `${lab.platform.origin}/hook` } })
})
beforeEach(async () => {
  lab.server.reset()
  Object.assign(lab.simulator.faults, { outage: false, tooMany: 0, cut: 0, revoked: false })
})

describe('an incoming event', () => {
  test('is stored and answered once, and a repeat has no effect', async () => {
    const chat = newChat()
    lab.server.script(says('Fine, thanks.'))
    const delivery = await say(chat, 'How are you?')
    for (let n = 0; n < 4; n += 1) expect((await bot.deliver(delivery)).status).toBe(202)
    await shows(chat, ['Fine, thanks.'])
    expect(lab.server.requests).toHaveLength(1)
    expect((await lab.owner.api.channel.events(bot.at)).items[0]).toMatchObject({
      chat_id: chat,
      state: 'done',
      sender: 'Anna',
      text: 'How are you?',
    })
  })
  test('with a forged, old or missing signature, or at an unknown address, is not found (case 74)', async () => {
    const chat = newChat()
    const { headers, body } = lab.simulator.say({ chatId: chat, from: anna, text: 'hi' })
    const forged = {
      'x-orrery-signature': headers['x-orrery-signature']!.replace(/.$/, (last) => (last === '0' ? '1' : '0')),
    }
    const answers = [
      await bot.deliver({ method: 'POST', headers: { ...headers, ...forged }, body }),
      await bot.deliver({ method: 'POST', headers, body: body.replace('hi', 'ho') }),
      await bot.deliver({ method: 'POST', headers: { 'content-type': 'application/json' }, body }),
      await bot.deliver({ method: 'GET', headers: {}, body: '' }),
      await lab.t.request(`/api/channel/in/${'x'.repeat(32)}`, { method: 'POST', headers, body }),
    ]
    lab.t.clock.advance(6 * 60_000)
    answers.push(await bot.deliver({ method: 'POST', headers, body }))
    const texts = await Promise.all(answers.map((answer) => answer.text()))
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 404))
    expect(new Set(texts.map((text) => text.replace(/"(logid|log_id|detail)".*$/, ''))).size).toBe(1)
    expect(lab.texts(chat)).toEqual([])
  })
  test('that is signed but invalid is refused with the name of the wrong field', async () => {
    const { headers, body } = lab.simulator.say({ chatId: 'x'.repeat(300), from: anna, text: 'hi' })
    const response = await bot.deliver({ method: 'POST', headers, body })
    expect(response.status).toBe(400)
    expect(await response.text()).toContain('chat.id')
  })
  test('of one person in quick succession forms one turn, and later ones form the next', async () => {
    const chat = newChat()
    await set({ burst_ms: 400 })
    lab.server.script(says('Both.'), says('Third.'))
    await say(chat, 'one')
    await say(chat, 'two')
    await shows(chat, ['Both.'])
    await say(chat, 'three')
    await shows(chat, ['Both.', 'Third.'])
    await set({ burst_ms: 0 })
    const asked = lab.server.requests.map(({ body }) => JSON.stringify(body.messages.at(-1)))
    expect(asked[0]).toContain('one\\ntwo')
    expect(asked[1]).toContain('three')
  })
  test('while the bot answers waits, and answers stay in order', async () => {
    const chat = newChat()
    const { promise, resolve } = Promise.withResolvers<void>()
    lab.server.script({ steps: [{ until: promise }, { text: 'first' }, { finish: 'stop' }] }, says('second'))
    await say(chat, 'a')
    await vi.waitFor(() => expect(lab.server.requests).toHaveLength(1))
    await say(chat, 'b')
    resolve()
    await shows(chat, ['first', 'second'])
  })
  test('while the bot answers stops that answer if only the newest is to be answered', async () => {
    const chat = newChat()
    await set({ on_new: 'newest' })
    lab.server.script({ steps: [{ until: new Promise(() => {}) }] }, says('newest'))
    await say(chat, 'a')
    await vi.waitFor(() => expect(lab.server.requests).toHaveLength(1))
    await say(chat, 'b')
    await shows(chat, ['newest'])
    await set({ on_new: 'queue' })
  })
  test('older than a day is not answered, and the chat is informed', async () => {
    const chat = newChat()
    await lab.owner.api.channel.pause({ ...bot.at, is_paused: true })
    await say(chat, 'still there?')
    lab.t.clock.advance(25 * 3600_000)
    await lab.owner.api.channel.pause({ ...bot.at, is_paused: false })
    await vi.waitFor(() => expect(lab.texts(chat).join()).toContain('more than a day ago'))
    expect(lab.server.requests).toHaveLength(0)
  })
})

describe('groups and commands', () => {
  test('in a group, the bot answers when mentioned, on a prefix, or always', async () => {
    const chat = newChat()
    const group = { isGroup: true }
    lab.server.script(says('mentioned'), says('prefixed'), says('any'))
    await say(chat, 'not for you', group)
    await say(chat, 'for you', { ...group, mentions: true })
    await shows(chat, ['mentioned'])
    await set({ prefix: '!' })
    await say(chat, '!again', group)
    await shows(chat, ['mentioned', 'prefixed'])
    await set({ prefix: '', in_groups: 'all' })
    await say(chat, 'whatever', group)
    await shows(chat, ['mentioned', 'prefixed', 'any'])
    await set({ in_groups: 'mention' })
    const ignored = (await lab.owner.api.channel.events(bot.at)).items.filter(({ state }) => state === 'ignored')
    expect(ignored.map(({ text }) => text)).toContain('not for you')
    const chinese = lab.t.apiWith({ cookie: lab.owner.cookie(), 'accept-language': 'zh-CN' })
    const log = (await chinese.channel.events(bot.at)).items.find(({ text }) => text === 'not for you')
    expect([ignored.find(({ text }) => text === 'not for you')!.note, log!.note]).toEqual([
      'Not answered: the bot was not mentioned',
      '未回复：未提及智能体',
    ])
    expect(JSON.stringify(lab.server.requests[1]!.body.messages.at(-1))).toContain('again')
  })
  test('/new starts a new conversation, /help answers in the language of the person, /stop ends the answer', async () => {
    const chat = newChat()
    lab.server.script(says('noted'), says('who?'))
    await say(chat, 'My name is Anna')
    await shows(chat, ['noted'])
    await say(chat, '/new')
    await say(chat, 'Who am I?')
    await vi.waitFor(() => expect(lab.texts(chat)).toHaveLength(3))
    expect(JSON.stringify(lab.server.requests[1]!.body.messages)).not.toContain('My name is Anna')
    await say(chat, '/help', { from: { ...anna, locale: 'zh-CN' } })
    await vi.waitFor(() => expect(lab.texts(chat).at(-1)).toContain('/new 开始新的会话'))

    const other = newChat()
    lab.server.script({ steps: [{ text: 'a long' }, { until: new Promise(() => {}) }] })
    await say(other, 'Tell me a long story')
    await vi.waitFor(() => expect(lab.server.requests).toHaveLength(3))
    await say(other, '/stop')
    await vi.waitFor(() => expect(lab.texts(other).at(-1)).toBe('Stopped.'))
  })
})

describe('choices', () => {
  test('suggestions are buttons: each works once, and only for the person who asked', async () => {
    const chat = newChat()
    await republish({ onboarding_info: { prologue: 'Welcome!', suggested_questions: ['What is new?'] } })
    await say(chat, '/start')
    await shows(chat, ['Welcome!'])
    const message = lab.simulator.shown.at(-1)!
    expect(message.buttons.map(({ label }) => label)).toEqual(['What is new?'])
    const choice = message.buttons[0]!.id
    await bot.deliver(lab.simulator.press(message.id, choice, ben))
    await vi.waitFor(() => expect(lab.texts(chat).at(-1)).toContain('does not work any more'))
    expect(lab.server.requests).toHaveLength(0)
    lab.server.script(says('Nothing.'))
    await bot.deliver(lab.simulator.press(message.id, choice, anna))
    await vi.waitFor(() => expect(lab.texts(chat).at(-1)).toBe('Nothing.'))
    await bot.deliver(lab.simulator.press(message.id, choice, anna))
    await vi.waitFor(() => expect(lab.texts(chat).at(-1)).toContain('does not work any more'))
    expect(JSON.stringify(lab.server.requests[0]!.body.messages.at(-1))).toContain('What is new?')
  })
})

describe('an outgoing message', () => {
  test('waits as long as the platform requests, without counting a failure', async () => {
    const chat = newChat()
    lab.simulator.faults.tooMany = 1
    lab.server.script(says('patience'))
    await say(chat, 'hi')
    await shows(chat, ['patience'])
    // The simulator shows the message before our request returns.
    await vi.waitFor(async () => expect(await letters()).toEqual([]))
  })
  test('whose response was lost is repeated with its key and shown once', async () => {
    const chat = newChat()
    lab.simulator.faults.cut = 1
    lab.server.script(says('once'))
    await say(chat, 'hi')
    await shows(chat, ['once'])
    lab.t.clock.advance(10_000)
    await lab.t.services.channelLanes.sweep()
    await vi.waitFor(async () => expect(await letters()).toEqual([]))
    expect(lab.texts(chat)).toEqual(['once'])
  })
  test('that cannot be delivered for hours becomes a dead letter, which can be sent again or dropped', async () => {
    const chat = newChat()
    lab.simulator.faults.outage = true
    lab.server.script(says('late'))
    await say(chat, 'hi')
    for (let tries = 1; tries <= 8; tries += 1) {
      await vi.waitFor(async () =>
        expect((await letters())[0]).toMatchObject(tries < 8 ? { tries } : { state: 'failed' }),
      )
      lab.t.clock.advance(5 * 3600_000)
      await lab.t.services.channelLanes.sweep()
    }
    const [letter] = await letters()
    expect(letter).toMatchObject({ state: 'failed', chat_id: chat, text: 'late' })
    expect(letter!.error).not.toBe('')
    // Reported once, however many processes check.
    const another = await lab.t.another()
    await Promise.all([lab.t, another].map(({ services }) => services.channelNotices.reportUndelivered()))
    await lab.t.services.channelNotices.reportUndelivered()
    const told = (await lab.owner.api.notice.list({})).items.filter(({ kind }) => kind === 'delivery')
    expect(told.map(({ en }) => en.title)).toEqual(['A message of Lab bot could not be delivered on Signed webhook'])
    lab.simulator.faults.outage = false
    await lab.owner.api.channel.resend({ ...bot.at, send_id: letter!.id })
    await shows(chat, ['late'])
    await expect(lab.owner.api.channel.resend({ ...bot.at, send_id: letter!.id })).rejects.toMatchObject({
      status: 404,
    })
  })
  test('waits while its credentials are refused, and is sent once they are repaired', async () => {
    const chat = newChat()
    lab.simulator.faults.revoked = true
    lab.server.script(says('after the repair'))
    await say(chat, 'hi')
    const [shown] = await vi.waitFor(async () => {
      const { items } = await lab.owner.api.channel.list({ space_id: lab.spaceId })
      expect(items[0]).toMatchObject({ state: 'refused', waiting: 1 })
      return items
    })
    expect(shown!.reason).toContain('signature')
    const { items } = await lab.owner.api.notice.list({})
    expect(items.filter(({ kind }) => kind === 'channel')).toMatchObject([
      {
        en: { title: 'Lab bot no longer answers on Signed webhook' },
        link: expect.stringContaining(shown!.id) as string,
      },
    ])
    expect((await lab.owner.api.channel.test(bot.at)).missing).toHaveLength(1)
    lab.simulator.faults.revoked = false
    expect((await lab.owner.api.channel.test(bot.at)).account.state).toBe('serving')
    await shows(chat, ['after the repair'])
  })
  test('whose beginning was interrupted ends as the whole answer in the same message', async () => {
    const chat = newChat()
    const { promise, resolve } = Promise.withResolvers<void>()
    lab.simulator.faults.cut = 1
    lab.server.script({ steps: [{ text: 'Once upon' }, { until: promise }, { text: ' a time.' }, { finish: 'stop' }] })
    await say(chat, 'A story')
    await shows(chat, ['Once upon'])
    resolve()
    await shows(chat, ['Once upon a time.'])
  })
  test('that waits for a retry is sent as soon as the platform accepts a message to another chat', async () => {
    const away = [newChat(), newChat(), newChat()]
    lab.simulator.faults.outage = true
    lab.server.script(says('1'), says('2'), says('3'), says('back'))
    for (const chat of away) await say(chat, 'hi')
    await vi.waitFor(async () => expect((await letters()).filter(({ tries }) => tries > 0)).toHaveLength(3))
    // Their retries are hours away.
    await lab.t.infra.database.pool.query(`UPDATE channel_send SET next_at = next_at + 3600000 WHERE state = 0`)
    lab.simulator.faults.outage = false
    const chat = newChat()
    await say(chat, 'and now?')
    await shows(chat, ['back'])
    await vi.waitFor(async () => expect(await letters()).toEqual([]))
    expect(away.map((one) => lab.texts(one).length)).toEqual([1, 1, 1])
  })
  test('grows while the answer is generated, and ends as the whole answer in the same message', async () => {
    const chat = newChat()
    const { promise, resolve } = Promise.withResolvers<void>()
    lab.server.script({ steps: [{ text: 'Once upon' }, { until: promise }, { text: ' a time.' }, { finish: 'stop' }] })
    await say(chat, 'A story')
    await shows(chat, ['Once upon'])
    expect(lab.simulator.typing).toContain(chat)
    resolve()
    await shows(chat, ['Once upon a time.'])
    expect(lab.simulator.shown.at(-1)!.versions[0]).toBe('Once upon')
  })
})

describe('other processes', () => {
  test('a lane of a dead process is taken over, and nothing is sent twice', async () => {
    const chat = newChat()
    lab.simulator.faults.outage = true
    lab.server.script(says('taken over'))
    await say(chat, 'hi')
    await vi.waitFor(async () => expect(await letters()).toHaveLength(1))
    // The process dies while it holds the lane: its lease expires.
    await lab.t.infra.database.pool.query(
      `UPDATE channel_thread SET lease_until = $1, fence = fence + 1, due_at = 1 WHERE chat_id = $2`,
      [lab.t.clock.now() - 1, chat],
    )
    await lab.t.infra.database.pool.query(`UPDATE channel_send SET next_at = 0, state = 1 WHERE state = 0`)
    lab.simulator.faults.outage = false
    const other = await lab.t.another()
    await other.services.channelLanes.sweep()
    await shows(chat, ['taken over'])
  })
  test('a process whose lease expired during its work sends nothing; the next one sends the answer once (case 73)', async () => {
    const chat = newChat()
    const { promise, resolve } = Promise.withResolvers<void>()
    lab.server.script({ steps: [{ until: promise }, { text: 'one effect' }, { finish: 'stop' }] })
    await say(chat, 'hi')
    await vi.waitFor(() => expect(lab.server.requests).toHaveLength(1))
    const { pool } = lab.t.infra.database
    await pool.query('UPDATE channel_thread SET lease_until = 1 WHERE chat_id = $1', [chat])
    const [one, two] = [await lab.t.another(), await lab.t.another()]
    // Both try to claim the lane, and one succeeds.
    await Promise.all([one.services.channelLanes.sweep(), two.services.channelLanes.sweep()])
    await vi.waitFor(async () => {
      const { rows } = await pool.query<{ fence: number }>('SELECT fence FROM channel_thread WHERE chat_id = $1', [
        chat,
      ])
      expect(rows[0]!.fence).toBe(2)
    })
    resolve()
    await shows(chat, ['one effect'])
    await vi.waitFor(async () => {
      const { items } = await lab.owner.api.channel.events({ ...bot.at, page_size: 1 })
      expect(items[0]).toMatchObject({ chat_id: chat, state: 'done' })
    })
    const { rows } = await pool.query(
      'SELECT FROM channel_send s JOIN channel_thread t ON t.id = s.thread_id WHERE t.chat_id = $1',
      [chat],
    )
    expect(rows).toHaveLength(1)
    expect(lab.server.requests).toHaveLength(1)
  })
  test('events that a process took but did not answer are answered once by the next process', async () => {
    const chat = newChat()
    await lab.owner.api.channel.pause({ ...bot.at, is_paused: true })
    await say(chat, 'hi')
    await lab.t.infra.database.pool.query(`UPDATE channel_event SET state = 1, batch_id = id WHERE state = 0`)
    lab.server.script(says('picked up'))
    await lab.owner.api.channel.pause({ ...bot.at, is_paused: false })
    await shows(chat, ['picked up'])
    expect(lab.server.requests).toHaveLength(1)
  })
})

describe('forms', () => {
  test("the fields of a run's form are asked one by one, and submitted together", async () => {
    const skills = openSkillLab(lab.t)
    const fields = [
      { name: 'city', label: 'Which city?', type: 'string', required: true },
      { name: 'nights', label: 'How many nights?', type: 'number', required: true },
    ]
    let given: unknown
    skills.tools.set('book', {
      answer: () => ({ kind: 'interrupt', question: 'I need two things.', state: { step: 1 }, card: { fields } }),
      resume: async (_, said) => {
        given = JSON.parse(said)
        return { kind: 'text', content: 'booked' }
      },
    })
    await republish({ plugin_info_list: pluginRefs('book') })
    const chat = newChat()
    lab.server.script(calls({ name: 'book', arguments: '{"city":"x"}' }), says('Booked.'))
    await say(chat, 'Book a room')
    await vi.waitFor(() => expect(lab.texts(chat).at(-1)).toContain('Which city?'))
    await say(chat, 'Oslo')
    await vi.waitFor(() => expect(lab.texts(chat).at(-1)).toBe('How many nights?'))
    await say(chat, '3')
    await vi.waitFor(() => expect(lab.texts(chat).at(-1)).toBe('Booked.'))
    expect(given).toEqual({ city: 'Oslo', nights: 3 })
  })
})

describe('retention', () => {
  test('texts are deleted after a week, ids after a month; undelivered messages are kept', async () => {
    const chat = newChat()
    lab.server.script(says('kept for a while'))
    await say(chat, 'a secret')
    await shows(chat, ['kept for a while'])
    // Ages the event instead of advancing the clock, so that the session of the reader stays valid.
    const later = async (days: number) => {
      const { pool } = lab.t.infra.database
      await pool.query('UPDATE channel_event SET received_at = received_at - $1::bigint', [days * 24 * 3600_000])
      lab.t.clock.advance(2 * 3600_000)
      await lab.t.services.channelLanes.sweep()
    }
    const count = async (where: string) => {
      const { rows } = await lab.t.infra.database.pool.query<{ n: number }>(
        `SELECT count(*)::int AS n FROM channel_event e JOIN channel_thread t ON t.id = e.thread_id WHERE t.chat_id = $1 AND ${where}`,
        [chat],
      )
      return rows[0]!.n
    }
    await later(8)
    expect(await count(`e.body::text LIKE '%secret%'`)).toBe(0)
    expect(await count('true')).toBe(1)
    await later(23)
    expect(await count('true')).toBe(0)
  })
})

describe('approvals in a group', () => {
  test('a bystander cannot answer for the person who asked, neither by text nor by button', async () => {
    const skills = openSkillLab(lab.t)
    skills.tools.set('send_mail', { sideEffects: 'ask' })
    await republish({ plugin_info_list: pluginRefs('send_mail') })
    const chat = newChat()
    const group = { isGroup: true, mentions: true }
    lab.server.script(calls({ name: 'send_mail', arguments: '{"city":"all"}' }), says('It is sent.'))
    await say(chat, 'Write to everybody', group)
    await vi.waitFor(() => expect(lab.texts(chat).at(-1)).toContain('May I call'))
    const message = lab.simulator.shown.at(-1)!
    expect(message.buttons.map(({ label }) => label)).toEqual(['Allow', 'Refuse'])
    await bot.deliver(lab.simulator.press(message.id, message.buttons[0]!.id, ben))
    await vi.waitFor(() => expect(lab.texts(chat)).toHaveLength(2))
    await say(chat, 'yes', { ...group, from: ben })
    await vi.waitFor(() => expect(lab.texts(chat)).toHaveLength(3))
    expect(lab.texts(chat).slice(1)).toEqual(Array(2).fill('This has to be answered by Anna first.'))
    expect(skills.called).toEqual([])
    await bot.deliver(lab.simulator.press(message.id, message.buttons[0]!.id, anna))
    await vi.waitFor(() => expect(lab.texts(chat).at(-1)).toBe('It is sent.'))
    expect(skills.called).toHaveLength(1)
  })
})

describe('projects', () => {
  test('a chatflow answers on the same channels once the channel is set up', async () => {
    const { api } = lab.owner
    const { project_id: project } = await api.project.create({ space_id: lab.spaceId, name: 'App' })
    const made = { name: 'talk', space_id: lab.spaceId, project_id: project, flow_mode: FlowMode.chatFlow }
    const { workflow_id } = await api.workflow.create(made)
    const start = startNode([{ name: 'USER_INPUT', type: 'string' }])
    const answer = answerNode([param('said', ref('100001', 'USER_INPUT'))], 'You said {{said}}')
    await api.workflow.save({ workflow_id, schema: canvas([start, answer], [edge('100001', '900001')]) })
    const offered = async () =>
      (await api.projectPublish.connectors({ project_id: project })).connector_list.find(({ id }) => id === WEBHOOK)
    expect(await offered()).toMatchObject({ config_status: 2, allow_publish: false })

    const at = { resource_id: project, connector_id: WEBHOOK }
    const saved = await api.channel.save({
      ...at,
      config: { url: `${lab.platform.origin}/app` },
      settings: { burst_ms: 0 },
    })
    await api.channel.test(at)
    expect(await offered()).toMatchObject({ config_status: 1, allow_publish: true })
    const input = { project_id: project, version_number: 'v0.0.1', connectors: { [WEBHOOK]: {} } }
    const { publish_record_id: id } = await api.projectPublish.publish(input)
    await lab.t.services.projectPublishing.run(id)
    await vi.waitFor(async () => expect((await api.channel.get(at)).account!.state).toBe('serving'))

    const own = lab.simulator.secret
    lab.simulator.secret = saved.hook_secret
    const chat = newChat()
    const { headers, body } = lab.simulator.say({ chatId: chat, from: anna, text: 'hello' })
    lab.simulator.secret = own
    await lab.t.request(new URL(saved.hook_url).pathname, { method: 'POST', headers, body })
    await shows(chat, ['You said hello'])
    await api.channel.remove(at)
    expect(await offered()).toMatchObject({ config_status: 2, publish_record_id: '' })
  })
})

describe('the lab', () => {
  const tried = channelKinds.filter(({ key, isForVisitors }) => key !== 'discord' && !isForVisitors)
  test.each(tried.map(({ id, key }) => [key, id] as const))(
    'shows the answer of a draft as %s would, without an account; reports faults, and stores nothing',
    async (_, connector_id) => {
      const botId = await lab.createBot()
      lab.server.script(says('It is **fine**.'), says('Again.'))
      const ask = (more: object = {}) =>
        lab.owner.api.channel.lab({
          bot_id: botId,
          connector_id,
          said: [{ is_bot: false, text: 'How is it?' }],
          ...more,
        })
      const { messages, requests, fault } = await ask()
      expect(messages).toHaveLength(1)
      expect(messages[0]!.text).toContain('fine')
      expect([requests.length > 0, fault]).toEqual([true, ''])
      expect(JSON.stringify(lab.server.requests[0]!.body.messages.at(-1))).toContain('How is it?')
      expect((await ask({ fault: 'outage' })).fault).not.toBe('')
      expect((await lab.messages(botId)).message_list).toEqual([])
    },
  )
  test("is only for people who may publish the bot, and its last message has to be the person's", async () => {
    const outsider = await lab.t.register()
    const input = { bot_id: bot.botId, connector_id: '20000010', said: [{ is_bot: false, text: 'x' }] }
    await expect(outsider.api.channel.lab(input)).rejects.toMatchObject({ status: 404 })
    const said = [{ is_bot: true, text: 'x' }]
    await expect(lab.owner.api.channel.lab({ ...input, said })).rejects.toMatchObject({ status: 400 })
  })
})

describe('rights', () => {
  test('members see the log without texts; outsiders are refused', async () => {
    const [member, outsider] = [await lab.t.register(), await lab.t.register()]
    await lab.owner.api.space.addMembers({ space_id: lab.spaceId, member_info_list: [{ user_id: member.id }] })
    const { items } = await member.api.channel.events(bot.at)
    expect(items.length).toBeGreaterThan(0)
    expect(items.every(({ text, sender, chat_id: id }) => text === '' && sender === '' && id === '')).toBe(true)
    expect((await member.api.channel.list({ space_id: lab.spaceId })).items[0]).toMatchObject({ can_manage: false })
    for (const call of [
      () => member.api.channel.get(bot.at),
      () => member.api.channel.letters(bot.at),
      () => member.api.channel.pause({ ...bot.at, is_paused: true }),
    ])
      await expect(call()).rejects.toMatchObject({ status: 403 })
    await expect(outsider.api.channel.get(bot.at)).rejects.toMatchObject({ status: 404 })
    await expect(outsider.api.channel.list({ space_id: lab.spaceId })).rejects.toMatchObject({ status: 404 })
  })
  test('an unpublished bot does not answer, and a removed account is not found', async () => {
    const chat = newChat()
    await lab.owner.api.bot.unpublish({ space_id: lab.spaceId, bot_id: bot.botId, connectors: [] })
    expect((await lab.owner.api.channel.list({ space_id: lab.spaceId })).items[0]!.state).toBe('ready')
    await say(chat, 'anybody?')
    await vi.waitFor(async () =>
      expect((await lab.owner.api.channel.events(bot.at)).items[0]).toMatchObject({
        state: 'ignored',
        note: 'Not answered: the bot is not published here',
      }),
    )
    await lab.owner.api.channel.remove(bot.at)
    const delivery = lab.simulator.say({ chatId: chat, from: anna, text: 'hi' })
    expect((await bot.deliver(delivery)).status).toBe(404)
    expect((await lab.owner.api.channel.list({ space_id: lab.spaceId })).items).toEqual([])
  })
})
