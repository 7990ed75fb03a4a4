import { z } from 'zod'
import { bool, id, idOrNone } from '#shared/fields.ts'

/** What the server tells the editor about nodes, tools and spans. */
const n = z.number()
const s = z.string()
export const nodeProps = z.object({
  id: s,
  type: s,
  is_enable_chat_history: z.boolean(),
  is_enable_user_query: z.boolean(),
  is_ref_global_variable: z.boolean(),
})
export const panel = <T extends z.ZodType>(key: string, item: T) =>
  z.object({ [key]: z.array(item), next_page_or_cursor: s, has_more: z.boolean() })
export const fcItem = z.object({ workflow_id: idOrNone(), workflow_version: z.string().max(50).optional() })
export const fcParams = z.array(z.record(s, z.unknown()))
export const workflowFc = z.object({
  workflow_id: s,
  plugin_id: s,
  is_draft: z.boolean(),
  request_params: fcParams,
  response_params: fcParams,
  response_style: z.object({ workflow_response_mode: n }),
})
export const pluginFc = z.object({
  plugin_id: s,
  api_id: s,
  api_name: s,
  plugin_version: s,
  is_draft: z.boolean(),
  request_params: fcParams,
  response_params: fcParams,
  response_style: z.object({ workflow_response_mode: n }),
})
export const pluginItem = z.object({
  plugin_id: id(),
  api_id: idOrNone(),
  api_name: z.string().max(200).optional(),
  is_draft: bool().optional(),
  plugin_version: z.string().max(50).optional(),
})
export const panelPlugin = z.object({
  plugin_id: s,
  name: s,
  desc: s,
  icon: s,
  version: s,
  tool_list: z.array(z.object({ api_id: s, api_name: s, api_desc: s })),
})
export const panelResource = z.object({ id: s, name: s, desc: s, icon: s, update_time: n })
export const tagValue = z.object({ key: s, tag_type: n, value: z.object({ v_str: s }) })
export const span = z.object({
  trace_id: s,
  log_id: s,
  span_id: s,
  type: s,
  name: s,
  alias_name: s,
  parent_id: s,
  duration: n,
  start_time: n,
  status_code: n,
  tags: z.array(tagValue),
  input: z.object({ type: n, content: s }),
  output: z.object({ type: n, content: s }),
  is_entry: z.boolean(),
  is_key_span: z.boolean(),
})
export type WorkflowSpan = z.infer<typeof span>
