import type { ChatSink, Finish, ToolCall, Usage } from './chat-types.ts'

/** Collects one answer while it streams, from any provider. */
export interface Collector {
  text(delta: string): void
  reasoning(delta: string): void
  /** Parts of a call are matched by its index; its name and id may arrive once or not at all. */
  toolCall(index: number, piece: { id?: string | null; name?: string | null; arguments?: string | null }): void
  finish(reason: Finish): void
  usage(usage: Usage): void
  /** Whether part of the answer has arrived: from then on, a retry would repeat text. */
  readonly hasStarted: boolean
  readonly answer: Answer
}
export interface Answer {
  text: string
  reasoning: string
  toolCalls: ToolCall[]
  finish?: Finish
  usage?: Usage
}

export function createCollector(sink: ChatSink | undefined, onPiece: () => void): Collector {
  const answer: Answer = { text: '', reasoning: '', toolCalls: [] }
  let hasStarted = false
  const piece = () => {
    hasStarted = true
    onPiece()
  }
  return {
    answer,
    get hasStarted() {
      return hasStarted
    },
    text(delta) {
      if (!delta) return
      piece()
      answer.text += delta
      sink?.text?.(delta)
    },
    reasoning(delta) {
      if (!delta) return
      piece()
      answer.reasoning += delta
      sink?.reasoning?.(delta)
    },
    toolCall(index, { id, name, arguments: args }) {
      piece()
      const call = (answer.toolCalls[index] ??= { id: '', name: '', arguments: '' })
      if (id) call.id = id
      if (name && !call.name) call.name = name
      if (args) call.arguments += args
    },
    finish: (reason) => void (answer.finish = reason),
    usage: (usage) => void (answer.usage = usage),
  }
}
