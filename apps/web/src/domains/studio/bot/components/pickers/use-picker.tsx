import { type ReactNode, useState } from 'react'
import { useEditor } from '../../draft/draft-context.ts'
import type { PickedSkill, SkillKind } from '../../skills/skill-kinds.ts'
import { SkillPicker } from './skill-picker.tsx'

export interface Picker {
  open: () => void
  dialog: ReactNode
}

/** Items of one kind in the space that can be added to the bot. */
export function usePicker(
  kind: SkillKind,
  chosen: ReadonlySet<string>,
  onPick: (picked: readonly PickedSkill[]) => void,
): Picker {
  const { spaceId, store, reload } = useEditor()
  const [isOpen, setOpen] = useState(false)
  const pick = (picked: readonly PickedSkill[]) => {
    onPick(picked)
    // Names and descriptions of what was added come with the draft.
    void store.flush().then(reload)
  }
  const dialog = isOpen && (
    <SkillPicker kind={kind} spaceId={spaceId} chosen={chosen} onPick={pick} onClose={() => setOpen(false)} />
  )
  return { open: () => setOpen(true), dialog }
}
