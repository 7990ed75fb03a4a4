import type { ChatStreamMessage } from '@orrery/contract'
import { ErrorCode } from '@orrery/contract/shared/error-codes'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type ChatLab, openChatLab, readUntil, toReply, verboseOf } from '#testing/chat-lab.ts'
import { type Reply, says } from '#testing/scripted-model.ts'
import type { ReadEvent } from '#testing/read-events.ts'

let lab: ChatLab
beforeAll(async () => {
  lab = await openChatLab()
})
beforeEach(() => lab.server.reset())

/** An answer that pauses in the middle until it is released. */
function halfway(first: string, second: string) {
  const { promise, resolve } = Promise.withResolvers<void>()
  const reply: Reply = { steps: [{ text: first }, { until: promise }, { text: second }, { finish: 'stop' }] }
  return { reply, goOn: resolve }
}
const hasSaid = (text: string) => (events: ReadEvent[]) => toReply(events).text.includes(text)
const start = async (bot: string, query: string, said: string, more: Record<string, unknown> = {}) => {
  const stream = await readUntil(await lab.chat(bot, query, more), hasSaid(said))
  const { conversationId, list } = toReply(stream.events)
  return { stream, conversationId, questionId: list[0]!.message.message_id }
}
const answerOf = async (bot: string) => (await lab.messages(bot)).message_list.find(({ type }) => type === 'answer')!
const inDatabase = async (conversationId: string) => {
  const { rows } = await lab.t.infra.database.pool.query<{ content: string; status: string }>(
    "SELECT content, status FROM message WHERE conversation_id = $1 AND type = 'answer' ORDER BY id DESC LIMIT 1",
    [conversationId],
  )
  return rows[0]
}
/** Polls until a condition is met. */
async function eventually<T>(look: () => Promise<T>, isIt: (value: T) => boolean): Promise<T> {
  for (let tries = 0; tries < 200; tries += 1) {
    const value = await look()
    if (isIt(value)) return value
    await new Promise((resolve) => setTimeout(resolve, 25))
  }
  throw new Error('it did not happen')
}

describe('a client that disconnects', () => {
  test('does not lose the answer: the turn continues, and a reload shows it', async () => {
    const bot = await lab.createBot()
    const { reply, goOn } = halfway('first half, ', 'second half')
    lab.server.script(reply)
    const { stream } = await start(bot, 'go', 'first half')
    await stream.leave()
    goOn()
    const answer = await eventually(
      () => answerOf(bot),
      ({ status }) => status === 'available',
    )
    expect(answer.content).toBe('first half, second half')
  })
  test('sees the answer so far after a reload in the middle, and joins the stream', async () => {
    const bot = await lab.createBot()
    const { reply, goOn } = halfway('first half, ', 'second half')
    lab.server.script(reply)
    const { stream, conversationId, questionId } = await start(bot, 'go', 'first half')
    await stream.leave()
    const reloaded = await lab.messages(bot)
    expect(reloaded.running_question_id).toBe(questionId)
    expect(reloaded.message_list[0]).toMatchObject({ type: 'answer', content: 'first half, ', status: 'streaming' })
    const joined = await readUntil(
      await lab.owner.api.conversation.follow({ conversation_id: conversationId }),
      hasSaid('first half'),
    )
    goOn()
    const { order, text, list } = toReply(await joined.rest())
    expect(order).toEqual(['ack', 'answer', 'answer.finish', 'verbose:generate_answer_finish', 'done'])
    expect(text).toBe('first half, second half')
    expect(list[0]!.message.message_id).toBe(questionId)
    expect((await lab.messages(bot)).running_question_id).toBe('')
  })
  test('gets the complete answer from a reload during which the turn finishes', async () => {
    const bot = await lab.createBot()
    const { reply, goOn } = halfway('first half, ', 'second half')
    lab.server.script(reply)
    const { stream } = await start(bot, 'go', 'first half')
    const { conversations } = lab.t.services
    const { messages } = conversations
    conversations.messages = async (...args) => {
      conversations.messages = messages
      const page = await messages(...args)
      goOn()
      await stream.rest()
      return page
    }
    const { message_list, running_question_id } = await lab.messages(bot)
    expect(running_question_id).toBe('')
    expect(message_list[0]).toMatchObject({ content: 'first half, second half', status: 'available' })
  })
  test('cannot join if no turn is running', async () => {
    const bot = await lab.createBot()
    const { conversation_id } = await lab.messages(bot)
    const response = await lab.owner.api.conversation.follow({ conversation_id })
    expect(await response.json()).toMatchObject({ code: ErrorCode.conversation.nothingRunning })
  })
  test('can join from another process through what is stored', async () => {
    const bot = await lab.createBot()
    const { reply, goOn } = halfway('one ', 'two')
    lab.server.script(reply)
    const { conversationId } = await start(bot, 'go', 'one')
    const { row } = await lab.t.services.conversations.running(conversationId)
    const { followStored } = await import('./shared/follow-stored.ts')
    const seen: string[] = []
    const followed = followStored(
      lab.t.services.conversations,
      row!.id,
      (event) => void seen.push(event.type === 'delta' ? `delta ${event.content}` : event.type),
      new AbortController().signal,
    )
    await eventually(
      async () => seen,
      (list) => list.includes('delta one '),
    )
    goOn()
    await followed
    expect(seen).toEqual(['ack', 'delta one ', 'delta two', 'finish', 'done'])
  })
})

test('text that a client has seen is soon in the database, while the answer continues', async () => {
  const bot = await lab.createBot()
  const { reply, goOn } = halfway('on disk ', 'later')
  lab.server.script(reply)
  const { stream, conversationId } = await start(bot, 'go', 'on disk')
  const row = await eventually(
    () => inDatabase(conversationId),
    (item) => item !== undefined,
  )
  expect(row).toEqual({ content: 'on disk ', status: 'streaming' })
  goOn()
  await stream.rest()
  expect(await inDatabase(conversationId)).toEqual({ content: 'on disk later', status: 'available' })
})

describe('stopping', () => {
  test('stores what was said, with the position where it stopped', async () => {
    const bot = await lab.createBot()
    lab.server.script(halfway('said so far', 'never').reply)
    const { stream, conversationId, questionId } = await start(bot, 'go', 'said so far')
    await lab.owner.api.conversation.breakMessage({
      conversation_id: conversationId,
      query_message_id: questionId,
      broken_pos: 4,
    })
    const { order, list } = toReply(await stream.rest())
    expect(order.slice(-3)).toEqual(['answer.finish', 'verbose:generate_answer_finish', 'done'])
    expect(list.findLast(({ message }) => message.type === 'answer')!.message).toMatchObject({
      status: 'broken',
      broken_pos: 4,
    })
    expect(verboseOf(list.at(-1)!.message.content).data.finish_reason).toBe(2)
    expect(await answerOf(bot)).toMatchObject({ content: 'said so far', status: 'broken', broken_pos: 4 })
    expect((await answerOf(bot)).extra_info.broken_reason).toBe('user')
  })
  test('before the first word leaves an empty answer that is marked as stopped', async () => {
    const bot = await lab.createBot()
    lab.server.script({ steps: [{ until: new Promise(() => {}) }] })
    const stream = await readUntil(await lab.chat(bot, 'go'), (events) => events.length > 0)
    const [ack] = toReply(stream.events).list
    await lab.owner.api.conversation.breakMessage({
      conversation_id: ack!.conversation_id,
      query_message_id: ack!.message.message_id,
    })
    await stream.rest()
    expect(await answerOf(bot)).toMatchObject({ content: '', status: 'broken', broken_pos: 0 })
  })
  test('twice or too late has no effect', async () => {
    const bot = await lab.createBot()
    lab.server.script(says('done'))
    const { list, conversationId } = await lab.ask(bot, 'go')
    const stop = { conversation_id: conversationId, query_message_id: list[0]!.message.message_id }
    await lab.owner.api.conversation.breakMessage(stop)
    await lab.owner.api.conversation.breakMessage(stop)
    expect(await answerOf(bot)).toMatchObject({ content: 'done', status: 'available' })
  })
  test('is visible to the model: the next turn knows what was said', async () => {
    const bot = await lab.createBot()
    lab.server.script(halfway('half an answer', 'never').reply, says('next'))
    const { stream, conversationId, questionId } = await start(bot, 'go', 'half')
    await lab.owner.api.conversation.breakMessage({ conversation_id: conversationId, query_message_id: questionId })
    await stream.rest()
    await lab.ask(bot, 'and now?', { conversation_id: conversationId })
    expect(lab.server.requests[1]!.body.messages.slice(1).map(({ content }) => content)).toEqual([
      'go',
      'half an answer',
      'and now?',
    ])
  })
})

/** Stops the running turn after a moment. */
async function stopLater(bot: string): Promise<undefined> {
  await new Promise((resolve) => setTimeout(resolve, 30))
  const { conversation_id, running_question_id } = await lab.messages(bot)
  if (running_question_id)
    await lab.owner.api.conversation.breakMessage({ conversation_id, query_message_id: running_question_id })
}

describe('two tabs', () => {
  test('see the same answer', async () => {
    const bot = await lab.createBot()
    const { reply, goOn } = halfway('both ', 'see it')
    lab.server.script(reply)
    const { stream, conversationId } = await start(bot, 'go', 'both')
    const other = await readUntil(
      await lab.owner.api.conversation.follow({ conversation_id: conversationId }),
      hasSaid('both'),
    )
    goOn()
    const [mine, theirs] = [toReply(await stream.rest()), toReply(await other.rest())]
    expect(theirs.text).toBe(mine.text)
    expect(theirs.order).toEqual(mine.order)
  })
  test('a new run interrupts the stream of the other tab and keeps what it had said', async () => {
    const bot = await lab.createBot()
    lab.server.script(halfway('first answer', 'never').reply, says('second answer'))
    const { stream, conversationId } = await start(bot, 'first', 'first answer')
    const second = await lab.ask(bot, 'second', { conversation_id: conversationId })
    const first = toReply(await stream.rest())
    expect(first.order.at(-1)).toBe('done')
    expect(second.text).toBe('second answer')
    const { message_list } = await lab.messages(bot)
    expect(message_list.map(({ content, status }) => [content, status])).toEqual([
      ['second answer', 'available'],
      ['second', 'available'],
      ['first answer', 'broken'],
      ['first', 'available'],
    ])
    expect(message_list[2]!.extra_info.broken_reason).toBe('new_run')
  })
  test('that interrupt each other at any moment all finish', async () => {
    const bot = await lab.createBot()
    const { conversation_id } = await lab.messages(bot)
    // The model streams forever: only an interruption can end it.
    const endless = (): Reply => ({ steps: [{ text: 'on and on' }, { until: new Promise(() => {}) }] })
    for (let round = 0; round < 20; round += 1) {
      lab.server.script(endless(), endless(), endless())
      const tabs = [0, 1, 2].map(async (tab) => {
        await new Promise((resolve) => setTimeout(resolve, (tab * round) % 7))
        return readUntil(await lab.chat(bot, `round ${round} tab ${tab}`, { conversation_id }), () => false)
      })
      // Two of the three turns are interrupted by newer ones; the last one is stopped by hand.
      const all = Promise.all(tabs)
      for (let tries = 0; tries < 100 && !(await Promise.race([all, stopLater(bot)])); tries += 1);
      for (const { events } of await all) expect(toReply(events).order.at(-1)).toBe('done')
    }
    const { message_list } = await lab.messages(bot)
    expect(message_list.filter(({ status }) => status === 'streaming')).toEqual([])
    lab.server.reset()
  })
  test('that send at the same moment leave one turn running and lose no message', async () => {
    const bot = await lab.createBot()
    const { conversation_id } = await lab.messages(bot)
    lab.server.script(...Array.from({ length: 4 }, (_, n) => says(`answer ${n}`)))
    const replies = await Promise.all(
      Array.from({ length: 4 }, (_, n) => lab.ask(bot, `question ${n}`, { conversation_id })),
    )
    expect(replies.every(({ order }) => order.at(-1) === 'done')).toBe(true)
    const { message_list, running_question_id } = await lab.messages(bot)
    expect(message_list.filter(({ type }) => type === 'question')).toHaveLength(4)
    expect(message_list.filter(({ status }) => status === 'streaming')).toEqual([])
    expect(running_question_id).toBe('')
  })
})

describe('clearing and deleting in the middle of an answer', () => {
  test('no message of a cleared turn reappears', async () => {
    const bot = await lab.createBot()
    const { reply, goOn } = halfway('old ', 'words')
    lab.server.script(reply)
    const { stream, conversationId } = await start(bot, 'go', 'old')
    await lab.owner.api.conversation.clear({ conversation_id: conversationId })
    goOn()
    await stream.rest()
    expect((await lab.messages(bot)).message_list).toEqual([])
  })
  test('deleting a question stops its running answer', async () => {
    const bot = await lab.createBot()
    lab.server.script(halfway('old ', 'words').reply)
    const { stream, conversationId, questionId } = await start(bot, 'go', 'old')
    await lab.owner.api.conversation.deleteMessage({ conversation_id: conversationId, message_id: questionId })
    await stream.rest()
    expect((await lab.messages(bot)).message_list).toEqual([])
  })
  test('deleting a bot ends its turns without affecting others', async () => {
    const bot = await lab.createBot()
    lab.server.script(halfway('orphan ', 'words').reply)
    const { stream, conversationId } = await start(bot, 'go', 'orphan')
    await lab.owner.api.bot.remove({ bot_id: bot, space_id: lab.spaceId } as never)
    await lab.t.infra.bus.publish('turn.stop', JSON.stringify({ conversationId, reason: 'server' }))
    expect(toReply(await stream.rest()).order.at(-1)).toBe('done')
    const other = await lab.createBot()
    lab.server.script(says('fine'))
    await lab.ask(other, 'still there?')
    expect((await answerOf(other)).content).toBe('fine')
  })
})

describe('a process that dies in the middle of a turn', () => {
  test('leaves what was said, and the sweep of another process marks it as cut off', async () => {
    const bot = await lab.createBot()
    lab.server.script(halfway('before the crash', 'never').reply)
    const { conversationId } = await start(bot, 'go', 'before the crash')
    await eventually(
      () => inDatabase(conversationId),
      (row) => row !== undefined,
    )
    const { pool } = lab.t.infra.database
    await lab.t.services.runningSteps.write()
    await pool.query("UPDATE turn SET owner = 'elsewhere/1/x' WHERE conversation_id = $1", [conversationId])
    await lab.t.services.turnLease.sweep()
    expect(await inDatabase(conversationId), 'its lease still holds').toMatchObject({ status: 'streaming' })
    await pool.query('UPDATE turn SET lease_until = 0 WHERE conversation_id = $1', [conversationId])
    await lab.t.services.turnLease.sweep()
    const answer = await answerOf(bot)
    expect(answer).toMatchObject({ content: 'before the crash', status: 'broken', broken_pos: 16 })
    expect(answer.extra_info).toMatchObject({
      broken_reason: 'server',
      error_code: String(ErrorCode.conversation.cutOff),
    })
    const { traces } = await lab.owner.api.trace.list({ bot_id: bot })
    expect(traces[0]).toMatchObject({
      status: 2,
      error_code: ErrorCode.conversation.cutOff,
      output: 'before the crash',
    })
    // The steps that were running are included: the call of the model was cut off too.
    const { spans } = await lab.owner.api.trace.get({ trace_id: traces[0]!.trace_id })
    const root = spans.find(({ kind }) => kind === 'turn')!
    expect(spans.find(({ kind }) => kind === 'model')).toMatchObject({ status: 3 })
    expect(spans.filter(({ parent_id }) => parent_id === root.span_id)).not.toEqual([])
    expect((await pool.query('SELECT FROM turn_step')).rowCount).toBe(0)
    await lab.t.services.conversations.stop(conversationId, answer.reply_id, undefined)
  })
  test('before the first word leaves an answer that is marked as cut off', async () => {
    const bot = await lab.createBot()
    lab.server.script({ steps: [{ until: new Promise(() => {}) }] })
    const stream = await readUntil(await lab.chat(bot, 'go'), (events) => events.length > 0)
    const { conversation_id } = stream.events[0]!.data as ChatStreamMessage
    await lab.t.infra.database.pool.query(
      "UPDATE turn SET owner = 'elsewhere/1/x', lease_until = 0 WHERE conversation_id = $1",
      [conversation_id],
    )
    await Promise.all([lab.t.services.turnLease.sweep(), lab.t.services.turnLease.sweep()])
    const { message_list } = await lab.messages(bot)
    expect(message_list.map(({ type, status }) => [type, status])).toEqual([
      ['answer', 'broken'],
      ['question', 'available'],
    ])
    await lab.t.services.conversations.stop(conversation_id, message_list[1]!.message_id, undefined)
  })
})

test('a server that is told to stop ends its turns and keeps what they said', async () => {
  const bot = await lab.createBot()
  lab.server.script(halfway('last words', 'never').reply)
  const { stream } = await start(bot, 'go', 'last words')
  await lab.t.services.conversations.close()
  expect(toReply(await stream.rest()).order.at(-1)).toBe('done')
  expect((await answerOf(bot)).extra_info.broken_reason).toBe('server')
})
