import { NodeType } from '@orrery/engine/node-type'
import { useState } from 'react'
import { useT } from '#lib/i18n.ts'
import { type CanvasNode, edgesOf, titleOf } from '../document/canvas.ts'
import { indexOf } from '../document/canvas-index.ts'
import { useDocument, useDocumentStore, useReadOnly } from '../document/document-context.tsx'
import { setTitle } from '../document/edits/node-edits.ts'
import { typeName } from '../nodes/node-text.ts'

const longest = 64

/** The title of the node, edited in place. */
export function SheetTitle({ node }: { node: CanvasNode }) {
  const t = useT('workflow-node')
  const store = useDocumentStore()
  const isReadOnly = useReadOnly()
  const title = titleOf(node) || typeName(t, node.type)
  const [typed, setTyped] = useState<string | null>(null)
  const save = () => {
    const name = typed?.trim()
    setTyped(null)
    if (!name || name === titleOf(node)) return
    store.apply((canvas) => setTitle(canvas, node.id, name), { label: t('edit.rename', { title }) })
  }
  if (typed === null) {
    return (
      <button
        type="button"
        disabled={isReadOnly}
        title={isReadOnly ? title : t('sheet.rename')}
        onClick={() => setTyped(titleOf(node))}
        className="-mx-1 block max-w-full truncate rounded-sm px-1 text-left not-disabled:hover:bg-hover"
      >
        {title}
      </button>
    )
  }
  return (
    <input
      // Focus is expected here: the field replaces the button that the person pressed.
      autoFocus
      aria-label={t('sheet.title')}
      value={typed}
      maxLength={longest}
      onFocus={(event) => event.target.select()}
      onChange={(event) => setTyped(event.target.value)}
      onBlur={save}
      onKeyDown={(event) => {
        if (event.key === 'Enter' && !event.nativeEvent.isComposing) save()
        if (event.key !== 'Escape') return
        event.stopPropagation()
        setTyped(null)
      }}
      className="-mx-1 w-full rounded-sm border border-focus bg-card px-1 font-semibold outline-none"
    />
  )
}

/** The type of the node, and the nodes before it. */
export function SheetCaption({ node }: { node: CanvasNode }) {
  const t = useT('workflow-node')
  const type = typeName(t, node.type)
  const note = useDocument(({ canvas }) => {
    const index = indexOf(canvas)
    const level = index.get(node.id)?.parent ?? canvas
    const before = edgesOf(level).filter((edge) => edge.targetNodeID === node.id)
    const titles = before.map((edge) => titleOf(index.get(edge.sourceNodeID)?.node ?? node))
    if (node.type === NodeType.Start) return t('sheet.first', { type })
    if (!titles.length) return t('sheet.alone', { type })
    if (titles.length === 1) return t('sheet.after', { type, title: titles[0]! })
    return t('sheet.afterMany', { type, title: titles[0]!, count: titles.length - 1 })
  })
  return <>{note}</>
}
