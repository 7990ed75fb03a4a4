import { z } from 'zod'
import * as e from './bot-enums.ts'
import { flag, line, ref, whole } from './bot-fields.ts'
import { text } from './fields.ts'
import { CardBiz } from './chat-card.ts'
import { FlowMode } from './flow-mode.ts'
import { VARIABLE_LIMITS } from './limits.ts'

const { BOT_LIMITS: limits } = e
const pluginInfo = z.object({
  plugin_id: ref(),
  api_id: ref(),
  api_name: line(200),
  plugin_from: z.enum(e.PluginFrom).default(e.PluginFrom.default),
  api_version_ms: ref(),
  /** Stays in the draft with its settings, but is not offered to the model. */
  is_disabled: z.boolean().optional(),
})
interface Parameter {
  name: string
  desc: string
  required: boolean
  type: string
  sub_type: string
  sub_parameters: Parameter[]
}
type ParameterInput = Partial<Omit<Parameter, 'sub_parameters'>> & { sub_parameters?: ParameterInput[] }
const parameter: z.ZodType<Parameter, ParameterInput> = z.object({
  name: line(200),
  desc: line(2000),
  required: flag(),
  type: line(50),
  sub_type: line(50),
  sub_parameters: z.lazy(() => z.array(parameter).max(200).default([])),
})
const workflowInfo = z.object({
  workflow_id: ref(),
  plugin_id: ref(),
  api_id: ref(),
  flow_mode: z.enum(FlowMode).default(FlowMode.workflow),
  workflow_name: line(200),
  desc: line(2000),
  parameters: z.array(parameter).max(200).default([]),
  plugin_icon: line(2000),
})
/** The card that displays the answers of a tool. */
const cardBinding = z.object({
  /** Empty: for the whole bot; otherwise only for calls by this agent. */
  agent_id: line(40),
  biz_type: z.enum(CardBiz).default(CardBiz.plugin),
  /** The id of the plugin or workflow. */
  business_id: ref(),
  /** The name of the tool, or the id of the end node. */
  unique_id: line(200),
  card_id: ref(),
  /** JSON: the path in the answer for each field of the card. */
  mapping_rule: line(20_000),
  max_display_rows: whole(0, 100).default(5),
  card_version_num: line(20),
  /** The model also answers with text after the card. */
  llm_text_card: flag(),
  /** Copied from the preset of the tool's maker. */
  plugin_preset_card_selected: flag(),
})
export type BotCard = z.output<typeof cardBinding>
export const cards = z.array(cardBinding)
const knowledgeItem = z.object({ id: ref(), name: line(200) })
export const knowledge = z.object({
  knowledge_info: z.array(knowledgeItem).max(100).default([]),
  top_k: whole(1, 100).default(3),
  min_score: z.number().min(0).max(1).default(0.5),
  /** True: searched before every answer. False: only when the model calls it. */
  auto: flag(true),
  search_strategy: z.enum(e.SearchStrategy).default(e.SearchStrategy.hybrid),
  show_source: flag(),
  no_recall_reply_mode: z.enum(e.NoRecallReplyMode).default(e.NoRecallReplyMode.default),
  no_recall_reply_customize_prompt: line(limits.suggestionPrompt),
  show_source_mode: z.enum(e.ShowSourceMode).default(e.ShowSourceMode.replyBottom),
  recall_strategy: z.object({ use_rerank: flag(true), use_rewrite: flag(true), use_nl2sql: flag(true) }).prefault({}),
})
export const variable = z.object({
  key: text(VARIABLE_LIMITS.name).regex(e.VARIABLE_NAME, 'letters, digits and _, not beginning with a digit'),
  description: line(2000),
  default_value: line(4000),
  is_system: flag(),
  prompt_disabled: flag(),
  is_disabled: flag(),
})
const field = z.object({
  name: line(100),
  desc: line(2000),
  type: z.enum(e.FieldType).default(e.FieldType.text),
  must_required: flag(),
  id: ref(),
  type_str: line(50),
  alterId: ref(),
})
export const database = z.object({
  table_id: ref(),
  table_name: line(200),
  table_desc: line(2000),
  field_list: z.array(field).max(200).default([]),
  prompt_disabled: flag(),
  rw_mode: z.enum(e.TableMode).default(e.TableMode.singleUser),
})
export const plugins = z.array(pluginInfo).max(200)
export const workflows = z.array(workflowInfo).max(200)
