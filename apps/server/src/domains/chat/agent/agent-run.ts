import type { BotConfig } from '@orrery/contract'
import type { ChatMessage, ToolCall, ToolSpec } from '#kit/models/chat-types.ts'
import type { ReadyModel } from '#domains/chat/model/model.service.ts'
import { watchModels } from '#kit/models/model-watch.ts'
import { modelSpans } from '#domains/chat/trace/shared/model-spans.ts'
import type { Span } from '#domains/chat/trace/shared/recorder.ts'
import { agentErrors } from './agent.errors.ts'
import { estimateMessage, fitHistory } from './history.ts'
import { askModel } from './model-step.ts'
import { buildSystemPrompt } from './system-prompt.ts'
import type { SkillTool } from './shared/skill-ports.ts'
import { type AgentSkills, openToolBox, recall, type ToolBox } from './tool-box.ts'
import { type Continuation, isApproval, runTool, type ToolOutcome } from './tool-run.ts'
import { notCalled } from './tool-texts.ts'
import type { Turn } from './turn-scope.ts'
import type { Pending } from './shared/turn-types.ts'
import { userMessage } from './user-message.ts'

/** One agent with all its settings: the bot itself, or one of several agents of a bot. */
export interface Agent {
  id: string
  name: string
  persona: string
  modelInfo: BotConfig['model_info']
  skills: AgentSkills
  hooks: BotConfig['hook_info']
  /** Agents that this one may hand over to, each as a tool for the model. */
  handovers: { tool: ToolSpec; targetId: string }[]
}
export type AgentOutcome =
  | { kind: 'answered'; text: string }
  | { kind: 'jump'; targetId: string }
  | { kind: 'pending'; pending: Pending }

const MAX_CALLS_A_STEP = 16
const PARALLEL_CALLS = 8
/** How often a call may be repeated with the same arguments before the model is told that it is going in circles. */
const MAX_REPEATS = 3
const SPARE_TOKENS = 512

interface Loop {
  turn: Turn
  agent: Agent
  model: ReadyModel
  box: ToolBox
  system: string
  history: ChatMessage[]
  /** Messages of this turn so far: the user's message, calls and results. */
  messages: ChatMessage[]
  repeats: Map<string, number>
  span: Span
}

/** Calls the model and the tools it requests in a loop, until it answers, hands over or waits for the user. */
export async function runAgent(turn: Turn, agent: Agent, span: Span, first: ChatMessage[] = []): Promise<AgentOutcome> {
  const loop = await prepare(turn, agent, span)
  const { pending } = turn.request
  const isResumed = pending !== undefined && pending.agentId === agent.id && pending.kind !== 'chatflow'
  loop.messages = isResumed ? [...pending.messages] : [await userMessage(turn, loop.model), ...first]
  if (isResumed) {
    const waiting = await resumeCalls(loop, pending)
    if (waiting) return waiting
  }
  for (;;) {
    const { isLast } = turn.budget.step()
    const outcome = await step(loop, !isLast)
    if (outcome) return outcome
  }
}

async function prepare(turn: Turn, agent: Agent, span: Span): Promise<Loop> {
  const { request, deps } = turn
  const { config } = request.bot
  const { knowledge } = agent.skills
  const { time_capsule_mode: mode, disable_prompt_calling: isPromptDisabled } = config.bot_tag_info.time_capsule_info
  const wantsMemory = mode === 1 && isPromptDisabled !== 1
  const [model, box, chunks, memory] = await Promise.all([
    deps.models.resolve(agent.modelInfo.model_id, request.bot.spaceId),
    openToolBox(turn, agent.skills, span),
    knowledge.auto && knowledge.knowledge_info.length ? recall(turn, knowledge, request.text, span) : undefined,
    wantsMemory ? recallMemory(turn, span) : undefined,
  ])
  if (box.size + agent.handovers.length > 0 && !model.capabilities.tools)
    throw agentErrors.noTools({ model: model.name })
  const shown = config.variable_list
    .filter((variable) => !variable.prompt_disabled && !variable.is_disabled)
    .map(({ key }) => key)
  const system = buildSystemPrompt({
    name: agent.name,
    now: new Date(deps.clock.now()),
    persona: agent.persona,
    variables: turn.variables,
    shownVariables: Object.fromEntries(
      shown.flatMap((key) => (turn.variables[key] ? [[key, turn.variables[key]]] : [])),
    ),
    ...(knowledge.knowledge_info.length && { knowledge: { chunks, settings: knowledge } }),
    memory,
    modelInfo: agent.modelInfo,
    additions: request.manner ? [request.manner] : [],
  })
  const output = agent.modelInfo.max_tokens ?? Math.min(model.maxOutputTokens, model.contextTokens / 4)
  const room = model.contextTokens - output - SPARE_TOKENS - estimateMessage({ role: 'system', content: system })
  const history = fitHistory(request.history, room)
  return { turn, agent, model, box, system, history, messages: [], repeats: new Map(), span }
}

async function recallMemory(turn: Turn, parent: Span): Promise<string[]> {
  const span = parent.start('retrieval', 'long-term memory', { query: turn.request.text })
  const port = turn.deps.ports.memory
  if (!port) {
    span.fail(new Error('The bot has long-term memory, but it is not available here'))
    return []
  }
  const pieces = await watchModels(modelSpans(span, turn.budget.add), () =>
    port.recall(turn.request.text, turn.context),
  )
  span.end({ output: pieces })
  if (pieces.length) turn.emit({ type: 'memory', pieces })
  return pieces
}

const specsOf = ({ box, agent }: Loop): ToolSpec[] => [
  ...[...box.values()].map(({ name, description, parameters }) => ({ name, description, parameters })),
  ...agent.handovers.map(({ tool }) => tool),
]

/** One model call and the tool calls that it requests; undefined if another step is needed. */
async function step(loop: Loop, mayCallTools: boolean): Promise<AgentOutcome | undefined> {
  const { turn, agent, model, system, history, messages, span } = loop
  const result = await askModel(
    turn,
    {
      model,
      modelInfo: agent.modelInfo,
      hooks: agent.hooks,
      system,
      messages: [...history, ...messages],
      tools: specsOf(loop),
      mayCallTools,
    },
    span,
  )
  const calls = result.toolCalls.slice(0, MAX_CALLS_A_STEP)
  if (!calls.length) return { kind: 'answered', text: result.text }
  if (!mayCallTools) throw agentErrors.stepLimit({ max: (await turn.deps.limits.get()).steps })
  if (result.text) turn.emit({ type: 'answerEnd', isLast: false, wantsSuggestions: false })
  const handover = agent.handovers.find(({ tool }) => calls.some((call) => call.name === tool.name))
  if (handover) return { kind: 'jump', targetId: handover.targetId }
  messages.push({ role: 'assistant', content: result.text, toolCalls: calls })
  return runCalls(loop, calls)
}

/** Runs calls in parallel and returns results in the order of the calls. A call that may ask the user runs alone. */
async function runCalls(loop: Loop, calls: ToolCall[]): Promise<AgentOutcome | undefined> {
  let rest = calls
  while (rest.length) {
    const asking = rest.findIndex((call) => loop.box.get(call.name)?.sideEffects === 'ask')
    const count = asking === 0 ? 1 : Math.min(asking < 0 ? rest.length : asking, PARALLEL_CALLS)
    const batch = rest.slice(0, count)
    rest = rest.slice(count)
    const outcomes = await settle(batch.map((call) => runOne(loop, call, undefined, batch.length === 1)))
    const ended = take(loop, batch, outcomes, rest)
    if (ended) return ended
  }
  return undefined
}

/** Waits for all calls before it throws the first failure, so that no work of the turn continues in the background. */
async function settle<T>(work: Promise<T>[]): Promise<T[]> {
  const results = await Promise.allSettled(work)
  return results.map((result) => {
    if (result.status === 'rejected') throw result.reason
    return result.value
  })
}

async function runOne(
  loop: Loop,
  call: ToolCall,
  continuation: Continuation | undefined,
  isAlone: boolean,
): Promise<ToolOutcome> {
  const key = `${call.name}\n${call.arguments}`
  const times = (loop.repeats.get(key) ?? 0) + 1
  loop.repeats.set(key, times)
  if (times > MAX_REPEATS) {
    const refusal = new Map([[call.name, repeated(loop, call)]])
    return runTool(loop.turn, refusal, loop.agent.hooks, call, loop.span)
  }
  return runTool(loop.turn, loop.box, loop.agent.hooks, call, loop.span, continuation, isAlone, loop.agent.id)
}
const repeated = ({ box, turn }: Loop, call: ToolCall): SkillTool => ({
  title: call.name,
  kind: 'plugin',
  description: '',
  ...box.get(call.name),
  name: call.name,
  parameters: {},
  sideEffects: 'none',
  call: async () => ({
    kind: 'text',
    isError: true,
    content: notCalled({ why: 'repeated' }, turn.context.locale),
  }),
})

/** Adds results to the messages. Ends the turn if a result is the answer, or if a tool has to ask the user. */
function take(loop: Loop, calls: ToolCall[], outcomes: ToolOutcome[], rest: ToolCall[]): AgentOutcome | undefined {
  const { turn, messages, agent } = loop
  for (const outcome of outcomes) if (outcome.kind !== 'interrupt') messages.push(outcome.message)
  const asked = outcomes.findIndex(({ kind }) => kind === 'interrupt')
  const interrupt = outcomes[asked]
  if (interrupt?.kind === 'interrupt') {
    const call = calls[asked]!
    // Two tools that ask at the same time ask one after the other.
    const waiting = calls.filter((_, index) => index > asked && outcomes[index]!.kind === 'interrupt')
    turn.emit({
      type: 'interrupt',
      question: interrupt.question,
      call,
      kind: interrupt.pending.kind,
      card: interrupt.card,
    })
    return {
      kind: 'pending',
      pending: { ...interrupt.pending, agentId: agent.id, call, rest: [...waiting, ...rest], messages },
    }
  }
  const answer = outcomes.find((outcome) => outcome.kind === 'answer')
  if (answer?.kind !== 'answer') return undefined
  if (!answer.isSaid) turn.emit({ type: 'text', delta: answer.content })
  return { kind: 'answered', text: answer.content }
}

/** Continues the call that the last turn interrupted to ask the user. */
async function resumeCalls(loop: Loop, pending: Pending): Promise<AgentOutcome | undefined> {
  const said = loop.turn.request.text
  const continuation: Continuation =
    pending.kind === 'tool'
      ? { kind: 'resume', state: pending.state, said }
      : { kind: isApproval(said) ? 'approved' : 'refused' }
  const outcome = await runOne(loop, pending.call, continuation, true)
  const ended = take(loop, [pending.call], [outcome], pending.rest)
  return ended ?? (pending.rest.length ? runCalls(loop, pending.rest) : undefined)
}
