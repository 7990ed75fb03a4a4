import { ErrorCode } from '@orrery/contract/shared/error-codes'
import { expect, test } from 'vitest'
import { readUntil, toReply } from '#testing/chat-lab.ts'
import { openScriptedModel, says } from '#testing/scripted-model.ts'
import { openProcesses } from '#testing/server-process.ts'

const account = { email: 'kill@example.test', password: 'correct horse 7' }

test('kill -9 in the middle of an answer: what was streamed is stored and marked as cut off', async () => {
  const model = await openScriptedModel()
  const servers = await openProcesses({ EGRESS_ALLOW: model.host })
  const first = await servers.start()
  const api = servers.client(first.url)
  await api.passport.register(account)
  const spaceId = (await api.space.create({ name: 'Kill' })).id
  const provider = await api.instanceModel.createProvider({
    kind: 'openai-compatible',
    name: 'S',
    base_url: model.baseUrl,
  })
  const { id: modelId } = await api.instanceModel.createModel({
    provider_id: provider.id,
    name: 'Tiny',
    model: 'tiny',
  })
  const { bot_id: botId } = await api.bot.create({ space_id: spaceId, name: 'Survivor' })
  const config = { model_info: { model_id: modelId }, suggest_reply_info: { suggest_reply_mode: 2 } }
  await api.bot.updateDraft({ bot_info: { bot_id: botId, ...config } } as never)

  model.script(says('an earlier answer'), {
    steps: [{ text: 'streamed before the end' }, { until: new Promise(() => {}) }],
  })
  const earlier = await readUntil(await api.conversation.chat({ bot_id: botId, query: 'earlier' }), () => false)
  const { conversationId } = toReply(earlier.events)
  const stream = await readUntil(
    await api.conversation.chat({ bot_id: botId, query: 'long story', conversation_id: conversationId }),
    (events) => toReply(events).text.includes('streamed before'),
  )
  // Pieces are stored after one flush interval, so poll until they are listed.
  for (let stored = ''; !stored.includes('streamed');)
    stored = (await api.conversation.messages({ bot_id: botId })).message_list[0]!.content
  await first.kill()
  await stream.rest().catch(() => {})

  const second = await servers.start()
  const again = servers.client(second.url)
  await again.passport.login(account)
  const read = () => again.conversation.messages({ bot_id: botId })
  let after = await read()
  for (let tries = 0; after.running_question_id && tries < 400; tries += 1) {
    await new Promise((resolve) => setTimeout(resolve, 50))
    after = await read()
  }
  expect(after.conversation_id).toBe(conversationId)
  expect(after.message_list.map(({ content, status }) => [content, status])).toEqual([
    ['streamed before the end', 'broken'],
    ['long story', 'available'],
    ['an earlier answer', 'available'],
    ['earlier', 'available'],
  ])
  expect(after.message_list[0]!.extra_info).toMatchObject({
    broken_reason: 'server',
    error_code: String(ErrorCode.conversation.cutOff),
  })
  model.script(says('the whole story'))
  const resent = await readUntil(
    await again.conversation.chat({
      bot_id: botId,
      conversation_id: conversationId,
      regen_message_id: after.message_list[1]!.message_id,
    }),
    () => false,
  )
  expect(toReply(resent.events).text).toBe('the whole story')
  const { traces } = await again.trace.list({ bot_id: botId, status: [2] })
  expect(traces[0]).toMatchObject({ error_code: ErrorCode.conversation.cutOff, output: 'streamed before the end' })
  // After SIGTERM the process still finishes what it was asked before.
  let release = () => {}
  model.script({ steps: [{ until: new Promise<void>((resolve) => (release = resolve)) }, { text: 'to the end' }] })
  const last = await again.conversation.chat({ bot_id: botId, query: 'one more', conversation_id: conversationId })
  const ended = second.stop()
  await expect
    .poll(() =>
      fetch(second.url).then(
        () => true,
        () => false,
      ),
    )
    .toBe(false)
  release()
  expect(toReply((await readUntil(last, () => false)).events).text).toBe('to the end')
  expect(await ended).toBe(0)
})
