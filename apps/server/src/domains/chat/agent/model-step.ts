import { type BotConfig, CacheType } from '@orrery/contract'
import type { ChatMessage, ChatRequest, ChatResult, ToolSpec } from '#kit/models/chat-types.ts'
import { costOf } from '#domains/chat/model/shared/model-catalog.ts'
import type { ReadyModel } from '#domains/chat/model/model.service.ts'
import type { Span } from '#domains/chat/trace/shared/recorder.ts'
import { paramsFor } from './model-params.ts'
import type { Turn } from './turn-scope.ts'

export interface StepInput {
  model: ReadyModel
  modelInfo: BotConfig['model_info']
  hooks: BotConfig['hook_info']
  system: string
  messages: ChatMessage[]
  tools: ToolSpec[]
  mayCallTools: boolean
}

/** One model call of a turn with its hooks, span and cost; pieces of the answer are emitted as they arrive. */
export async function askModel(turn: Turn, input: StepInput, parent: Span): Promise<ChatResult> {
  const { model, hooks } = input
  const before = await turn.hooks(
    hooks,
    { hook: 'llm_call_hook', phase: 'before', subject: model.name, data: { messages: input.messages.length } },
    parent,
  )
  const system = before.prompt ? `${input.system}\n\n${before.prompt}` : input.system
  const request: ChatRequest = {
    messages: [{ role: 'system', content: system }, ...input.messages],
    ...(input.tools.length && { tools: input.tools, toolChoice: input.mayCallTools ? 'auto' : 'none' }),
    ...(input.modelInfo.response_format === 2 && { json: {} }),
    params: paramsFor(input.modelInfo, model),
    cachesSystem: input.modelInfo.cache_type === CacheType.prefix,
    signal: turn.budget.signal,
    firstChunkMs: turn.budget.firstChunkMs,
  }
  // A hook that may rewrite the answer must see all of it before the user does.
  const isHeldBack = hooks.res_parsing_hook.some(({ uri }) => uri)
  if (!isHeldBack) return (await trySpokenAnswer(turn, request, parent)) ?? callModel(turn, model, request, parent)
  const result = await callModel(turn, model, request, parent, { isSilent: true })
  const after = await turn.hooks(
    hooks,
    { hook: 'res_parsing_hook', phase: 'after', subject: model.name, data: { content: result.text } },
    parent,
  )
  const text = after.content ?? result.text
  if (text) turn.emit({ type: 'text', delta: text })
  return { ...result, text }
}

/**
 * Tries models that listen to the question and answer with sound. If one fails before its first word, only time is
 * lost: the next one is tried, and undefined means that the model of the bot has to answer.
 */
async function trySpokenAnswer(turn: Turn, request: ChatRequest, parent: Span): Promise<ChatResult | undefined> {
  const { spoken } = turn.request
  // Neither JSON nor a required tool call can be spoken.
  const needsTools = request.tools !== undefined
  for (const model of request.json ? [] : (spoken?.models ?? [])) {
    if (needsTools && !model.capabilities.tools) continue
    const { sound, end } = spoken!.begin()
    let hasSaid = false
    try {
      return await callModel(turn, model, request, parent, {
        onWord: () => (hasSaid = true),
        sound(samples, rate) {
          hasSaid = true
          sound(samples, rate)
        },
      })
    } catch (cause) {
      if (hasSaid || turn.budget.signal.aborted) throw cause
    } finally {
      end()
    }
  }
  return undefined
}

/** The purpose of a call that is not the answer itself; its text is not shown, and its purpose is traced. */
type Aside = 'suggest' | 'route'

interface CallOptions {
  isSilent?: boolean
  purpose?: Aside
  onWord?(): void
  sound?(samples: Int16Array, rate: number): void
}
/** Calls a model within a span. A silent call emits nothing while it streams. */
export async function callModel(
  turn: Turn,
  model: ReadyModel,
  request: ChatRequest,
  parent: Span,
  { isSilent = false, purpose, onWord, sound }: CallOptions = {},
): Promise<ChatResult> {
  const span = parent.start('model', model.name, {
    messages: request.messages,
    // Tools include their parameters, so that a call opened as a prompt from the trace has them too.
    tools: request.tools?.map(({ name, description, parameters }) => ({ name, description, parameters })),
    parameters: request.params,
  })
  const known = { id: model.id, name: model.name }
  let partial = ''
  const retries: string[] = []
  try {
    const result = await model.chat(request, {
      text(delta) {
        partial += delta
        onWord?.()
        turn.budget.stream(delta)
        if (!isSilent) turn.emit({ type: 'text', delta })
      },
      reasoning(delta) {
        turn.budget.stream(delta)
        if (!isSilent) turn.emit({ type: 'reasoning', delta })
      },
      retry: (reason) => void retries.push(reason.message),
      ...(sound && { sound }),
    })
    const { usage } = result
    turn.budget.add(usage)
    span.end({
      output: result.toolCalls.length ? { text: result.text, tool_calls: result.toolCalls } : result.text,
      usage,
      model: known,
      cost: costOf(model, usage.inputTokens, usage.outputTokens),
      firstTokenMs: result.firstChunkMs,
      attributes: {
        ...(purpose && { purpose }),
        finish: result.finish,
        ...(result.reasoning && { reasoning: result.reasoning.slice(0, 20_000) }),
        ...(retries.length && { retries }),
        ...(usage.isEstimated && { estimated: true }),
      },
    })
    return result
  } catch (cause) {
    span.fail(cause, {
      output: partial,
      model: known,
      attributes: { ...(purpose && { purpose }), ...(retries.length && { retries }) },
    })
    throw cause
  }
}
