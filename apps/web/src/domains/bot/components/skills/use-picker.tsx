import { type ReactNode, useState } from 'react'
import { useEditor } from '../../draft-context.ts'
import { type PickedSkill, type SkillKind, useSkillPicker } from '../../skill-pickers.ts'
import { EmptyPicker } from './empty-picker.tsx'

interface Picker {
  open: () => void
  dialog: ReactNode
}

/** The picker of a kind, or the dialog that says that its part of the studio is not there yet. */
export function usePicker(
  kind: SkillKind,
  chosen: ReadonlySet<string>,
  onPick: (picked: readonly PickedSkill[]) => void,
): Picker {
  const { spaceId, botId, store, reload } = useEditor()
  const [isOpen, setOpen] = useState(false)
  const picker = useSkillPicker(kind)
  const close = () => setOpen(false)
  const take = (picked: readonly PickedSkill[]) => {
    onPick(picked)
    // Names and descriptions of what was added come with the draft.
    void store.flush().then(reload)
  }
  const dialog = !isOpen ? null : picker ? (
    <picker.Picker spaceId={spaceId} botId={botId} chosen={chosen} onPick={take} onClose={close} />
  ) : (
    <EmptyPicker kind={kind} onClose={close} />
  )
  return { open: () => setOpen(true), dialog }
}
