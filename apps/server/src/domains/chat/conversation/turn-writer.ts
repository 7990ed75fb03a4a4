import type { Locale } from '#kit/errors.ts'
import type { ChatCard } from '@orrery/contract'
import type { NewId } from '#kit/ids.ts'
import type { Clock } from '#kit/clock.ts'
import type { KnowledgeChunk } from '#domains/chat/agent/shared/skill-ports.ts'
import type { TurnEvent, TurnUsage } from '#domains/chat/agent/shared/turn-types.ts'
import type { ChatEvent } from './shared/chat-events.ts'
import type { MessageRow, MessageStatus, MessageType } from './conversation.table.ts'

export interface TurnWriterDeps {
  emit(event: ChatEvent): void
  /** Marks the row to be stored. */
  touch(row: MessageRow): void
  newId: NewId
  clock: Clock
  head: Pick<MessageRow, 'conversationId' | 'sectionId' | 'turnId' | 'replyId'>
  botId: string
  startedAt: number
  usage(): TurnUsage
}
const seconds = (ms: number) => (ms / 1000).toFixed(2)
const verbose = (type: string, data: unknown) => JSON.stringify({ msg_type: type, data: JSON.stringify(data) })

/** Turns the events of a turn into messages, in order. */
export function createTurnWriter(deps: TurnWriterDeps) {
  const { emit, touch, newId, clock } = deps
  let open: MessageRow | undefined
  /** The message that shows the usage of the turn. */
  let last: MessageRow | undefined
  let said = ''
  let agent = { id: '', name: '' }
  const sources = new Map<string, object>()

  function make(type: MessageType, content: string, extra: Record<string, string> = {}): MessageRow {
    return {
      ...deps.head,
      id: newId(),
      role: 'assistant',
      type,
      content,
      contentType: 'text',
      reasoning: '',
      status: 'available',
      brokenPos: null,
      extra: { log_id: deps.head.turnId, ...(agent.id && { bot_state: botState() }), ...extra },
      senderId: deps.botId,
      feedback: 0,
      createdAt: clock.now(),
    }
  }
  const botState = () =>
    JSON.stringify({ agent_id: agent.id, agent_name: agent.name, awaiting: '', bot_id: deps.botId })
  function whole(type: MessageType, content: string, extra?: Record<string, string>, isStored = true) {
    const row = make(type, content, extra)
    if (isStored) touch(row)
    emit({ type: 'message', message: row })
  }
  function answer(): MessageRow {
    if (!open) {
      open = make('answer', '')
      open.status = 'streaming'
    }
    return open
  }
  function close(status: MessageStatus, extra: Record<string, string> = {}, brokenPos: number | null = null) {
    if (!open) return
    open.status = status
    open.brokenPos = brokenPos
    Object.assign(open.extra, extra)
    if ('token' in extra) last = open
    touch(open)
    emit({ type: 'finish', message: open })
    open = undefined
  }
  function piece(content: string, reasoning: string) {
    // Text never continues in a card.
    if (open?.contentType === 'card') close('available')
    const row = answer()
    row.content += content
    row.reasoning += reasoning
    said += content
    touch(row)
    emit({ type: 'delta', message: row, content, reasoning })
  }
  /** Shows a card. It stays open like any answer, because the last answer of a turn shows its usage. */
  function drawn(card: ChatCard) {
    close('available')
    const row = answer()
    row.contentType = 'card'
    row.content = JSON.stringify(card)
    said += card.text
    touch(row)
    emit({ type: 'delta', message: row, content: row.content, reasoning: '' })
  }
  function tokens() {
    const { inputTokens, outputTokens } = deps.usage()
    return {
      input_tokens: String(inputTokens),
      output_tokens: String(outputTokens),
      token: String(inputTokens + outputTokens),
    }
  }
  const figures = (): Record<string, string> => ({ ...tokens(), time_cost: seconds(clock.now() - deps.startedAt) })

  /** Knowledge sources of this turn, shown below the answer. */
  const cited = (): Record<string, string> => (sources.size ? { sources: JSON.stringify([...sources.values()]) } : {})

  function take(event: TurnEvent) {
    switch (event.type) {
      case 'text':
        return piece(event.delta, '')
      case 'reasoning':
        return piece('', event.delta)
      case 'card':
        return drawn(event.card)
      case 'answerEnd':
        return close(
          'available',
          event.isLast ? { ...figures(), ...cited(), has_suggest: event.wantsSuggestions ? '1' : '0' } : {},
        )
      case 'knowledge':
        if (event.isShown) for (const chunk of event.chunks) sources.set(chunk.sliceId, sourceOf(chunk))
        return whole('verbose', verbose('knowledge_recall', recalled(event)))
      case 'memory':
        return whole('verbose', verbose('time_capsule_recall', { pieces: event.pieces }))
      case 'call': {
        const { id, name, arguments: args } = event.call
        const content = JSON.stringify({ id, type: 'function', function: { name, arguments: args } })
        return whole('function_call', content, toolExtra(event))
      }
      case 'result':
        return whole('tool_response', event.content, {
          ...toolExtra(event),
          time_cost: seconds(event.ms),
          plugin_status: event.isError ? '1' : '0',
          ...(event.tokens > 0 && { workflow_tokens: String(event.tokens) }),
        })
      case 'jump':
        agent = { id: event.toId, name: event.to }
        return whole(
          'verbose',
          verbose(event.isBack ? 'multi_agents_backwards' : 'multi_agents_jump_to_agent', {
            from: event.from,
            to: event.to,
            agent_id: event.toId,
          }),
        )
      case 'hook':
        return event.isOk ? undefined : whole('verbose', verbose('hooks', { hook: event.hook, error: event.message }))
      case 'interrupt': {
        close('available')
        piece(event.question, '')
        close('available', figures())
        const data = { type: event.kind, call_id: event.call.id, name: event.call.name, card: event.card }
        return whole('verbose', verbose('interrupt', data))
      }
      case 'suggestion':
        return whole('follow_up', event.text)
      case 'suggestionFailed':
        return whole('verbose', verbose('suggestion_failed', {}))
    }
  }

  return {
    take,
    /** All text that was shown to the user. */
    said: () => said,
    /** Keeps what was said and marks where it broke off. */
    breakOff(reason: string, position: number | undefined) {
      const row = answer()
      const brokenPos = Math.min(position ?? row.content.length, row.content.length)
      close('broken', { ...figures(), broken_reason: reason }, brokenPos)
    },
    fail(code: number, text: string, locale: Locale) {
      if (open) close('failed', { error_code: String(code) }, open.content.length)
      const row = answer()
      row.extra.error_code = String(code)
      row.extra.error_msg = text
      row.content = locale === 'zh-CN' ? `出错了：${text}` : `Something went wrong: ${text}`
      emit({ type: 'delta', message: row, content: row.content, reasoning: '' })
      close('failed', figures())
    },
    /** Emits the final message of a turn. It is not stored, since the other messages contain the same information. */
    end(finishReason: number) {
      const data = { finish_reason: finishReason, FinData: '', ...tokens() }
      whole('verbose', verbose('generate_answer_finish', data), {}, false)
    },
    /** The last answer with the usage added after it, for example by suggestions; undefined if none was added. */
    settled(): MessageRow | undefined {
      if (!last || last.extra.token === tokens().token) return undefined
      Object.assign(last.extra, tokens())
      return last
    },
  }
}
export type TurnWriter = ReturnType<typeof createTurnWriter>

const toolExtra = ({ call, note }: Extract<TurnEvent, { type: 'call' | 'result' }>) => ({
  tool_name: call.name,
  plugin: note.pluginName || note.title,
  execute_display_name: note.title,
  task_type: note.kind,
  call_id: call.id,
  ...(note.pluginId && { plugin_id: note.pluginId }),
})
const sourceOf = (chunk: KnowledgeChunk) => ({
  slice_id: chunk.sliceId,
  score: chunk.score,
  dataset_id: chunk.datasetId,
  dataset_name: chunk.datasetName,
  document_id: chunk.documentId,
  document_name: chunk.documentName,
})
const recalled = ({ chunks, query, processing }: Extract<TurnEvent, { type: 'knowledge' }>) => ({
  query,
  ...(processing > 0 && { processing_documents: processing }),
  chunks: chunks.map((chunk) => ({
    slice: chunk.text,
    score: chunk.score,
    meta: {
      dataset: { id: chunk.datasetId, name: chunk.datasetName },
      document: { id: chunk.documentId, name: chunk.documentName },
      slice_id: chunk.sliceId,
    },
  })),
})
