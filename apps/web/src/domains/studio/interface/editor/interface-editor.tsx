import type { InterfaceChannel } from '@orrery/contract/shared/interface-limits'
import { copyNode, indentNode, interfaceProblems, removeNode, stepNode } from '@orrery/engine/interface'
import { useQuery } from '@tanstack/react-query'
import { type KeyboardEvent, useEffect, useMemo, useState } from 'react'
import { useT } from '#lib/i18n.ts'
import { ResizablePanels } from '#ui/resizable-panels.tsx'
import { type DrawnInterface, framesQuery, publishedQuery, sendTo, targetsQuery } from '../interface.queries.ts'
import { listenToEdits } from './listen-to-edits.ts'
import { Canvas } from './canvas.tsx'
import { ChangeList } from './change-list.tsx'
import { changesBetween } from './changes-between.ts'
import { createDraftStore } from './draft-store.ts'
import { EditorProvider, type InterfaceEditor } from './editor-context.ts'
import { LeftPanel } from './left-panel.tsx'
import { ProblemList } from './problem-list.tsx'
import { PropertyPanel } from './property-panel.tsx'

interface EditorProps {
  projectId: string
  found: DrawnInterface
  mayEdit: boolean
  channel: InterfaceChannel
  chooseChannel: (channel: InterfaceChannel) => void
}
/** Pages, outline and components on the left, the canvas in the middle, the properties on the right, problems below. */
export function InterfaceEditorView({ projectId, found, mayEdit, channel, chooseChannel }: EditorProps) {
  const t = useT('interface')
  const [draft] = useState(() => createDraftStore(found, sendTo(found.sandboxId)))
  const document = draft.use((state) => state.document)
  const { data: facts } = useQuery(targetsQuery(projectId))
  const [page, openPage] = useState(document.entry)
  const [selected, select] = useState('')
  // Applies saves of other editors as they are announced.
  useEffect(
    () => listenToEdits(found.sandboxId, (saved) => void draft.receive(saved).catch(() => {})),
    [draft, found.sandboxId],
  )
  const version = JSON.stringify(document.packages ?? {})
  const { data: frames } = useQuery(framesQuery(projectId, version, channel))
  const known = useMemo(() => facts ?? { workflows: [], tables: [] }, [facts])
  const problems = useMemo(() => interfaceProblems(document, facts), [document, facts])
  const shown = document.pages[page] ? page : document.entry
  const [showsChanges, showChanges] = useState(false)
  const { data: published } = useQuery(publishedQuery(projectId, channel))
  const changes = useMemo(() => (published ? changesBetween(published, document) : undefined), [published, document])
  const editor: InterfaceEditor = {
    draft,
    document,
    facts: known,
    page: shown,
    openPage,
    selected,
    select,
    mayEdit,
    projectId,
    channel,
    chooseChannel,
    frames: frames ?? {},
    marks: showsChanges ? changes?.marks : undefined,
  }
  return (
    <EditorProvider value={editor}>
      <div className="flex min-h-0 min-w-0 flex-1 flex-col" onKeyDown={(event) => mayEdit && onKey(event, editor)}>
        <ResizablePanels
          storeKey="interface"
          panels={[
            { id: 'parts', title: t('parts'), share: 20, min: 220, foldable: true, content: <LeftPanel /> },
            { id: 'canvas', title: t('canvas'), share: 56, min: 360, content: <Canvas projectId={projectId} /> },
            { id: 'props', title: t('properties'), share: 24, min: 240, foldable: true, content: <PropertyPanel /> },
          ]}
        />
        <ProblemList problems={problems} />
        {changes && (
          <ChangeList changes={changes.list} isOpen={showsChanges} onToggle={() => showChanges(!showsChanges)} />
        )}
      </div>
    </EditorProvider>
  )
}

/** Keyboard shortcuts for the selected component, except while a text field has the focus. */
function onKey(event: KeyboardEvent, { draft, document, selected, select }: InterfaceEditor) {
  const isTyping = (event.target as Element).closest('input, textarea, [contenteditable]') !== null
  const isCommand = event.ctrlKey || event.metaKey
  if (isTyping) return
  if (isCommand && event.key.toLowerCase() === 'z') {
    event.preventDefault()
    if (event.shiftKey) draft.redo()
    else draft.undo()
    return
  }
  if (!selected) return
  if (isCommand && event.key.toLowerCase() === 'd') {
    event.preventDefault()
    const { id, edits } = copyNode(document, selected)
    draft.edit(edits)
    select(id)
  } else if (event.key === 'Delete' || event.key === 'Backspace') {
    event.preventDefault()
    draft.edit(removeNode(document, selected))
    select('')
  } else if (event.altKey && (event.key === 'ArrowUp' || event.key === 'ArrowDown')) {
    event.preventDefault()
    draft.edit(stepNode(document, selected, event.key === 'ArrowUp' ? -1 : 1))
  } else if (event.altKey && (event.key === 'ArrowLeft' || event.key === 'ArrowRight')) {
    event.preventDefault()
    draft.edit(indentNode(document, selected, event.key === 'ArrowLeft' ? -1 : 1))
  } else if (event.key === 'Escape') select('')
}
