import type { ComponentType } from 'react'
import { createRegistry } from '../../lib/registry.ts'

/** Kinds of things a bot can be given. Each part of the studio brings the picker of its own kind. */
export type SkillKind =
  | 'plugin'
  | 'workflow'
  | 'chatflow'
  | 'knowledge_text'
  | 'knowledge_table'
  | 'knowledge_photo'
  | 'database'

/** What a picker gives back: enough to show it and to put it into the draft. */
export interface PickedSkill {
  id: string
  name: string
  description?: string
  /** The plugin that a tool or a workflow belongs to. */
  pluginId?: string
  /** The tool of a plugin. */
  apiId?: string
  /** Fields of the draft's own entry that only the picker knows. */
  extra?: Record<string, unknown>
}

export interface SkillPickerProps {
  spaceId: string
  botId: string
  /** What the bot has already, by id; a tool of a plugin by its own id. */
  chosen: ReadonlySet<string>
  onPick: (picked: readonly PickedSkill[]) => void
  onClose: () => void
}

interface SkillPicker {
  id: SkillKind
  Picker: ComponentType<SkillPickerProps>
}

const pickers = createRegistry<SkillPicker>()

/** A picker opens as a dialog, adds what is chosen through `onPick` and closes itself through `onClose`. */
export const registerSkillPicker = (kind: SkillKind, Picker: ComponentType<SkillPickerProps>): (() => void) =>
  pickers.add({ id: kind, Picker })

export const useSkillPicker = (kind: SkillKind): SkillPicker | undefined =>
  pickers.use().find((picker) => picker.id === kind)
