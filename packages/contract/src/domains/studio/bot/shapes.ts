import { z } from 'zod'
import { shortcutSchema } from '#shared/bot-shortcut.ts'

/** Shapes that several calls of bots share. */
export const connectorInfo = z.object({
  id: z.string(),
  name: z.string(),
  icon: z.string(),
  connector_status: z.number(),
  share_link: z.string(),
})
export const creator = z.object({
  id: z.string(),
  name: z.string(),
  avatar_url: z.string(),
  self: z.boolean(),
  user_unique_name: z.string(),
})
export const shortcutView = shortcutSchema.extend({
  shortcut_icon: z.object({ uri: z.string(), url: z.string() }).optional(),
})

const text = z.string().max(400_000).optional()
/** Groups of a draft, each as JSON text. The comments name the corresponding group in `bot_info`. */
export const workInfo = z.object({
  message_info: text,
  /** prompt_info */
  prompt: text,
  /** variable_list */
  variable: text,
  /** model_info */
  other_info: text,
  history_info: text,
  /** plugin_info_list */
  tools: text,
  /** `[{"prompt_type":1,"data":"…"}]`: the persona as a list of prompts */
  system_info_all: text,
  /** knowledge */
  dataset: text,
  /** onboarding_info */
  onboarding: text,
  /** variable_list, the older name */
  profile_memory: text,
  /** database_list */
  table_info: text,
  /** workflow_info_list */
  workflow: text,
  /** task_info */
  task: text,
  /** suggest_reply_info */
  suggest_reply: text,
  /** voices_info */
  tts: text,
  background_image_info_list: text,
  shortcuts: z
    .object({
      shortcut_sort: z.array(z.string().max(64)).max(100).optional(),
      shortcut_list: z.array(z.record(z.string(), z.unknown())).max(200).optional(),
    })
    .optional(),
  hook_info: text,
  layout_info: z
    .object({ workflow_id: z.string().max(64).optional(), plugin_id: z.string().max(64).optional() })
    .optional(),
})
export type WorkInfo = z.output<typeof workInfo>

export const agentInfo = z.object({
  id: z.string().max(64),
  agent_type: z.int().min(0).max(4).optional(),
  name: z.string().max(200).optional(),
  position: z.object({ x: z.number().optional(), y: z.number().optional() }).optional(),
  icon_uri: z.string().max(500).optional(),
  intents: z
    .array(
      z.object({
        intent_id: z.string().max(64).optional(),
        prompt: z.string().max(2000).optional(),
        next_agent_id: z.string().max(64).optional(),
      }),
    )
    .max(50)
    .optional(),
  work_info: z
    .object({
      prompt: text,
      other_info: text,
      tools: text,
      dataset: text,
      workflow: text,
      system_info_all: text,
      jump_config: z.record(z.string(), z.unknown()).optional(),
      suggest_reply: text,
      hook_info: text,
    })
    .optional(),
  root_agent: z.boolean().optional(),
  reference_id: z.string().max(64).optional(),
  first_version: z.string().max(64).optional(),
  current_version: z.string().max(64).optional(),
  description: z.string().max(2000).optional(),
  update_type: z.int().min(1).max(2).optional(),
})
export type AgentInfo = z.output<typeof agentInfo>
