import type { Usage } from '#kit/models/chat-types.ts'
import type { TurnLimits } from '#domains/chat/model/model-limits.service.ts'
import { agentErrors } from './agent.errors.ts'
import type { TurnUsage } from './shared/turn-types.ts'

/** Rough number of characters per token; precise enough to detect an endless answer. */
const CHARACTERS_A_TOKEN = 4

/** Remaining budget of a turn: steps, tokens and time. Exceeding any of them ends the turn with its own message. */
export interface Budget {
  signal: AbortSignal
  readonly firstChunkMs: number
  /** Counts a model call; the last permitted call may not request tools. */
  step(): { isLast: boolean }
  /** Counts a piece of an answer for which the provider has not reported usage yet. */
  stream(delta: string): void
  add(usage: Usage): void
  usage(): TurnUsage
  end(): void
}

export function createBudget(limits: TurnLimits, caller: AbortSignal): Budget {
  const controller = new AbortController()
  const onAbort = () => controller.abort(caller.reason)
  if (caller.aborted) onAbort()
  else caller.addEventListener('abort', onAbort, { once: true })
  const timer = setTimeout(
    () => controller.abort(agentErrors.timeLimit({ seconds: limits.turnMs / 1000 })),
    limits.turnMs,
  )
  const used: TurnUsage = { inputTokens: 0, outputTokens: 0 }
  let steps = 0
  let streamed = 0
  const check = () => {
    const total = used.inputTokens + used.outputTokens + streamed / CHARACTERS_A_TOKEN
    if (total > limits.tokens) controller.abort(agentErrors.tokenLimit({ max: limits.tokens }))
  }
  return {
    signal: controller.signal,
    firstChunkMs: limits.firstChunkMs,
    step() {
      steps += 1
      if (steps > limits.steps) throw agentErrors.stepLimit({ max: limits.steps })
      return { isLast: steps === limits.steps }
    },
    stream(delta) {
      streamed += delta.length
      check()
    },
    add(usage) {
      used.inputTokens += usage.inputTokens
      used.outputTokens += usage.outputTokens
      streamed = 0
      check()
    },
    usage: () => ({ ...used }),
    end() {
      clearTimeout(timer)
      caller.removeEventListener('abort', onAbort)
    },
  }
}
