import { paramsOf, writePath } from '@orrery/engine/describe'
import { useT } from '#lib/i18n.ts'
import { titleOf } from '../document/canvas.ts'
import { useDocumentStore } from '../document/document-context.tsx'
import { setNodeData } from '../document/edits/node-edits.ts'
import { movedPlace, type Places, renamePorts, withoutPlace } from './branch-edits.ts'
import { useNodeForm } from './form-context.tsx'
import { useList } from './use-path.ts'

/** A list whose entries are branches: when an entry is moved or removed, its edges change in the same undo step. */
export function useBranches<T>(path: string, ports: (places: Places) => (port: string) => string | undefined) {
  const t = useT('workflow-node')
  const store = useDocumentStore()
  const { node, isReadOnly } = useNodeForm()
  const edits = useList<T>(path)
  const rearrange = (change: (list: T[]) => T[], places: Places) => {
    if (isReadOnly) return
    store.apply(
      (canvas) => {
        const lines = renamePorts(canvas, node.id, ports(places))
        return setNodeData(lines, node.id, (data) => writePath(data, path, change(paramsOf(data, path) as T[])))
      },
      { label: t('edit.change', { title: titleOf(node) }) },
    )
  }
  return {
    ...edits,
    remove: (place: number) => rearrange((list) => list.toSpliced(place, 1), withoutPlace(place)),
    move: (from: number, to: number) => {
      if (to < 0 || to >= edits.list.length) return
      rearrange((list) => list.toSpliced(from, 1).toSpliced(to, 0, list[from]!), movedPlace(from, to))
    },
  }
}
