import { AgentType, type BotAgent, type BotConfig, personaOf } from '@orrery/contract'
import type { ChatMessage, ToolSpec } from '#kit/models/chat-types.ts'
import { taskMark } from '#kit/models/prompt-marks.ts'
import type { Span } from '#domains/chat/trace/shared/recorder.ts'
import { type Agent, type AgentOutcome, runAgent } from './agent-run.ts'
import { agentErrors } from './agent.errors.ts'
import { callModel } from './model-step.ts'
import type { Turn } from './turn-scope.ts'

const MAX_JUMPS = 8
const HOST = 2
const INDEPENDENT = 2
const Back = { current: 1, previous: 2, start: 3, mostSuitable: 4 } as const
const Timing = { before: 1, after: 2, both: 3 } as const

export interface MultiOutcome {
  outcome: AgentOutcome
  /** The agent that answered, and the agent that is active next. */
  agent: BotAgent
  nextId: string
}

/** Runs several agents that hand over to each other. The owner defines possible hand-overs; their number is limited. */
export async function runAgents(turn: Turn, span: Span, first: ChatMessage[]): Promise<MultiOutcome> {
  const { agents, multi_agent_info } = turn.request.bot.config
  const start = agents.find((agent) => agent.root_agent) ?? agents.find((agent) => agent.agent_type === AgentType.start)
  if (!start) throw agentErrors.noStartAgent()
  const find = (id: string | undefined) => agents.find((agent) => agent.agent_id === id)
  const isHosted = multi_agent_info.session_type === HOST
  let current =
    find(turn.request.pending?.agentId) ??
    find(shortcutAgent(turn)) ??
    mentionedAgent(turn) ??
    (isHosted ? undefined : find(turn.request.agentId)) ??
    start
  let previous = start
  const visited = new Set<string>()
  for (let jumps = 0; ; jumps += 1) {
    visited.add(current.agent_id)
    const step = span.start('agent', current.agent_name, { text: turn.request.text })
    let outcome: AgentOutcome
    try {
      outcome = await runOne(turn, current, jumps < MAX_JUMPS ? visited : undefined, step, first)
      step.end({ output: outcome.kind === 'jump' ? { jump: find(outcome.targetId)?.agent_name } : outcome.kind })
    } catch (cause) {
      step.fail(cause)
      throw cause
    }
    const next = outcome.kind === 'jump' ? find(outcome.targetId) : undefined
    if (!next) {
      const nextId = outcome.kind === 'pending' ? current.agent_id : nextActiveAgent(current, previous, start)
      return { outcome, agent: current, nextId }
    }
    await jump(turn, current, next, visited.has(next.agent_id), span)
    previous = current
    current = next
  }
}

/** The agent that a shortcut belongs to, if any: it answers. */
function shortcutAgent({ request }: Turn): string | undefined {
  const { firstTool, bot } = request
  return firstTool && bot.config.shortcuts.find((shortcut) => shortcut.command_id === firstTool.commandId)?.agent_id
}

/** The agent that the message mentions, if any: it answers, whichever agent is active. */
function mentionedAgent({ request }: Turn): BotAgent | undefined {
  const ids = new Set(request.mentioned)
  if (!ids.size) return undefined
  return request.bot.config.agents.find((agent) => ids.has(agent.agent_id) || ids.has(agent.reference_id))
}

async function jump(turn: Turn, from: BotAgent, to: BotAgent, isBack: boolean, span: Span) {
  const data = { from: from.agent_name, to: to.agent_name }
  await turn.hooks(from.hook_info, { hook: 'pre_agent_jump_hook', phase: 'before', subject: to.agent_name, data }, span)
  turn.emit({ type: 'jump', from: from.agent_name, to: to.agent_name, toId: to.agent_id, isBack })
  await turn.hooks(to.hook_info, { hook: 'post_agent_jump_hook', phase: 'after', subject: to.agent_name, data }, span)
}

/** The agent that is active for the next message, by the rule of the agent that answered. */
function nextActiveAgent(agent: BotAgent, previous: BotAgent, start: BotAgent): string {
  const { backtrack } = agent.jump_config
  if (backtrack === Back.previous) return previous.agent_id
  return backtrack === Back.start || backtrack === Back.mostSuitable ? start.agent_id : agent.agent_id
}

interface Target {
  id: string
  description: string
}
/** Possible hand-overs: intents of the agent and global agents, except those already visited in this turn. */
function targetsOf(agent: BotAgent, agents: BotAgent[], visited: ReadonlySet<string> | undefined): Target[] {
  if (!visited) return []
  const intents = agent.intents.map((intent) => ({ id: intent.next_agent_id, description: intent.prompt }))
  const everywhere = agents
    .filter((item) => item.agent_type === AgentType.global && item.agent_id !== agent.agent_id)
    .map((agent) => ({ id: agent.agent_id, description: agent.description || agent.agent_name }))
  return [...intents, ...everywhere].filter(({ id }) => id && !visited.has(id))
}

async function runOne(
  turn: Turn,
  agent: BotAgent,
  visited: ReadonlySet<string> | undefined,
  span: Span,
  first: ChatMessage[],
): Promise<AgentOutcome> {
  const targets = targetsOf(agent, turn.request.bot.config.agents, visited)
  const isStartOnly = agent.agent_type === AgentType.start
  // A start agent without a persona passes the turn on, since it has nothing to say itself.
  if (isStartOnly && targets.length === 1 && !personaOf(agent.prompt_info).trim())
    return { kind: 'jump', targetId: targets[0]!.id }
  const isIndependent = agent.jump_config.recognition === INDEPENDENT
  const timing = agent.jump_config.independent_conf?.judge_timing ?? Timing.before
  const isResumed = turn.request.pending?.agentId === agent.agent_id
  if (isIndependent && timing !== Timing.after && targets.length && !isResumed) {
    const targetId = await recognise(turn, agent, targets, turn.request.text, span)
    if (targetId) return { kind: 'jump', targetId }
  }
  const outcome = await runAgent(turn, await toAgent(turn, agent, isIndependent ? [] : targets), span, first)
  if (!isIndependent || timing === Timing.before || outcome.kind !== 'answered' || !targets.length) return outcome
  const targetId = await recognise(turn, agent, targets, `${turn.request.text}\n\n${outcome.text}`, span)
  if (!targetId) return outcome
  turn.emit({ type: 'answerEnd', isLast: false, wantsSuggestions: false })
  return { kind: 'jump', targetId }
}

/** Asks a model separately which target the message is meant for. */
async function recognise(
  turn: Turn,
  agent: BotAgent,
  targets: Target[],
  text: string,
  span: Span,
): Promise<string | undefined> {
  const conf = agent.jump_config.independent_conf
  const model = await turn.deps.models.resolve(conf?.model_id || agent.model_info.model_id, turn.request.bot.spaceId)
  const prompt = [
    taskMark('route'),
    'Which of these does the message ask for?',
    ...targets.map(({ id, description }) => `- ${id}: ${description.replaceAll(/\s+/g, ' ')}`),
    ...(conf?.prompt.trim() ? [conf.prompt.trim()] : []),
    'Answer with JSON only: {"next": "<id>"}, or {"next": "none"} when it is none of them.',
  ].join('\n')
  const rounds = turn.request.history
    .slice(-2 * (conf?.history_round ?? 3))
    .filter(({ role }) => role === 'user' || role === 'assistant')
  const result = await callModel(
    turn,
    model,
    {
      messages: [{ role: 'system', content: prompt }, ...rounds, { role: 'user', content: text }],
      json: {
        name: 'route',
        schema: {
          type: 'object',
          properties: { next: { enum: [...targets.map(({ id }) => id), 'none'] } },
          required: ['next'],
        },
      },
      params: { temperature: 0, maxTokens: 50 },
      signal: turn.budget.signal,
      firstChunkMs: turn.budget.firstChunkMs,
    },
    span,
    { isSilent: true, purpose: 'route' },
  )
  return targets.find(({ id }) => id === readChoice(result.text))?.id
}

function readChoice(text: string): string | undefined {
  try {
    const { next } = JSON.parse(/\{[\s\S]*\}/.exec(text)?.[0] ?? '{}') as { next?: unknown }
    return next === undefined ? undefined : String(next)
  } catch {
    return undefined
  }
}

async function toAgent(turn: Turn, agent: BotAgent, targets: Target[]): Promise<Agent> {
  const own = agent.agent_type === AgentType.bot ? await referencedConfig(turn, agent) : agent
  return {
    id: agent.agent_id,
    name: agent.agent_name,
    persona: personaOf(own.prompt_info),
    modelInfo: own.model_info,
    skills: { plugins: own.plugin_info_list, workflows: own.workflow_info_list, knowledge: own.knowledge },
    hooks: agent.hook_info,
    handovers: targets.map(({ id, description }, index) => ({
      targetId: id,
      tool: handoverTool(turn, id, description, index),
    })),
  }
}

/** The config of the bot that an agent refers to: its persona, model and skills. The bot must be in the same space. */
async function referencedConfig(turn: Turn, agent: BotAgent): Promise<BotConfig> {
  const bot = await turn.deps.loadBot(agent.reference_id, turn.context.isDraft)
  if (!bot || bot.spaceId !== turn.request.bot.spaceId) throw agentErrors.agentGone({ name: agent.agent_name })
  return bot.config
}

function handoverTool(turn: Turn, id: string, description: string, index: number): ToolSpec {
  const name = turn.request.bot.config.agents.find((agent) => agent.agent_id === id)?.agent_name ?? id
  const plain = name.replaceAll(/[^\w-]/g, '_').slice(0, 40)
  return {
    name: `hand_over_${index + 1}_${plain}`,
    description: `Hand the talk over to “${name}” when: ${description}`,
    parameters: { type: 'object', properties: {} },
  }
}
