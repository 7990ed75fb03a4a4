import { BotMode, personaOf } from '@orrery/contract'
import type { Span } from '#domains/chat/trace/shared/recorder.ts'
import { type Agent, runAgent } from './agent-run.ts'
import { createBudget } from './budget.ts'
import { runFirstTool } from './first-tool.ts'
import { withFollowed } from './followed-prompt.ts'
import { createHooks } from './hooks.ts'
import { runAgents } from './multi-agent.ts'
import type { SkillContext } from './shared/skill-ports.ts'
import { suggest, wantsSuggestions } from './suggestions.ts'
import type { AgentDeps, Turn } from './turn-scope.ts'
import type { Emit, TurnBot, TurnOutcome, TurnRequest } from './shared/turn-types.ts'
import { runChatflow } from './workflow-mode.ts'

/** Runs turns in the three modes of a bot. Knows nothing of conversations, storage or wire formats: it emits events. */
export function createAgentService(deps: AgentDeps) {
  /** Runs one turn. Rejects with the cause if it fails: an error for the user, or the abort reason of the caller. */
  async function run(given: TurnRequest, emit: Emit): Promise<TurnOutcome> {
    let request = given
    const budget = createBudget(await deps.limits.get(), request.scope.signal)
    const context: SkillContext = { ...request.scope, signal: budget.signal }
    const about = {
      bot_id: context.botId,
      conversation_id: context.conversationId,
      turn_id: context.turnId,
      user_id: context.userId,
    }
    const hooks = createHooks(deps.egress, emit, about, budget.signal)
    try {
      const variables = await variablesOf(request, context)
      request = await withFollowed(request, variables, context, deps.ports.prompts)
      const turn: Turn = { request, deps, emit, budget, hooks, context, variables }
      const { hook_info } = request.bot.config
      await hooks(
        hook_info,
        { hook: 'flow_hook', phase: 'before', subject: request.bot.name, data: { text: request.text } },
        request.span,
      )
      const { outcome, suggestions, agentId, modelId } = await runMode(turn, request.span)
      if (outcome.kind === 'pending') return { usage: budget.usage(), agentId, pending: outcome.pending }
      const text = outcome.kind === 'answered' ? outcome.text : ''
      emit({ type: 'answerEnd', isLast: true, wantsSuggestions: wantsSuggestions(suggestions) })
      const usage = budget.usage()
      if (wantsSuggestions(suggestions)) await suggest(turn, suggestions, hook_info, modelId, text, request.span)
      await remember(turn, text)
      return { usage, agentId }
    } finally {
      budget.end()
    }
  }

  async function runMode(turn: Turn, span: Span) {
    const { config } = turn.request.bot
    const own = { suggestions: config.suggest_reply_info, modelId: config.model_info.model_id }
    if (config.bot_mode === BotMode.workflow) return { ...own, outcome: await runChatflow(turn, span), agentId: '' }
    const first = turn.request.pending ? [] : await runFirstTool(turn, config.hook_info, span)
    if (config.bot_mode === BotMode.multi) {
      const { outcome, agent, nextId } = await runAgents(turn, span, first)
      return { outcome, agentId: nextId, suggestions: agent.suggest_reply_info, modelId: agent.model_info.model_id }
    }
    const outcome = await runAgent(turn, singleAgent(turn.request.bot), span, first)
    return { ...own, outcome, agentId: '' }
  }

  /** Merges the defaults of the bot, the stored values of the user, and the values of the request, which win. */
  async function variablesOf(
    { bot, customVariables }: TurnRequest,
    context: SkillContext,
  ): Promise<Record<string, string>> {
    const list = bot.config.variable_list.filter((variable) => !variable.is_disabled)
    const defaults = Object.fromEntries(list.map(({ key, default_value }) => [key, default_value]))
    const kept = list.length ? ((await deps.ports.variables?.read(context)) ?? {}) : {}
    const known = Object.fromEntries(Object.entries(kept).filter(([key]) => Object.hasOwn(defaults, key)))
    return { ...defaults, ...known, ...customVariables }
  }

  async function remember(turn: Turn, answer: string) {
    const { request, context } = turn
    if (request.bot.config.bot_tag_info.time_capsule_info.time_capsule_mode !== 1) return
    await deps.ports.memory?.remember({ user: request.text, answer, isTrial: request.isTrial === true }, context)
  }

  return { run, ports: deps.ports }
}
export type AgentService = ReturnType<typeof createAgentService>

function singleAgent(bot: TurnBot): Agent {
  const { config } = bot
  return {
    id: bot.id,
    name: bot.name,
    persona: personaOf(config.prompt_info),
    modelInfo: config.model_info,
    skills: { plugins: config.plugin_info_list, workflows: config.workflow_info_list, knowledge: config.knowledge },
    hooks: config.hook_info,
    handovers: [],
  }
}
