import type { ComparisonSide, contract } from '@orrery/contract'
import { badInput } from '#kit/errors.ts'
import type { Handlers } from '#kit/http/context.ts'
import type { Sse } from '#kit/sse.ts'
import { createWire, toWireMessage } from './shared/chat-wire.ts'
import { conversationErrors } from './conversation.errors.ts'
import type { MessageRow } from './conversation.table.ts'
import type { Place, Variant } from './shared/chat-input.ts'
import { DEBUG_CONNECTOR } from './shared/debug-connector.ts'
import type { ConversationService } from './conversation.service.ts'
import { followStored } from './shared/follow-stored.ts'
import type { LiveTurn } from './shared/live-turn.ts'

const isReply = ({ id, replyId, type }: MessageRow) => type === 'answer' && replyId !== '' && replyId !== id

/** The port to the domain that compares setups of a bot. */
export interface ComparedPort {
  readonly comparisons: {
    sideOf(botId: string, userId: string, side: ComparisonSide): Promise<Variant | undefined>
  }
}

export function conversationRoutes(
  conversations: ConversationService,
  ports: ComparedPort,
): Handlers<typeof contract.conversation> {
  async function variantOf(
    input: { bot_id: string; draft_mode: boolean; diff_mode_identifier?: ComparisonSide | undefined },
    userId: string,
  ): Promise<Variant | undefined> {
    const side = input.diff_mode_identifier
    if (side === undefined) return undefined
    if (!input.draft_mode) throw conversationErrors.comparesDrafts()
    const variant = await ports.comparisons.sideOf(input.bot_id, userId, side)
    if (!variant) throw conversationErrors.nothingCompared()
    return variant
  }
  const placeOf = (input: { bot_id: string; draft_mode: boolean; scene: number }, userId: string): Place => ({
    botId: input.bot_id,
    userId,
    connectorId: DEBUG_CONNECTOR,
    scene: input.scene,
    isDraft: input.draft_mode,
  })
  /** Streams a turn to one client. The turn continues when the client disconnects. */
  const show = (live: LiveTurn, signal: AbortSignal) => async (sse: Sse) => {
    const wire = createWire(sse, live.conversationId)
    const leave = live.listen(wire.listener)
    const gone = new Promise<void>((resolve) => {
      if (signal.aborted) resolve()
      signal.addEventListener('abort', () => resolve(), { once: true })
    })
    await Promise.race([wire.finished, gone])
    leave()
  }
  /** Adds to answers the question they reply to, even if it is on an older page. */
  async function withReplied(rows: MessageRow[]) {
    const known = new Map(rows.map((row) => [row.id, row]))
    const missing = rows.filter((row) => isReply(row) && !known.has(row.replyId)).map((row) => row.replyId)
    for (const row of await conversations.byIds(rows[0]?.conversationId ?? '', missing)) known.set(row.id, row)
    return rows.map((row) => {
      const replied = isReply(row) ? known.get(row.replyId) : undefined
      return { ...toWireMessage(row), ...(replied && { reply_message: toWireMessage(replied) }) }
    })
  }
  return {
    chat: async (input, ctx) => {
      const live = await conversations.chat({
        ...placeOf(input, ctx.userId),
        conversationId: input.conversation_id,
        query: input.query,
        variant: await variantOf(input, ctx.userId),
        contentType: input.content_type,
        traceScene: input.draft_mode ? 'debug' : 'online',
        locale: ctx.locale,
        customVariables: input.custom_variables,
        localMessageId: input.local_message_id,
        regenerate: input.regen_message_id,
        mentions: input.mention_list,
        shown: input.insert_history_message_list,
        firstTool: input.shortcut_cmd_id
          ? { commandId: input.shortcut_cmd_id, args: argumentsOf(input.toolList) }
          : undefined,
      })
      return show(live, ctx.signal)
    },
    follow: async (input, ctx) => {
      await conversations.own(input.conversation_id, ctx.userId)
      const { live, row } = await conversations.running(input.conversation_id)
      if (live) return show(live, ctx.signal)
      if (!row) throw conversationErrors.nothingRunning()
      return async (sse) => {
        const wire = createWire(sse, input.conversation_id)
        await followStored(conversations, row.id, wire.listener, ctx.signal)
      }
    },
    messages: async (input, ctx) => {
      const row = await conversations.open(placeOf(input, ctx.userId), input.conversation_id)
      await conversations.storeShown(row, input.insert_history_message_list)
      const cursor = input.cursor === '0' || input.cursor === '' ? undefined : input.cursor
      const isNext = input.load_direction === 2 && cursor !== undefined
      const read = () => conversations.messages(row.id, isNext ? { after: cursor } : { before: cursor }, input.count)
      let page = await read()
      const { live, row: running } = await conversations.running(row.id)
      // A turn that finished between the two reads: its answer would look unfinished, and nobody would follow it.
      if (!live && !running && page.rows.some(({ status }) => status === 'streaming')) page = await read()
      const { rows, hasMore } = page
      return {
        message_list: await withReplied(rows),
        cursor: rows.at(-1)?.id ?? '0',
        next_cursor: rows[0]?.id ?? '0',
        hasmore: isNext ? true : hasMore,
        next_has_more: isNext ? hasMore : cursor !== undefined,
        conversation_id: row.id,
        last_section_id: row.sectionId,
        connector_conversation_id: row.id,
        participant_info_map: {},
        read_message_index: rows[0]?.id ?? '0',
        running_question_id: live?.questionId ?? running?.questionId ?? '',
      }
    },
    clear: async (input, ctx) => ({
      new_section_id: await conversations.clear(await conversations.own(input.conversation_id, ctx.userId)),
    }),
    createSection: async (input, ctx) => {
      const row = await conversations.own(input.conversation_id, ctx.userId)
      const sectionId = await conversations.newSection(row)
      await conversations.storeShown({ ...row, sectionId }, input.insert_history_message_list)
      return { new_section_id: sectionId }
    },
    deleteMessage: async (input, ctx) => {
      await conversations.removeMessage(await conversations.own(input.conversation_id, ctx.userId), input.message_id)
      return {}
    },
    breakMessage: async (input, ctx) => {
      await conversations.own(input.conversation_id, ctx.userId)
      // An answer that is not stored yet is still being generated for the current question.
      const [answer] = input.answer_message_id
        ? await conversations.byIds(input.conversation_id, [input.answer_message_id])
        : []
      if (answer && answer.replyId !== input.query_message_id)
        throw badInput('answer_message_id', 'is not an answer to this question', '不是该问题的回答')
      await conversations.stop(input.conversation_id, input.query_message_id, input.broken_pos)
      return {}
    },
    feedback: async (input, ctx) => {
      const row = await conversations.own(input.conversation_id, ctx.userId)
      await conversations.rate(row, input.message_id, input.feedback)
      return {}
    },
  }
}

/** The values from the form of a shortcut for its tool. */
function argumentsOf(list: { parameters: Record<string, { value: string }> }[]): Record<string, string> {
  const [first] = list
  return Object.fromEntries(Object.entries(first?.parameters ?? {}).map(([name, { value }]) => [name, value]))
}
