import type { BotConfig } from '@orrery/contract'
import type { Egress } from '#kit/egress/egress.ts'
import type { Span } from '#domains/chat/trace/shared/recorder.ts'
import { agentErrors } from './agent.errors.ts'
import type { Emit } from './shared/turn-types.ts'

type HookInfo = BotConfig['hook_info']
type HookItem = HookInfo['flow_hook'][number]
type HookName = keyof HookInfo
type HookPhase = 'before' | 'after'

/** Fields that a hook may return; others are ignored. An empty answer changes nothing. */
export interface HookAnswer {
  /** Ends the turn with `message`. */
  stop?: boolean
  message?: string
  /** Before a model call: additional instructions. */
  prompt?: string
  /** Before a tool call: replacement arguments. */
  arguments?: Record<string, unknown>
  /** After a model or tool call: replacement of its text. */
  content?: string
}
export interface HookSubject {
  hook: HookName
  phase: HookPhase
  /** Name of the model, tool or agent that the hook is about; `filter_rules` match it. */
  subject: string
  data: Record<string, unknown>
}

const DEFAULT_TIMEOUT_MS = 3000
const MAX_ANSWER_BYTES = 256 * 1024

/** Calls the URLs that the owner of a bot configured around its steps. */
export function createHooks(egress: Egress, emit: Emit, about: Record<string, string>, signal: AbortSignal) {
  async function call(item: HookItem, { hook, phase, subject, data }: HookSubject, parent: Span): Promise<HookAnswer> {
    const span = parent.start('hook', `${hook} ${phase}`, { uri: item.uri, subject, data })
    try {
      const answer = await egress.fetch(item.uri, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ hook, phase, subject, ...about, data }),
        timeoutMs: item.timeout_ms || DEFAULT_TIMEOUT_MS,
        maxBytes: MAX_ANSWER_BYTES,
        redirect: 'error',
        signal,
      })
      if (!answer.ok) throw new Error(`HTTP ${answer.status}`)
      const text = await answer.text()
      const parsed = text.trim() ? read(text) : {}
      span.end({ output: parsed })
      emit({ type: 'hook', hook, uri: item.uri, isOk: true, message: '' })
      return parsed
    } catch (cause) {
      signal.throwIfAborted()
      const reason = cause instanceof Error ? cause.message : String(cause)
      const error = agentErrors.hookFailed({ hook, reason })
      span.fail(error)
      emit({ type: 'hook', hook, uri: item.uri, isOk: false, message: error.message })
      if (item.strong_dep) throw error
      return {}
    }
  }

  /** Calls all matching hooks of one kind in order. Later answers add to earlier ones. */
  return async (info: HookInfo, subject: HookSubject, parent: Span): Promise<HookAnswer> => {
    const items = info[subject.hook].filter((item) => item.uri && applies(item, subject.subject))
    let combined: HookAnswer = {}
    for (const item of items) {
      const answer = await call(item, subject, parent)
      if (answer.stop) throw agentErrors.hookRefused({ message: answer.message || 'A hook stopped this turn' })
      const prompt = [combined.prompt, answer.prompt].filter(Boolean).join('\n')
      combined = { ...combined, ...answer, ...(prompt && { prompt }) }
    }
    return combined
  }
}
export type RunHooks = ReturnType<typeof createHooks>

const applies = (item: HookItem, subject: string) => !item.filter_rules.length || item.filter_rules.includes(subject)

function read(text: string): HookAnswer {
  const value = JSON.parse(text) as Record<string, unknown>
  if (typeof value !== 'object' || value === null) return {}
  const string = (key: string) => (typeof value[key] === 'string' ? { [key]: value[key] } : {})
  const args = value.arguments
  return {
    ...(value.stop === true && { stop: true }),
    ...string('message'),
    ...string('prompt'),
    ...string('content'),
    ...(typeof args === 'object' &&
      args !== null &&
      !Array.isArray(args) && { arguments: args as Record<string, unknown> }),
  }
}
