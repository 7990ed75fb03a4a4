import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { ErrorCode } from '@orrery/contract/shared/error-codes'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type ChatLab, type Reply, toReply, verboseOf } from '#testing/chat-lab.ts'
import { readEvents } from '#testing/read-events.ts'
import { calls, openScriptedModel, says, type ScriptedModel } from '#testing/scripted-model.ts'
import { openSkillLab, pluginRefs } from '#testing/skill-lab.ts'
import { openTestApp, type Person, type TestApp } from '#testing/test-app.ts'

interface Called {
  hook: string
  phase: string
  subject: string
  bot_id: string
  data: Record<string, unknown>
}
const called: Called[] = []
let answers: Record<string, { status?: number; body?: unknown; silent?: boolean }> = {}
/** The server behind the hook URLs. */
const receiver = createServer((request, response) => {
  let text = ''
  request.on('data', (piece: Buffer) => (text += piece.toString()))
  request.on('end', () => {
    const body = JSON.parse(text) as Called
    called.push(body)
    const answer = answers[`${body.hook} ${body.phase}`] ?? {}
    if (answer.silent) return
    response.writeHead(answer.status ?? 200, { 'content-type': 'application/json' })
    response.end(JSON.stringify(answer.body ?? {}))
  })
})
await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve))
afterAll(() => {
  receiver.closeAllConnections()
  receiver.close()
})
const host = `127.0.0.1:${(receiver.address() as AddressInfo).port}`

let t: TestApp
let owner: Person
let server: ScriptedModel
let spaceId: string
let modelId: string
beforeAll(async () => {
  server = await openScriptedModel()
  t = await openTestApp({ config: { egressAllow: [server.host, host] } })
  owner = await t.register('owner')
  spaceId = (await owner.api.space.create({ name: 'Hooks' })).id
  const provider = await owner.api.instanceModel.createProvider({
    kind: 'openai-compatible',
    name: 'Scripted',
    base_url: server.baseUrl,
  })
  modelId = (await owner.api.instanceModel.createModel({ provider_id: provider.id, name: 'Tiny', model: 'tiny' })).id
})
beforeEach(() => {
  called.length = 0
  answers = {}
  server.reset()
})
const hook = (more: object = {}) => [{ uri: `http://${host}/hook`, strong_dep: false, timeout_ms: 2000, ...more }]
async function createBot(hook_info: object, more: object = {}) {
  const { bot_id } = await owner.api.bot.create({ space_id: spaceId, name: 'Hooked' })
  const config = {
    model_info: { model_id: modelId },
    suggest_reply_info: { suggest_reply_mode: 2 },
    hook_info,
    ...more,
  }
  await owner.api.bot.updateDraft({ bot_info: { bot_id, ...config } } as never)
  return bot_id
}
const ask = async (botId: string, query: string): Promise<Reply> =>
  toReply(
    await readEvents(
      await owner.api.conversation.chat({ bot_id: botId, query } as Parameters<
        ChatLab['owner']['api']['conversation']['chat']
      >[0]),
    ),
  )

describe('hooks', () => {
  test('before a model call may add instructions', async () => {
    answers['llm_call_hook before'] = { body: { prompt: 'Mention the weather.' } }
    const bot = await createBot({ llm_call_hook: hook() })
    server.script(says('ok'))
    await ask(bot, 'hi')
    expect(called[0]).toMatchObject({ hook: 'llm_call_hook', phase: 'before', bot_id: bot })
    expect(String(server.requests[0]!.body.messages[0]!.content)).toContain('Mention the weather.')
  })
  test('after a model call may rewrite the answer before anyone sees it', async () => {
    answers['res_parsing_hook after'] = { body: { content: 'rewritten' } }
    const bot = await createBot({ res_parsing_hook: hook() })
    server.script(says('rude ', 'words'))
    expect((await ask(bot, 'hi')).text).toBe('rewritten')
    expect(called[0]!.data.content).toBe('rude words')
  })
  test('around a tool call may change arguments and result, for the tools that their filter names', async () => {
    const skills = openSkillLab(t)
    skills.tools.set('weather', {})
    skills.tools.set('other', {})
    answers['atomic_hook before'] = { body: { arguments: { city: 'Bergen' } } }
    answers['atomic_hook after'] = { body: { content: 'censored' } }
    const bot = await createBot(
      { atomic_hook: hook({ filter_rules: ['weather'] }) },
      { plugin_info_list: pluginRefs('weather', 'other') },
    )
    server.script(
      calls(
        { id: 'a', name: 'weather', arguments: '{"city":"Oslo"}' },
        { id: 'b', name: 'other', arguments: '{"city":"Rome"}' },
      ),
      says('ok'),
    )
    const { list } = await ask(bot, 'weather')
    expect(skills.called.map(({ name, args }) => [name, args.city])).toEqual([
      ['other', 'Rome'],
      ['weather', 'Bergen'],
    ])
    const results = list.filter(({ message }) => message.type === 'tool_response').map(({ message }) => message.content)
    expect(results.toSorted()).toEqual(['censored', 'other of Rome'])
  })
  test('may end the turn with their own message', async () => {
    answers['flow_hook before'] = { body: { stop: true, message: 'Not at night.' } }
    const bot = await createBot({ flow_hook: hook() })
    expect((await ask(bot, 'hi')).text).toBe('Something went wrong: Not at night.')
    expect(server.requests).toHaveLength(0)
  })
  test.each([
    ['an error', { status: 500 }],
    ['a timeout', { silent: true }],
  ])('that fail (%s) are skipped, shown and traced', async (_, answer) => {
    answers['llm_call_hook before'] = answer
    const bot = await createBot({ llm_call_hook: hook({ timeout_ms: 100 }) })
    server.script(says('still here'))
    const reply = await ask(bot, 'hi')
    expect(reply.text).toBe('still here')
    const verbose = verboseOf(reply.list[1]!.message.content)
    expect(verbose).toMatchObject({ type: 'hooks', data: { hook: 'llm_call_hook' } })
    expect(String(verbose.data.error)).toContain('hook invoked failed')
    const { spans } = await owner.api.trace.get({ trace_id: reply.list[0]!.message.extra_info.log_id })
    expect(spans.find(({ kind }) => kind === 'hook')).toMatchObject({
      status: 2,
      error_code: ErrorCode.agent.hookFailed,
    })
  })
  test('that are required end the turn if they fail', async () => {
    answers['llm_call_hook before'] = { status: 500 }
    const bot = await createBot({ llm_call_hook: hook({ strong_dep: true }) })
    expect((await ask(bot, 'hi')).text).toMatch(
      /^Something went wrong: hook invoked failed: llm_call_hook \(HTTP 500\)/,
    )
    expect(server.requests).toHaveLength(0)
  })
  test('cannot reach the internal network', async () => {
    const bot = await createBot({ llm_call_hook: [{ uri: 'http://169.254.169.254/latest', strong_dep: true }] })
    expect((await ask(bot, 'hi')).text).toMatch(/private or reserved network/)
  })
})
