import { addNode, componentIn, type NewNode, moveNode, placeBeside } from '@orrery/engine/interface'
import type { DragEvent } from 'react'
import type { DragPort } from '../runtime/view-context.tsx'
import { useEditor } from './editor-context.ts'

const MOVED = 'application/x-orrery-component'
const ADDED = 'application/x-orrery-new-component'
type Zone = 'before' | 'after' | 'inside'

/**
 * Dragging with the pointer; the outline offers the same by keyboard. The upper half of a component means before, the
 * lower half after, and the middle of a container inside.
 */
export function useDrag(): DragPort & { beginNew: (event: DragEvent, made: NewNode) => void } {
  const { document, draft, select } = useEditor()
  function zoneOf(event: DragEvent, id: string): Zone {
    const { top, height } = event.currentTarget.getBoundingClientRect()
    const at = (event.clientY - top) / Math.max(1, height)
    const holds = componentIn(document, document.nodes[id]?.type ?? '')?.holds === true
    if (holds && at > 0.25 && at < 0.75) return 'inside'
    return at < 0.5 ? 'before' : 'after'
  }
  const marks: Record<Zone, string> = {
    before: 'inset 0 2px var(--color-brand)',
    after: 'inset 0 -2px var(--color-brand)',
    inside: 'inset 0 0 0 2px var(--color-brand)',
  }
  function mark(event: DragEvent, shadow: string) {
    const target = event.currentTarget as HTMLElement
    target.style.boxShadow = shadow
    if (shadow) target.addEventListener('dragleave', () => (target.style.boxShadow = ''), { once: true })
  }
  return {
    begin(event, id) {
      event.stopPropagation()
      event.dataTransfer.setData(MOVED, id)
      event.dataTransfer.effectAllowed = 'move'
    },
    beginNew(event, made) {
      event.dataTransfer.setData(ADDED, JSON.stringify(made))
      event.dataTransfer.effectAllowed = 'copy'
    },
    over(event, id) {
      const { types } = event.dataTransfer
      if (!types.includes(MOVED) && !types.includes(ADDED)) return
      event.preventDefault()
      event.stopPropagation()
      mark(event, marks[zoneOf(event, id)])
    },
    drop(event, id) {
      event.preventDefault()
      event.stopPropagation()
      mark(event, '')
      const moved = event.dataTransfer.getData(MOVED)
      const added = event.dataTransfer.getData(ADDED)
      const place = placeBeside(document, id, zoneOf(event, id), moved)
      if (!place) return
      if (moved && moved !== id) draft.edit(moveNode(document, moved, place))
      else if (added) {
        const made = addNode(document, place, JSON.parse(added) as NewNode)
        draft.edit(made.edits)
        select(made.id)
      }
    },
  }
}
