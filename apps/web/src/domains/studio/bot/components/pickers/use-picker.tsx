import { type ReactNode, useState } from 'react'
import { useCreatedSkill } from '../../skills/use-created-skill.ts'
import { useEditor } from '../../draft/draft-context.ts'
import type { PickedSkill, SkillKind } from '../../skills/skill-kinds.ts'
import { SkillPicker } from './skill-picker.tsx'

export interface Picker {
  open: () => void
  dialog: ReactNode
}

/** A dialog to add items of one kind in the space to the bot. */
export function usePicker(
  kind: SkillKind,
  chosen: ReadonlySet<string>,
  onPick: (picked: readonly PickedSkill[]) => void | Promise<void>,
  /** Link to view an item before it is added. */
  linkTo?: (id: string) => string,
): Picker {
  const { spaceId, store, reload } = useEditor()
  const [isOpen, setOpen] = useState(false)
  const pick = async (picked: readonly PickedSkill[]) => {
    await onPick(picked)
    // The reloaded draft contains the names and descriptions of the added items.
    await store.flush()
    await reload()
  }
  const onCreated = useCreatedSkill(kind, pick)
  const dialog = isOpen && (
    <SkillPicker
      kind={kind}
      spaceId={spaceId}
      chosen={chosen}
      linkTo={linkTo}
      onPick={(picked) => void pick(picked)}
      onCreated={onCreated}
      onClose={() => setOpen(false)}
    />
  )
  return { open: () => setOpen(true), dialog }
}
