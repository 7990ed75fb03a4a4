import { TableMode } from '@orrery/contract/shared/bot-enums'
import { FlowMode } from '@orrery/contract/shared/flow-mode'
import type { PickedSkill } from './skill-kinds.ts'

export const isImageflow = (flow: { flow_mode: number }): boolean => flow.flow_mode === FlowMode.imageflow

/** Converts a picked item to an entry of the draft. */
export const toFlow = (pickedSkill: PickedSkill) => ({
  workflow_id: pickedSkill.id,
  plugin_id: pickedSkill.pluginId ?? '',
  api_id: '',
  flow_mode: FlowMode.workflow,
  workflow_name: pickedSkill.name,
  desc: pickedSkill.description ?? '',
  parameters: [],
  plugin_icon: '',
  ...pickedSkill.extra,
})

export const toBase = (pickedSkill: PickedSkill) => ({
  id: pickedSkill.id,
  name: pickedSkill.name,
  ...pickedSkill.extra,
})

export const toTable = (pickedSkill: PickedSkill) => ({
  table_id: pickedSkill.id,
  table_name: pickedSkill.name,
  table_desc: pickedSkill.description ?? '',
  field_list: [],
  prompt_disabled: false,
  rw_mode: TableMode.singleUser,
  ...pickedSkill.extra,
})
