import { type ReactNode, useState } from 'react'
import { useEditor } from '../../draft-context.ts'
import { type PickedSkill, type SkillKind, useSkillPicker } from '../../skill-pickers.ts'
import { PluginsMissing } from './plugins-missing.tsx'
import { SkillPicker } from './skill-picker.tsx'

interface Picker {
  open: () => void
  dialog: ReactNode
}

/** The picker that a part of the studio brought for a kind, or the plain list of what the space has of it. */
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
  const props = { spaceId, botId, chosen, onPick: take, onClose: close }
  const dialog = !isOpen ? null : picker ? (
    <picker.Picker {...props} />
  ) : kind === 'plugin' ? (
    <PluginsMissing onClose={close} />
  ) : (
    <SkillPicker {...props} kind={kind} />
  )
  return { open: () => setOpen(true), dialog }
}
