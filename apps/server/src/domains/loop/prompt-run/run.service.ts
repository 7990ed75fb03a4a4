import { randomBytes } from 'node:crypto'
import type { PromptMessage, PromptModel, PromptValue } from '@orrery/contract'
import { PromptToolChoice } from '@orrery/contract/shared/prompt-enums'
import type { Clock } from '#kit/clock.ts'
import { AppError } from '#kit/errors.ts'
import type { ChatMessage, ChatParams, ChatResult, ChatSink, ToolCall } from '#kit/models/chat-types.ts'
import type { ModelService, ReadyModel } from '#domains/chat/model/model.service.ts'
import { costOf } from '#domains/chat/model/shared/model-catalog.ts'
import { ownParameters } from '#domains/chat/model/shared/own-parameters.ts'
import { emptySpan, type NewSpan, type Scene, SpanStatus } from '#domains/chat/span/shared/span-types.ts'
import type { SpanQueue } from '#domains/chat/span/span-queue.service.ts'
import type { SpaceSource } from '#domains/resources/plugin/shared/toolset.ts'
import type { PromptDetail } from '#domains/resources/prompt/shared/prompt-detail.ts'
import { renderPrompt } from '#domains/resources/prompt/shared/render-prompt.ts'
import { toChatMessages, withToolNames } from './chat-messages.ts'
import { callMcp, reachMcp } from './mcp-tools.ts'
import { promptRunErrors } from './prompt-run.errors.ts'

export interface RunDeps {
  models: Pick<ModelService, 'resolve'>
  spans: Pick<SpanQueue, 'offer'>
  clock: Clock
  mcp: Pick<SpaceSource, 'find'>
}
export interface RunRequest {
  spaceId: string
  userKey: string
  /** Segments are in their places. */
  detail: PromptDetail
  key: string
  version: string
  /** Its text is kept out of traces. */
  isSecret: boolean
  values: readonly PromptValue[]
  /** What was said so far, and what is said now. */
  messages: readonly PromptMessage[]
  /** Settings of the model that the caller chose. */
  model?: PromptModel | undefined
  /** Tools that have responses are answered with them; otherwise calls go back to the caller. */
  answersTools: boolean
  /** It stops at every call of a tool, those of MCP servers included. */
  isStepwise?: boolean
  scene: Scene
  traceId?: string | undefined
  signal: AbortSignal
}
export interface RunResult {
  text: string
  reasoning: string
  toolCalls: ToolCall[]
  /** Calls that were answered on the way, with their responses. */
  answered: { call: ToolCall; response: string }[]
  finish: ChatResult['finish']
  inputTokens: number
  outputTokens: number
  cost: number
  model: string
  traceId: string
}
const MAX_ROUNDS = 8
const KEPT = 65_536

/** Runs a prompt: fills it in, asks the model, answers tools from their responses. Every run leaves a trace. */
export function createRunService({ models, spans, clock, mcp }: RunDeps) {
  /** Everything that can be refused before the model is asked. */
  async function prepare(request: RunRequest) {
    const { detail, spaceId } = request
    const said = toChatMessages([...renderPrompt(detail, request.values), ...request.messages])
    if (!said.length) throw promptRunErrors.noMessage()
    const settings = { ...detail.model, ...request.model }
    const model = await models.resolve(settings.id, spaceId)
    return {
      mcp: await reachMcp(mcp, spaceId, detail),
      messages: withToolNames(said),
      model,
      settings,
      traceId: request.traceId ?? randomBytes(16).toString('hex'),
    }
  }
  type Ready = Awaited<ReturnType<typeof prepare>>

  async function run(request: RunRequest, ready: Ready, sink: ChatSink = {}): Promise<RunResult> {
    const { detail } = request
    const { model, settings, traceId } = ready
    const messages = [...ready.messages]
    const [started, rootId] = [clock.now(), newSpanId()]
    const turns = new Map<string, number>()
    const answered: RunResult['answered'] = []
    const total = { inputTokens: 0, outputTokens: 0, cost: 0 }
    const note = spanWriter(request, ready, rootId)
    const tools = toolsOf(detail, ready.mcp)
    try {
      for (let round = 0; round < MAX_ROUNDS; round += 1) {
        const askedAt = clock.now()
        const answer = await model
          .chat({ messages: [...messages], ...tools, ...callOf(settings, model), signal: request.signal }, sink)
          .catch((cause: unknown) => {
            note.model(askedAt, messages, undefined, cause)
            throw cause
          })
        note.model(askedAt, messages, answer)
        total.inputTokens += answer.usage.inputTokens
        total.outputTokens += answer.usage.outputTokens
        total.cost += costOf(model, answer.usage.inputTokens, answer.usage.outputTokens)
        const responses = await answers(request, ready, answer.toolCalls, turns, note)
        if (!answer.toolCalls.length || !responses) {
          note.root(started, answer.text, undefined)
          const { text, reasoning, toolCalls, finish } = answer
          return { text, reasoning, toolCalls, answered, finish, ...total, model: model.name, traceId }
        }
        messages.push({ role: 'assistant', content: answer.text, toolCalls: answer.toolCalls })
        for (const [at, call] of answer.toolCalls.entries()) {
          messages.push({ role: 'tool', callId: call.id, name: call.name, content: responses[at]! })
          answered.push({ call, response: responses[at]! })
        }
      }
      throw promptRunErrors.toolRounds({ max: MAX_ROUNDS })
    } catch (cause) {
      note.root(started, '', cause)
      throw cause
    }
  }

  /** What tools answer; none when one of them is for the caller to answer. */
  async function answers(
    request: RunRequest,
    ready: Ready,
    calls: readonly ToolCall[],
    turns: Map<string, number>,
    note: ReturnType<typeof spanWriter>,
  ): Promise<string[] | undefined> {
    const isOurs = ({ name }: ToolCall) => !request.isStepwise && ready.mcp.has(name)
    const rest = calls.filter((call) => !isOurs(call))
    const canned = request.answersTools ? responsesOf(request.detail, rest, turns) : rest.length ? undefined : []
    if (!canned) return undefined
    const { spaceId, signal } = request
    return Promise.all(
      calls.map(async (call) => {
        if (!isOurs(call)) return canned[rest.indexOf(call)]!
        const askedAt = clock.now()
        const { response, cause } = await callMcp(ready.mcp.get(call.name)!, call, spaceId, request.userKey, signal)
        note.tool(askedAt, call, response, cause)
        return response
      }),
    )
  }

  function spanWriter(request: RunRequest, { model, traceId, messages }: Ready, rootId: string) {
    const kept = (text: string) => (request.isSecret ? '' : text.slice(0, KEPT))
    const base = {
      ...emptySpan,
      spaceId: request.spaceId,
      traceId,
      source: 'loop' as const,
      objectKind: 'service' as const,
      objectKey: 'prompt',
      objectVersion: '',
      connectorId: '',
      scene: request.scene,
      service: 'prompt',
      userKey: request.userKey,
      promptKey: request.key,
      promptVersion: request.version,
      attributes: {},
    }
    const ended = (startedAt: number, cause: unknown): Partial<NewSpan> => ({
      startedAt: startedAt * 1000,
      durationUs: Math.max(0, clock.now() - startedAt) * 1000,
      status: cause === undefined ? SpanStatus.done : request.signal.aborted ? SpanStatus.stopped : SpanStatus.failed,
      ...(cause !== undefined && {
        errorCode: cause instanceof AppError ? cause.code : 1,
        errorMsg: kept(cause instanceof Error ? cause.message : ''),
        errorZh: cause instanceof AppError ? kept(cause.text('zh-CN')) : '',
      }),
    })
    // Handed over together when the run ends, which every run does: one write instead of one for each.
    const made: NewSpan[] = []
    return {
      model(startedAt: number, asked: ChatMessage[], answer?: ChatResult, cause?: unknown) {
        const used = answer && {
          inputTokens: answer.usage.inputTokens,
          outputTokens: answer.usage.outputTokens,
          cachedTokens: answer.usage.cachedTokens,
          reasoningTokens: answer.usage.reasoningTokens,
          cost: costOf(model, answer.usage.inputTokens, answer.usage.outputTokens),
          firstUs: Math.round(answer.firstChunkMs * 1000),
        }
        made.push({
          ...base,
          spanId: newSpanId(),
          parentId: rootId,
          kind: 'model',
          rawType: 'model',
          name: model.name,
          modelId: model.id,
          model: model.name,
          input: kept(JSON.stringify({ messages: asked })),
          output: kept(answer ? (answer.toolCalls.length ? JSON.stringify(answer) : answer.text) : ''),
          ...used,
          ...ended(startedAt, cause),
        } as NewSpan)
      },
      tool(startedAt: number, call: ToolCall, response: string, cause: unknown) {
        made.push({
          ...base,
          spanId: newSpanId(),
          parentId: rootId,
          kind: 'tool',
          rawType: 'tool',
          name: call.name,
          input: kept(call.arguments),
          output: kept(response),
          ...ended(startedAt, cause),
        } as NewSpan)
      },
      root(startedAt: number, output: string, cause: unknown) {
        const last = messages.at(-1)
        const input = typeof last?.content === 'string' ? last.content : JSON.stringify(last?.content ?? '')
        made.push({
          ...base,
          spanId: rootId,
          kind: 'prompt',
          rawType: 'prompt',
          name: request.key || 'prompt',
          input: kept(input),
          output: kept(output),
          ...ended(startedAt, cause),
        } as NewSpan)
        spans.offer(() => ({ heads: [], spans: made }))
      },
    }
  }
  return { prepare, run }
}
export type RunService = ReturnType<typeof createRunService>

const newSpanId = () => randomBytes(8).toString('hex')

function callOf(settings: PromptModel, model: ReadyModel): { params: ChatParams; json?: object } {
  const params: ChatParams = {
    ...(settings.temperature !== undefined && { temperature: settings.temperature }),
    ...(settings.max_tokens !== undefined && { maxTokens: Math.min(settings.max_tokens, model.maxOutputTokens) }),
    ...(settings.top_p !== undefined && { topP: settings.top_p }),
    ...(settings.top_k && { topK: settings.top_k }),
    ...(settings.presence_penalty !== undefined && { presencePenalty: settings.presence_penalty }),
    ...(settings.frequency_penalty !== undefined && { frequencyPenalty: settings.frequency_penalty }),
  }
  return {
    params: model.hasFixedParameters ? ownParameters(model) : params,
    ...(settings.json_mode && { json: {} }),
  }
}

function toolsOf(detail: PromptDetail, mcp: Awaited<ReturnType<typeof reachMcp>>) {
  const isChosen = detail.tool_choice === PromptToolChoice.specific
  const reached = isChosen ? [] : [...mcp.values()].map(({ tool }) => tool)
  const own = detail.tools
    .filter(({ disable, tool_def: { function: one } }) => !disable && (!isChosen || one.name === detail.tool_name))
    .map(({ tool_def: { function: one } }) => ({
      name: one.name,
      description: one.description ?? '',
      parameters: JSON.parse(one.parameters || '{"type":"object","properties":{}}') as Record<string, unknown>,
    }))
  const tools = [...own, ...reached.map(({ name, description, parameters }) => ({ name, description, parameters }))]
  if (!tools.length) return {}
  const toolChoice = isChosen ? 'required' : detail.tool_choice === PromptToolChoice.none ? 'none' : 'auto'
  return { tools, toolChoice } as const
}

/** One response for each call in turn, the last one again and again. None when a tool has none. */
function responsesOf(
  detail: PromptDetail,
  calls: readonly ToolCall[],
  turns: Map<string, number>,
): string[] | undefined {
  const responses = calls.map(({ name }) => {
    const given = detail.tools.find(({ tool_def: tool }) => tool.function.name === name)?.mock_response ?? []
    const turn = turns.get(name) ?? 0
    turns.set(name, turn + 1)
    return given[Math.min(turn, given.length - 1)]
  })
  return responses.every((response) => response !== undefined) ? responses : undefined
}
