import { randomBytes } from 'node:crypto'
import type { PromptMessage, PromptModel, PromptValue } from '@orrery/contract'
import { PromptToolChoice } from '@orrery/contract/shared/prompt-enums'
import type { Clock } from '#kit/clock.ts'
import type { ChatParams, ChatResult, ChatSink, ToolCall } from '#kit/models/chat-types.ts'
import type { ModelService, ReadyModel } from '#domains/chat/model/model.service.ts'
import { costOf } from '#domains/chat/model/shared/model-catalog.ts'
import { ownParameters } from '#domains/chat/model/shared/own-parameters.ts'
import type { Scene } from '#domains/chat/span/shared/span-types.ts'
import type { SpanQueue } from '#domains/chat/span/span-queue.service.ts'
import type { SpaceSource } from '#domains/resources/plugin/shared/toolset.ts'
import type { PromptDetail } from '#domains/resources/prompt/shared/prompt-detail.ts'
import { renderPrompt } from '#domains/resources/prompt/shared/render-prompt.ts'
import { toChatMessages, withToolNames } from './chat-messages.ts'
import { callMcp, type Reached, reachMcp } from './mcp-tools.ts'
import { callPlugin, type PluginSets, reachPlugins } from './plugin-tools.ts'
import { promptRunErrors } from './prompt-run.errors.ts'
import { createRunSpans, newSpanId, type RunSpans } from './run-spans.ts'

export interface RunDeps {
  models: Pick<ModelService, 'resolve'>
  spans: Pick<SpanQueue, 'offer'>
  clock: Clock
  mcp: Pick<SpaceSource, 'find'>
  plugins: PluginSets
}
export interface RunRequest {
  spaceId: string
  userKey: string
  /** Prompt with its segments expanded. */
  detail: PromptDetail
  key: string
  version: string
  /** Whether texts are kept out of traces. */
  isSecret: boolean
  values: readonly PromptValue[]
  /** Previous messages and the new message. */
  messages: readonly PromptMessage[]
  /** Model settings chosen by the caller. */
  model?: PromptModel | undefined
  /** Whether tools with canned responses are answered with them; otherwise calls are returned to the caller. */
  answersTools: boolean
  /** Whether to stop at every tool call, including those of MCP servers. */
  isStepwise?: boolean
  /** Whether functions backed by a plugin tool call it; otherwise they are treated like other functions. */
  callsPlugins?: boolean
  /** Whether to call no tool at all, not even on MCP servers. */
  callsNothing?: boolean
  scene: Scene
  traceId?: string | undefined
  signal: AbortSignal
}
export interface RunResult {
  text: string
  reasoning: string
  toolCalls: ToolCall[]
  /** Calls answered during the run, with their responses. */
  answered: { call: ToolCall; response: string }[]
  finish: ChatResult['finish']
  inputTokens: number
  outputTokens: number
  cost: number
  model: string
  traceId: string
}
const MAX_ROUNDS = 8

/** Runs a prompt: fills in variables, calls the model, answers tools. Every run stores a trace. */
export function createRunService({ models, spans, clock, mcp, plugins }: RunDeps) {
  /** Performs all checks that can refuse the run before the model is called. */
  async function prepare(request: RunRequest) {
    const { detail, spaceId } = request
    const said = toChatMessages([...renderPrompt(detail, request.values), ...request.messages])
    if (!said.length) throw promptRunErrors.noMessage()
    const settings = { ...detail.model, ...request.model }
    const model = await models.resolve(settings.id, spaceId)
    return {
      mcp: await reachMcp(mcp, spaceId, detail),
      plugins: request.callsPlugins ? await reachPlugins(plugins, spaceId, detail) : new Map<string, Reached>(),
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
    const note = createRunSpans({ spans, clock }, request, { traceId, rootId })
    const tools = toolsOf(detail, ready.mcp)
    try {
      for (let round = 0; round < MAX_ROUNDS; round += 1) {
        const askedAt = clock.now()
        const answer = await model
          .chat({ messages: [...messages], ...tools, ...callOf(settings, model), signal: request.signal }, sink)
          .catch((cause: unknown) => {
            note.model(model, askedAt, messages, undefined, cause)
            throw cause
          })
        note.model(model, askedAt, messages, answer)
        total.inputTokens += answer.usage.inputTokens
        total.outputTokens += answer.usage.outputTokens
        total.cost += costOf(model, answer.usage.inputTokens, answer.usage.outputTokens)
        const responses = await answers(request, ready, answer.toolCalls, turns, note)
        if (!answer.toolCalls.length || !responses) {
          note.root(started, ready.messages, answer.text, undefined)
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
      note.root(started, ready.messages, '', cause)
      throw cause
    }
  }

  /** Responses to tool calls; undefined if the caller must answer one of them. */
  async function answers(
    request: RunRequest,
    ready: Ready,
    calls: readonly ToolCall[],
    turns: Map<string, number>,
    note: RunSpans,
  ): Promise<string[] | undefined> {
    const mayCall = !request.isStepwise && !request.callsNothing
    const isOurs = ({ name }: ToolCall) => mayCall && (ready.mcp.has(name) || ready.plugins.has(name))
    const rest = calls.filter((call) => !isOurs(call))
    const canned = request.answersTools ? responsesOf(request.detail, rest, turns) : rest.length ? undefined : []
    if (!canned) return undefined
    return Promise.all(
      calls.map(async (call) => {
        if (!isOurs(call)) return canned[rest.indexOf(call)]!
        const askedAt = clock.now()
        const { response, cause } = await reach(ready, call, request)
        note.tool(askedAt, call, response, cause)
        return response
      }),
    )
  }

  const reach = (
    found: { mcp: ReadonlyMap<string, Reached>; plugins: ReadonlyMap<string, Reached> },
    call: ToolCall,
    { spaceId, userKey: userId, signal }: Pick<RunRequest, 'spaceId' | 'userKey' | 'signal'>,
  ) => {
    const scope = { spaceId, userId, signal }
    const plugin = found.plugins.get(call.name)
    return plugin ? callPlugin(plugins, plugin, call, scope) : callMcp(found.mcp.get(call.name)!, call, scope)
  }
  /** Calls one tool of a prompt in step-by-step mode. The call is added to the trace of the try. */
  async function callTool(request: RunRequest, call: ToolCall): Promise<string> {
    const { detail, spaceId } = request
    const found = {
      mcp: await reachMcp(mcp, spaceId, detail),
      plugins: await reachPlugins(plugins, spaceId, {
        tools: detail.tools.filter(({ tool_def: tool }) => tool.function.name === call.name),
      }),
    }
    if (!found.mcp.has(call.name) && !found.plugins.has(call.name)) throw promptRunErrors.noTool({ name: call.name })
    const askedAt = clock.now()
    const { response, cause } = await reach(found, call, request)
    if (request.traceId) {
      const note = createRunSpans({ spans, clock }, request, { traceId: request.traceId, rootId: '' })
      note.tool(askedAt, call, response, cause)
      note.send()
    }
    return response
  }

  return { prepare, run, callTool }
}
export type RunService = ReturnType<typeof createRunService>

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

/** Canned responses to calls, in order; the last response repeats. Undefined if a tool has none. */
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
