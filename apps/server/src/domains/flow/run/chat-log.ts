import type { InterruptEvent, RunEvent } from '@orrery/engine'
import type { NewId } from '#kit/ids.ts'
import type { ThreadService } from './thread.service.ts'
import { type NodeRecord, NodeStatus } from './node-record.ts'
import { isBlobValue } from './run-types.ts'
import type { ActiveRun, Outcome } from './active-run.ts'

/** One message of a chatflow: the text of a node, with the id that clients and the conversation use. */
export interface RunMessage {
  id: string
  path: string
  text: string
}

/** Collects the messages of a run while they are streamed. */
export function createChatLog(newId: NewId) {
  const said = new Map<string, RunMessage>()
  function of(path: string): RunMessage {
    let found = said.get(path)
    if (!found) said.set(path, (found = { id: newId(), path, text: '' }))
    return found
  }
  return {
    of,
    /** All messages, finished or not. */
    all: (): RunMessage[] => [...said.values()],
    on(event: RunEvent): void {
      if (event.type === 'message' && event.depth === 0) of(event.path).text += event.text
    },
  }
}
export type ChatLog = ReturnType<typeof createChatLog>

export const questionPath = (event: Pick<InterruptEvent, 'id' | 'path'>) => `${event.path}?${event.id}`

/** All messages of a run for its user, oldest first. */
function answersOf(
  active: Pick<ActiveRun, 'chatLog'>,
  records: readonly NodeRecord[],
  { result }: Outcome,
): RunMessage[] {
  const log = active.chatLog
  const textOf = (record: NodeRecord) => (isBlobValue(record.text) ? record.text.begins : record.text)
  const said = records
    .filter(
      ({ depth, status, type, text }) =>
        !depth && status === NodeStatus.success && (type === 'Message' || type === 'End') && text !== undefined,
    )
    .map((record) => ({ id: log?.of(record.path).id ?? '', path: record.path, text: textOf(record) ?? '' }))
  if (result.status === 'interrupted') {
    const first = result.interrupts[0]!
    const path = questionPath(first)
    return [...said, { id: log?.of(path).id ?? '', path, text: questionText(first.data) }]
  }
  if (result.status === 'success' && !said.length)
    return [{ id: log?.of('end').id ?? '', path: 'end', text: result.text ?? JSON.stringify(result.output) }]
  if (result.status === 'success') return said
  // After a failure or cancellation, add the messages that were streamed incompletely.
  const known = new Set(said.map((item) => item.path))
  return [...said, ...(log?.all() ?? []).filter((item) => item.text && !known.has(item.path))]
}

/** Appends the messages of a run to its conversation exactly once, whichever process finishes the run. */
export function createChatSaver(threads: Pick<ThreadService, 'append' | 'own' | 'saidBy'>) {
  return async function keep(active: ActiveRun, outcome: Outcome): Promise<void> {
    const { conversationId, userId } = active.context
    const turn = active.options.turn
    if (!conversationId || !turn) return
    const target = await threads.own(conversationId, userId)
    if (!target) return
    const known = await threads.saidBy(conversationId, active.id)
    const answers = answersOf(active, active.recorder.list(), outcome).filter((answer) => !known.has(answer.path))
    await threads.append(
      target,
      answers.map(({ id, path, text }) => ({
        ...(id && { id }),
        role: 'assistant' as const,
        content: text,
        turnId: turn.chatId,
        replyId: turn.questionId,
        extra: { execute_id: active.id, path },
      })),
    )
  }
}

/** Readable text of a question or form. */
export function questionText(data: string): string {
  try {
    const { messages, content } = JSON.parse(data) as {
      messages?: { type: string; content: unknown }[]
      content?: unknown
    }
    const last = messages?.findLast((message) => message.type === 'question')?.content
    if (typeof last === 'string') return last
    const { question, options } = (last ?? {}) as { question?: string; options?: { name: string }[] }
    if (question !== undefined)
      return [question, ...(options ?? []).map((option, at) => `${at + 1}. ${option.name}`)].join('\n')
    return typeof content === 'string' ? content : data
  } catch {
    return data
  }
}
