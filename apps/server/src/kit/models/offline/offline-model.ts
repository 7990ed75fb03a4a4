import { setImmediate as nextTurn } from 'node:timers/promises'
import type { ChatModel, ToolCall } from '../chat-types.ts'
import { estimateUsage } from '../usage-estimate.ts'
import { composeAnswer } from './compose-answer.ts'

const PIECES_A_TURN = 16

/** Above this temperature, the answer gets an additional sentence. */
const VERBOSE_TEMPERATURE = 1.2
const more = (text: string) =>
  /[\u3400-\u9fff]/.test(text)
    ? '\n\n换个角度看：这只是其中一种说法，你也可以让我把它说得更短，或者举一个例子。'
    : '\n\nSeen from another side: this is one way to put it. Ask me to say it in fewer words, or with an example.'

/**
 * The model of an instance without any other: fixed rules, no network, the same answer to the same text. It states what
 * it is and pretends nothing. Used by tests and demonstrations, and by everybody until a real model is connected.
 */
export function createOfflineModel(): ChatModel {
  return {
    async chat(request, sink) {
      const started = performance.now()
      request.signal?.throwIfAborted()
      const { text: plain, toolCalls } = composeAnswer(request)
      const isLoose = (request.params?.temperature ?? 0) > VERBOSE_TEMPERATURE && !toolCalls.length && !request.json
      const whole = isLoose ? plain + more(plain) : plain
      const pieces = cut(piecesOf(whole), request.params?.maxTokens)
      const isCut = pieces.join('').length < whole.length
      for (const [index, piece] of pieces.entries()) {
        // Yields to other work, and lets an abort take effect.
        if (index % PIECES_A_TURN === PIECES_A_TURN - 1) await nextTurn()
        request.signal?.throwIfAborted()
        sink?.text?.(piece)
      }
      const text = pieces.join('')
      return {
        text,
        reasoning: '',
        toolCalls,
        usage: estimateUsage(request, { text, reasoning: '', toolCalls }),
        finish: finishOf(toolCalls, isCut),
        firstChunkMs: performance.now() - started,
        attempts: 1,
      }
    },
  }
}

const finishOf = (calls: ToolCall[], isCut: boolean) => (calls.length ? 'tool_calls' : isCut ? 'length' : 'stop')
/** Splits an answer into words; Chinese into pairs of characters. */
const piecesOf = (text: string): string[] => text.match(/[\u3400-\u9fff]{1,2}|[^\s\u3400-\u9fff]+\s*|\s+/g) ?? []
const cut = (pieces: string[], most: number | undefined) =>
  most === undefined ? pieces : pieces.slice(0, Math.max(1, most))
