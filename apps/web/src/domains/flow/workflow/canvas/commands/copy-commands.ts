import type { Point } from '../../document/canvas.ts'
import { readFragment, writeFragment } from '../../document/clipboard.ts'
import { copyFragment, duplicate, pasteFragment } from '../../document/edits/fragment.ts'
import type { CommandContext } from './command-context.ts'

/** Copies, pastes and duplicates nodes. */
export function createCopyCommands({ store, t, centre, announce, refuse, canvas, selectedIds }: CommandContext) {
  return {
    copyText: (): string | null => {
      const fragment = copyFragment(canvas(), selectedIds())
      if (!fragment.nodes.length) return null
      announce(t('said.copied', { count: fragment.nodes.length }))
      return writeFragment(fragment)
    },
    duplicate(ids: readonly string[] = selectedIds()): void {
      const copied = duplicate(canvas(), ids)
      if (!copied.ids.length) return
      store.apply(() => copied.canvas, { label: t('step.duplicate', { count: copied.ids.length }) })
      store.select(copied.ids)
      announce(t('said.pasted', { count: copied.ids.length }))
    },
    paste(text: string, spot: { at?: Point; parentId?: string } = {}): boolean {
      const fragment = readFragment(text)
      if (!fragment) return false
      const pasted = pasteFragment(canvas(), fragment, { at: spot.at ?? centre(), parentId: spot.parentId })
      if (pasted.omitted.length) refuse(t(spot.parentId ? 'refused.nested' : 'refused.loopOnly'))
      if (!pasted.ids.length) return true
      store.apply(() => pasted.canvas, { label: t('step.paste', { count: pasted.ids.length }) })
      store.select(pasted.ids)
      announce(t('said.pasted', { count: pasted.ids.length }))
      return true
    },
  }
}
