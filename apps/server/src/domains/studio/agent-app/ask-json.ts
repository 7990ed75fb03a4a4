import { APP_PLAN_LIMITS } from '@orrery/contract'
import type { ChatMessage } from '#kit/models/chat-types.ts'
import type { ReadyModel } from '#domains/chat/model/model.service.ts'
import { agentAppErrors } from './agent-app.errors.ts'

export type ReadAnswer<T> = { value: T } | { problem: string }
/** What a model used. Stored after each answer, so that nothing is lost if the work ends early. */
export interface Spent {
  tokens: number
  repairs: number
}
export interface Asking {
  signal: AbortSignal
  spend(spent: Spent): Promise<void>
}

/** The JSON object in an answer, also if it is surrounded by words or a code fence. */
function objectIn(text: string): Record<string, unknown> {
  for (const candidate of [text, text.slice(text.indexOf('{'), text.lastIndexOf('}') + 1)])
    try {
      const value: unknown = JSON.parse(candidate)
      if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Record<string, unknown>
    } catch {
      // Try the next candidate.
    }
  return {}
}

/** Asks until the answer is valid. Each fault is reported to the model, for a limited number of corrections. */
export async function askForJson<T>(
  model: ReadyModel,
  first: ChatMessage[],
  read: (answer: Record<string, unknown>) => ReadAnswer<T> | Promise<ReadAnswer<T>>,
  { signal, spend }: Asking,
): Promise<T> {
  const messages = [...first]
  let problem = ''
  for (let repairs = 0; repairs <= APP_PLAN_LIMITS.repairs; repairs += 1) {
    const { text, usage } = await model.chat({ messages, json: {}, signal })
    await spend({ tokens: usage.inputTokens + usage.outputTokens, repairs: repairs === 0 ? 0 : 1 })
    signal.throwIfAborted()
    const answer = await read(objectIn(text))
    if ('value' in answer) return answer.value
    problem = answer.problem
    messages.push(
      { role: 'assistant', content: text },
      { role: 'user', content: `This does not fit: ${problem}. Answer with the whole corrected JSON.` },
    )
  }
  throw agentAppErrors.modelGaveNothing({ problem: problem.slice(0, 300) })
}
