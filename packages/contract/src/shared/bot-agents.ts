import { z } from 'zod'
import * as e from './bot-enums.ts'
import { flag, line, ref, uri, whole } from './bot-fields.ts'
import { objectGroups, wholeGroups } from './bot-parts.ts'
import { AGENT_LIMITS } from './limits.ts'

const intent = z.object({
  intent_id: ref(),
  prompt: line(AGENT_LIMITS.intent),
  next_agent_id: ref(),
  session_type: z.enum(e.SessionType).optional(),
})
const jumpConfig = z.object({
  backtrack: z.enum(e.Backtrack).default(e.Backtrack.current),
  recognition: z.enum(e.Recognition).default(e.Recognition.functionCall),
  independent_conf: z
    .object({
      judge_timing: z.enum(e.JudgeTiming).default(e.JudgeTiming.before),
      history_round: whole(0, 100).default(3),
      model_type: z.enum(e.RecognitionModel).default(e.RecognitionModel.small),
      model_id: ref(),
      prompt: line(e.BOT_LIMITS.suggestionPrompt),
    })
    .optional(),
})

/** An agent of a bot in multi-agent mode. */
export const agentSchema = z.object({
  agent_id: ref(),
  agent_name: line(AGENT_LIMITS.name),
  prompt_info: objectGroups.prompt_info.prefault({}),
  plugin_info_list: wholeGroups.plugin_info_list.default([]),
  knowledge: objectGroups.knowledge.prefault({}),
  workflow_info_list: wholeGroups.workflow_info_list.default([]),
  model_info: objectGroups.model_info.prefault({}),
  intents: z.array(intent).max(50).default([]),
  agent_type: z.enum(e.AgentType).default(e.AgentType.model),
  root_agent: flag(),
  reference_id: ref(),
  first_version: ref(),
  current_version: ref(),
  agent_position: z.object({ x: z.number().default(0), y: z.number().default(0) }).prefault({}),
  icon_uri: uri(),
  jump_config: jumpConfig.prefault({}),
  suggest_reply_info: objectGroups.suggest_reply_info.prefault({}),
  description: line(2000),
  hook_info: objectGroups.hook_info.prefault({}),
  update_type: z.enum(e.ReferenceUpdate).default(e.ReferenceUpdate.manual),
})
export type BotAgent = z.output<typeof agentSchema>

/** In a save, an agent may also be identified by `id` and `name`. */
export const agentForUpdate = agentSchema
  .extend({ id: ref(), name: line(50) })
  .transform(({ id, name, ...agent }): BotAgent => ({
    ...agent,
    agent_id: agent.agent_id || id,
    agent_name: agent.agent_name || name,
  }))
