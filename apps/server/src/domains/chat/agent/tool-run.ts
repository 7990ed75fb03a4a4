import type { BotConfig } from '@orrery/contract'
import { ErrorCode } from '@orrery/contract/shared/error-codes'
import { AppError, type Locale } from '#kit/errors.ts'
import type { ChatMessage, ToolCall, Usage } from '#kit/models/chat-types.ts'
import { untrustedResult } from '#kit/models/prompt-marks.ts'
import type { Span } from '#domains/chat/trace/shared/recorder.ts'
import { readArguments } from '#kit/json-schema/check-value.ts'
import type { SkillTool, ToolCallContext, ToolResult } from './shared/skill-ports.ts'
import { nodeCards, showCard } from './show-card.ts'
import { notCalled } from './tool-texts.ts'
import { createSpeaker } from './speaker.ts'
import type { ToolBox } from './tool-box.ts'
import type { Turn } from './turn-scope.ts'
import type { Pending, ToolNote } from './shared/turn-types.ts'

const MAX_RESULT = 32_000
const DEFAULT_TIMEOUT_MS = 120_000

export type ToolOutcome =
  | { kind: 'message'; message: ChatMessage }
  | { kind: 'answer'; content: string; isSaid: boolean; message: ChatMessage }
  | { kind: 'interrupt'; pending: Pick<Pending, 'kind' | 'state'>; question: string; card?: unknown }

const noteOf = (tool: SkillTool | undefined, call: ToolCall): ToolNote => ({
  title: tool?.title ?? call.name,
  kind: tool?.kind ?? 'unknown',
  pluginId: tool?.pluginId ?? '',
  pluginName: tool?.pluginName ?? '',
})
const toolMessage = (call: ToolCall, content: string): ChatMessage => ({
  role: 'tool',
  callId: call.id,
  name: call.name,
  content: untrustedResult(content),
})
const cut = (text: string) =>
  text.length > MAX_RESULT ? `${text.slice(0, MAX_RESULT)}\n(cut: ${text.length} characters in all)` : text

/** How a call starts: from the beginning, or after the user answered a question about it. */
export type Continuation =
  | { kind: 'start' }
  | { kind: 'approved' }
  | { kind: 'refused' }
  | { kind: 'resume'; state: unknown; said: string }

export async function runTool(
  turn: Turn,
  box: ToolBox,
  hooks: BotConfig['hook_info'],
  call: ToolCall,
  parent: Span,
  continuation: Continuation = { kind: 'start' },
  /** No other tool is running, so messages of this tool can be streamed. */
  isAlone = true,
  /** The calling agent, if the bot has several. */
  agentId = '',
): Promise<ToolOutcome> {
  const tool = box.get(call.name)
  const note = noteOf(tool, call)
  const span = parent.start('tool', note.title, { name: call.name, arguments: call.arguments })
  const started = performance.now()
  turn.emit({ type: 'call', call, note })
  const finish = (content: string, isError: boolean, result?: ToolResult): ChatMessage => {
    const text = cut(content)
    const { usage, cost, tokens } = usageOf(result)
    turn.emit({ type: 'result', call, note, content: text, isError, ms: performance.now() - started, tokens })
    const attributes = { untrusted: true, sideEffects: tool?.sideEffects ?? 'none', ...result?.attributes }
    if (usage) turn.budget.add(usage)
    if (isError) span.fail(new Error(content), { output: text, usage, cost, attributes })
    else span.end({ output: text, usage, cost, attributes })
    return toolMessage(call, text)
  }
  // The model gets the reason and may correct the call in its next step.
  const refuse = (refusal: Parameters<typeof notCalled>[0]): ToolOutcome => ({
    kind: 'message',
    message: finish(notCalled(refusal, turn.context.locale), true),
  })
  if (!tool) return refuse({ why: 'unknown', tool: call.name })
  if (continuation.kind === 'refused') return refuse({ why: 'notAllowed' })
  const read = readArguments(call.arguments, tool.parameters)
  if ('problem' in read) return refuse({ why: 'arguments', problem: read.problem })
  if (tool.sideEffects === 'ask' && continuation.kind === 'start') {
    span.end({ attributes: { waitsFor: 'approval' } })
    return {
      kind: 'interrupt',
      pending: { kind: 'approval', state: null },
      question: askFor(tool, call, turn.context.locale),
    }
  }
  const guard = guardOf(turn, tool)
  const speaker = createSpeaker(turn.emit, isAlone)
  try {
    const before = await turn.hooks(
      hooks,
      { hook: 'atomic_hook', phase: 'before', subject: call.name, data: { arguments: read.args } },
      span,
    )
    const args = before.arguments ?? read.args
    const context: ToolCallContext = {
      callId: call.id,
      signal: guard.signal,
      say: speaker.say,
      sayEnd: speaker.sayEnd,
      ...(tool.kind === 'workflow' && {
        cards: await nodeCards(turn, tool.shownAs?.business_id ?? '', agentId, speaker.show),
      }),
    }
    const result = await guard.race(
      continuation.kind === 'resume' && tool.resume
        ? tool.resume(continuation.state, continuation.said, context)
        : tool.call(args, context),
    )
    const isSaid = result.kind === 'answer' && result.isSaid === true && isAlone
    if (result.kind !== 'answer' || !result.isSaid) speaker.close()
    if (result.kind === 'interrupt') {
      span.end({ output: result.question, attributes: { ...result.attributes, waitsFor: 'user' } })
      return {
        kind: 'interrupt',
        pending: { kind: 'tool', state: result.state },
        question: result.question,
        card: result.card,
      }
    }
    const content = await afterHook(turn, hooks, call, result, span)
    const isError = result.kind === 'text' && result.isError === true
    const message = finish(content, isError, result)
    const shown = isError ? undefined : await showCard(turn, tool, content, agentId)
    if (shown && !shown.modelSpeaks) return { kind: 'answer', content: shown.text, isSaid: true, message }
    return result.kind === 'answer' ? { kind: 'answer', content, isSaid, message } : { kind: 'message', message }
  } catch (cause) {
    speaker.close()
    if (turn.budget.signal.aborted) {
      span.fail(turn.budget.signal.reason)
      throw turn.budget.signal.reason
    }
    // A hook that the bot depends on ends the turn; other errors of a tool are returned to the model.
    if (isHookError(cause)) {
      span.fail(cause)
      throw cause
    }
    return { kind: 'message', message: finish(`Error: ${wordsOf(cause)}`, true) }
  } finally {
    guard.end()
  }
}

function usageOf(result: ToolResult | undefined): { usage?: Usage; cost?: number; tokens: number } {
  if (!result?.usage) return { tokens: 0 }
  const { inputTokens, outputTokens, cost } = result.usage
  const usage = { inputTokens, outputTokens, cachedTokens: 0, reasoningTokens: 0, isEstimated: false }
  return { usage, cost, tokens: inputTokens + outputTokens }
}

async function afterHook(
  turn: Turn,
  hooks: BotConfig['hook_info'],
  call: ToolCall,
  result: Exclude<ToolResult, { kind: 'interrupt' }>,
  span: Span,
) {
  const { content } = await turn.hooks(
    hooks,
    { hook: 'atomic_hook', phase: 'after', subject: call.name, data: { content: result.content } },
    span,
  )
  return content ?? result.content
}

const isHookError = (cause: unknown) =>
  cause instanceof AppError && (cause.code === ErrorCode.agent.hookFailed || cause.code === ErrorCode.agent.hookRefused)
const wordsOf = (cause: unknown) => (cause instanceof AppError ? cause.message : 'the tool failed')

function askFor(tool: SkillTool, call: ToolCall, locale: Locale): string {
  const details = call.arguments.length > 600 ? `${call.arguments.slice(0, 600)}…` : call.arguments
  return locale === 'zh-CN'
    ? `需要你的许可：调用“${tool.title}”，参数 ${details}。回复“同意”执行，回复其他内容取消。`
    : `May I call “${tool.title}” with ${details}? Answer “yes” to allow it; anything else cancels it.`
}
/** Whether the user's answer permits the call. */
export const isApproval = (said: string) =>
  /^\s*(y|yes|ok|okay|allow|allowed|approve|approved|go ahead|sure|同意|允许|可以|好的?|是的?|确认)\s*[.!。！]*\s*$/i.test(
    said,
  )

function guardOf({ budget }: Turn, tool: SkillTool) {
  const controller = new AbortController()
  const onAbort = () => controller.abort(budget.signal.reason)
  if (budget.signal.aborted) onAbort()
  else budget.signal.addEventListener('abort', onAbort, { once: true })
  const limit = tool.timeoutMs ?? DEFAULT_TIMEOUT_MS
  const timer = setTimeout(() => controller.abort(new Error(`no result within ${limit / 1000} s`)), limit)
  return {
    signal: controller.signal,
    /** Rejects when the signal is aborted; a tool that ignores its signal is abandoned. */
    race: <T>(work: Promise<T>): Promise<T> =>
      new Promise((resolve, reject) => {
        controller.signal.addEventListener('abort', () => reject(controller.signal.reason), { once: true })
        work.then(resolve, reject)
      }),
    end() {
      clearTimeout(timer)
      budget.signal.removeEventListener('abort', onAbort)
    },
  }
}
