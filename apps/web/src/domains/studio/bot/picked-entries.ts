import { FlowMode, KnowledgeType, TableMode } from '@orrery/contract/shared/bot-enums'
import type { PickedSkill } from './skill-kinds.ts'

/** What a picker gave, as an entry of the draft. */
export const toFlow = (one: PickedSkill) => ({
  workflow_id: one.id,
  plugin_id: one.pluginId ?? '',
  api_id: '',
  flow_mode: FlowMode.workflow,
  workflow_name: one.name,
  desc: one.description ?? '',
  parameters: [],
  plugin_icon: '',
  ...one.extra,
})

export const toBase = (one: PickedSkill) => ({ id: one.id, name: one.name, type: KnowledgeType.own, ...one.extra })

export const toTable = (one: PickedSkill) => ({
  table_id: one.id,
  table_name: one.name,
  table_desc: one.description ?? '',
  field_list: [],
  prompt_disabled: false,
  rw_mode: TableMode.singleUser,
  ...one.extra,
})
