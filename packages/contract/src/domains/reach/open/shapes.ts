import { z } from 'zod'

/** Metadata that programs may attach to chats, conversations and messages: up to sixteen short pairs. */
export const metaData = z
  .record(z.string().max(64), z.string().max(512))
  .refine((pairs) => Object.keys(pairs).length <= 16, 'at most 16 pairs')
export const connectorId = z
  .union([z.string().max(64), z.int().transform(String)])
  .transform((value) => (value === '' || value === '0' ? undefined : value))
  .optional()
/** The caller's own id for an end user. */
export const endUser = z
  .union([z.string().max(128), z.int().transform(String)])
  .nullish()
  .transform((value) => value?.replaceAll('\0', '') ?? '')

export const givenMessage = z.object({
  role: z.string().max(20),
  type: z.string().max(30).optional(),
  content: z.unknown().optional(),
  content_type: z.string().max(30).optional(),
  meta_data: metaData.nullish(),
  name: z.string().max(200).nullish(),
})
export const openMessage = z.object({
  id: z.string(),
  conversation_id: z.string(),
  bot_id: z.string(),
  chat_id: z.string(),
  section_id: z.string(),
  role: z.string(),
  type: z.string(),
  content: z.string(),
  content_type: z.string(),
  meta_data: z.record(z.string(), z.string()),
  reasoning_content: z.string(),
  created_at: z.number(),
  updated_at: z.number(),
})
const openUsage = z.object({ token_count: z.number(), output_count: z.number(), input_count: z.number() })
export const openChatObject = z.object({
  id: z.string(),
  conversation_id: z.string(),
  bot_id: z.string(),
  section_id: z.string(),
  status: z.enum(['created', 'in_progress', 'completed', 'failed', 'requires_action', 'canceled']),
  created_at: z.number(),
  completed_at: z.number().optional(),
  failed_at: z.number().optional(),
  meta_data: z.record(z.string(), z.string()),
  last_error: z.object({ code: z.number(), msg: z.string() }).optional(),
  required_action: z
    .object({
      type: z.string(),
      submit_tool_outputs: z.object({
        tool_calls: z.array(
          z.object({
            id: z.string(),
            type: z.string(),
            function: z.object({ name: z.string(), arguments: z.string() }),
          }),
        ),
      }),
    })
    .optional(),
  usage: openUsage.optional(),
})
export const openConversationObject = z.object({
  id: z.string(),
  created_at: z.number(),
  meta_data: z.record(z.string(), z.string()),
  creator_d: z.string(),
  creator_id: z.string(),
  connector_id: z.string(),
  last_section_id: z.string(),
  name: z.string(),
  user_id: z.string(),
})
export const openVariable = z.object({
  keyword: z.string(),
  default_value: z.string(),
  variable_type: z.string(),
  channel: z.string(),
  description: z.string(),
  enable: z.boolean(),
  prompt_enable: z.boolean(),
})
