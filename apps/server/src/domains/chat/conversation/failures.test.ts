import { ErrorCode } from '@orrery/contract/shared/error-codes'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type ChatLab, openChatLab, readUntil, toReply } from '#testing/chat-lab.ts'
import { calls, refuses, type Reply, says } from '#testing/scripted-model.ts'
import { openSkillLab, pluginRefs } from '#testing/skill-lab.ts'

let lab: ChatLab
beforeAll(async () => {
  lab = await openChatLab()
})
beforeEach(() => lab.server.reset())

const storm = (reply: Reply) => [reply, reply, reply]
const never = { until: new Promise(() => {}) }
const half = { steps: [{ text: 'part ' }, { raw: 'data: {"cho\n\n' }] }
/** Reply of the provider, expected error code, and expected message in both languages. */
const cases: [string, number, RegExp, RegExp, Reply[]][] = [
  ['a refused key', ErrorCode.provider.badKey, /refused the key/, /拒绝了密钥/, [refuses(401, 'bad key')]],
  [
    'an unknown model',
    ErrorCode.provider.unknownModel,
    /has no model “tiny”/,
    /没有模型“tiny”/,
    [refuses(404, 'model not found')],
  ],
  [
    '429 again and again',
    ErrorCode.provider.rateLimited,
    /is rate limiting requests/,
    /限制请求/,
    storm(refuses(429, 'slow down')),
  ],
  [
    'an account without credit',
    ErrorCode.platform.tokenInsufficient,
    /no credit left/,
    /余额不足/,
    [refuses(402, 'pay first')],
  ],
  [
    'a provider that does not serve this country',
    ErrorCode.platform.countryRestricted,
    /is not available in the region/,
    /不在本服务器所在地区提供服务/,
    [refuses(403, 'unsupported_country_region_territory')],
  ],
  [
    '500 again and again',
    ErrorCode.provider.serverError,
    /has an outage \(HTTP 500/,
    /服务异常（HTTP 500/,
    storm(refuses(500, 'oops')),
  ],
  [
    'a request that is not accepted',
    ErrorCode.provider.refusedRequest,
    /did not accept/,
    /不接受该请求/,
    [refuses(422, 'bad parameter')],
  ],
  [
    'a context that is too long',
    ErrorCode.provider.tooLong,
    /longer than the context of “tiny”/,
    /超出“tiny”的上下文/,
    [refuses(400, "This model's maximum context length is 4096 tokens")],
  ],
  ['an empty stream', ErrorCode.provider.emptyAnswer, /returned an empty answer/, /没有返回任何内容/, [{ steps: [] }]],
  ['half a JSON object', ErrorCode.provider.brokenChunk, /not valid JSON/, /不是有效的 JSON/, [half]],
  [
    'a connection that breaks',
    ErrorCode.provider.cutOff,
    /was lost during the answer/,
    /途中断开/,
    [{ steps: [{ text: 'part ' }, { cut: true }] }],
  ],
  [
    'an error in the middle',
    ErrorCode.provider.failedMidway,
    /overheated/,
    /途中报错：overheated/,
    [{ steps: [{ text: 'part ' }, { error: { message: 'overheated' } }] }],
  ],
  [
    'no first piece in time',
    ErrorCode.provider.noFirstChunk,
    /No reply within 0\.4 s/,
    /0\.4 秒内没有收到回复/,
    [{ steps: [never] }],
  ],
  [
    'a connection that is reset before the first piece',
    ErrorCode.provider.unreachable,
    /could not be reached/,
    /无法连接/,
    storm({ steps: [{ cut: true }] }),
  ],
  [
    'a content filter',
    ErrorCode.provider.filtered,
    /content filter/,
    /内容过滤/,
    [{ steps: [{ finish: 'content_filter' }] }],
  ],
  [
    'a page instead of a stream',
    ErrorCode.provider.notAnEventStream,
    /did not return an event stream/,
    /没有返回事件流/,
    [{ headers: { 'content-type': 'text/html' }, body: '<html>' }],
  ],
]

describe('each failure of a model', () => {
  const errorTexts: Record<'en' | 'zh', string[]> = { en: [], zh: [] }
  test.each(cases)(
    '%s: has its own message in both languages, is stored as failed with a span, and can be retried',
    async (_, code, words, chinese, replies) => {
      const isSlow = code === ErrorCode.provider.noFirstChunk
      if (isSlow) await lab.owner.api.model.saveLimits({ first_chunk_ms: 400 })
      const bot = await lab.createBot()
      lab.server.script(...replies)
      const { order, list, text, conversationId } = await lab.ask(bot, 'please answer')
      expect(order.slice(-3)).toEqual(['answer.finish', 'verbose:generate_answer_finish', 'done'])
      expect(text).toMatch(/Something went wrong: /)
      expect(text).toMatch(words)
      const stored = (await lab.messages(bot)).message_list
      const failed = stored.filter(({ status }) => status === 'failed')
      expect(failed[0]!.extra_info).toMatchObject({ error_code: String(code) })
      expect(failed[0]!.extra_info.error_msg).toMatch(words)
      errorTexts.en.push(failed[0]!.extra_info.error_msg!)
      // Text streamed before the failure becomes its own message.
      if (text.startsWith('part ')) expect(failed[1]).toMatchObject({ content: 'part ', broken_pos: 5 })

      const traceId = list[0]!.message.extra_info.log_id
      const { trace, spans } = await lab.owner.api.trace.get({ trace_id: traceId })
      expect(trace).toMatchObject({ status: 2, error_code: code, input: 'please answer' })
      const span = spans.find(({ kind }) => kind === 'model')!
      expect(span).toMatchObject({ status: 2, error_code: code, model_name: 'Tiny' })
      expect(span.error_msg).toMatch(words)

      // Regenerating fails in the same way, this time in the other language.
      const question = stored.find(({ type }) => type === 'question')!
      const again = { bot_id: bot, conversation_id: conversationId, regen_message_id: question.message_id }
      lab.server.reset()
      lab.server.script(...replies)
      const headers = { 'accept-language': 'zh-CN' }
      const second = await readUntil(await lab.owner.api.conversation.chat(again, { headers }), () => false)
      expect(toReply(second.events).text).toMatch(chinese)
      errorTexts.zh.push(toReply(second.events).text)
      if (isSlow) await lab.owner.api.model.saveLimits({ first_chunk_ms: 120_000 })

      lab.server.reset()
      lab.server.script(says('now it works'))
      expect((await lab.ask(bot, '', again)).text).toBe('now it works')
      expect((await lab.messages(bot)).message_list.map(({ content }) => content)).toEqual([
        'now it works',
        'please answer',
      ])
      expect(lab.server.requests[0]!.body.messages.slice(1).map(({ content }) => content)).toEqual(['please answer'])
    },
    20_000,
  )
  test('every failure has its own message', () => {
    for (const messages of [errorTexts.en, errorTexts.zh]) {
      expect(messages).toHaveLength(cases.length)
      expect(new Set(messages).size).toBe(cases.length)
    }
  })

  const toolFailures: [string, { name: string; arguments: string }, RegExp][] = [
    ['half JSON as arguments', { name: 'look', arguments: '{"city":"Os' }, /not valid JSON/],
    ['a tool that does not exist', { name: 'fly', arguments: '{}' }, /no tool named fly/],
  ]
  test.each(toolFailures)(
    '%s: returned to the model, shown as failed, with a span, and the turn continues',
    async (_, call, words) => {
      openSkillLab(lab.t).tools.set('look', {})
      const bot = await lab.createBot({ plugin_info_list: pluginRefs('look') })
      lab.server.script(calls(call), says('I could not'))
      const { list, text } = await lab.ask(bot, 'look')
      expect(text).toBe('I could not')
      const response = list.find(({ message }) => message.type === 'tool_response')!.message
      expect(response).toMatchObject({ extra_info: { plugin_status: '1' } })
      expect(response.content).toMatch(words)
      const { spans } = await lab.owner.api.trace.get({ trace_id: list[0]!.message.extra_info.log_id })
      expect(spans.find(({ kind }) => kind === 'tool')).toMatchObject({
        status: 2,
        error_msg: expect.stringMatching(words),
      })
    },
  )
  test('a failed answer is not part of the history for the model', async () => {
    const bot = await lab.createBot()
    lab.server.script(refuses(401, 'no'), says('fine'))
    const { conversationId } = await lab.ask(bot, 'one')
    await lab.ask(bot, 'two', { conversation_id: conversationId })
    expect(lab.server.requests[1]!.body.messages.slice(1).map(({ content }) => content)).toEqual(['one', 'two'])
  })
  test('a model that was deleted or switched off is reported', async () => {
    const bot = await lab.createBot({ model_info: { model_id: '424242' } })
    expect((await lab.ask(bot, 'hi')).text).toMatch(/deleted or belongs to another space/)
  })
})

describe('limits of a turn', () => {
  test('an endless answer is cut off, and what was received is kept', async () => {
    await lab.owner.api.model.saveLimits({ turn_tokens: 500 })
    const bot = await lab.createBot()
    lab.server.script({
      steps: [...Array.from({ length: 60 }, () => ({ text: 'x'.repeat(100) })), { until: new Promise(() => {}) }],
    })
    const { text, list } = await lab.ask(bot, 'go on and on')
    expect(text).toMatch(/this turn reached the limit of 500 tokens/)
    const stored = (await lab.messages(bot)).message_list
    const [, partial] = stored
    expect(partial!.content.length).toBeGreaterThanOrEqual(1900)
    expect(partial!.content.length).toBeLessThan(6000)
    expect(list.at(-1)!.message.type).toBe('verbose')
    await lab.owner.api.model.saveLimits({ turn_tokens: 200_000 })
  })
  test('an endless turn is cut off by its time limit', async () => {
    await lab.owner.api.model.saveLimits({ turn_seconds: 1 })
    const bot = await lab.createBot()
    lab.server.script({ steps: [{ text: 'slow' }, { until: new Promise(() => {}) }] })
    expect((await lab.ask(bot, 'take your time')).text).toMatch(
      /^slowSomething went wrong: The answer was cut off: this turn reached the limit of 1 s/,
    )
    await lab.owner.api.model.saveLimits({ turn_seconds: 600 })
  })
  test('an endless loop of tool calls is limited: the last step must answer', async () => {
    const skills = openSkillLab(lab.t)
    skills.tools.set('look', {})
    await lab.owner.api.model.saveLimits({ turn_steps: 4 })
    const bot = await lab.createBot({ plugin_info_list: pluginRefs('look') })
    const loop = (n: number) => calls({ id: `c${n}`, name: 'look', arguments: `{"city":"${n}"}` })
    lab.server.script(loop(1), loop(2), loop(3), says('enough'))
    expect((await lab.ask(bot, 'look around')).text).toBe('enough')
    expect(lab.server.requests.map(({ body }) => body.tool_choice)).toEqual(['auto', 'auto', 'auto', 'none'])
    lab.server.reset()
    lab.server.script(loop(1), loop(2), loop(3), loop(4))
    expect((await lab.ask(bot, 'look around')).text).toMatch(/called tools 4 times/)
    await lab.owner.api.model.saveLimits({ turn_steps: 20 })
  })
  test('repeating the same call is refused', async () => {
    const skills = openSkillLab(lab.t)
    skills.tools.set('look', {})
    const bot = await lab.createBot({ plugin_info_list: pluginRefs('look') })
    const same = () => calls({ name: 'look', arguments: '{"city":"Oslo"}' })
    lab.server.script(same(), same(), same(), same(), says('I stop'))
    const { list, text } = await lab.ask(bot, 'look')
    expect(text).toBe('I stop')
    expect(skills.called).toHaveLength(3)
    expect(list.findLast(({ message }) => message.type === 'tool_response')!.message.content).toMatch(
      /made several times/,
    )
  })
})
