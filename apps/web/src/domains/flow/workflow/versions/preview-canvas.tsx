import { useEffect, useMemo, useState } from 'react'
import { WorkflowCanvas } from '../canvas/workflow-canvas.tsx'
import type { Canvas } from '../document/canvas.ts'
import { DocumentProvider } from '../document/document-context.tsx'
import { createDocumentStore } from '../document/document-store.ts'
import { EditorProvider, useEditor } from '../document/editor-context.ts'
import { createEditorUi } from '../document/editor-ui.ts'
import { WithoutProblems } from '../problems/problems.tsx'
import { noRunStates, RunStatesContext } from '../run/run-state.ts'
import { MarkProvider, type Marks } from './mark-context.ts'

const firstFit = 300

interface PreviewCanvasProps {
  label: string
  canvas: Canvas
  marks: Marks
  /** The node the camera goes to. */
  chosen: string
  onChoose: (nodeId: string) => void
}

/** A canvas to look at, apart from the one that is edited: another version, or both in one. */
export function PreviewCanvas({ label, canvas, marks, chosen, onChoose }: PreviewCanvasProps) {
  const editor = useEditor()
  const [store] = useState(() => createDocumentStore(canvas))
  const [ui] = useState(() => createEditorUi())
  const shown = useMemo(() => ({ ...editor, ui }), [editor, ui])
  useEffect(() => store.load(canvas), [store, canvas])
  useEffect(() => {
    if (!chosen) return undefined
    ui.lookAt(chosen)
    // The first fit of a new canvas would undo it.
    const timer = setTimeout(() => ui.lookAt(chosen), firstFit)
    return () => clearTimeout(timer)
  }, [ui, chosen])
  useEffect(
    () =>
      ui.subscribe(() => {
        const { sheet } = ui.current()
        if (sheet?.is === 'node' && sheet.nodeId !== chosen) onChoose(sheet.nodeId)
      }),
    [ui, chosen, onChoose],
  )
  return (
    <section aria-label={label} className="relative min-w-0 flex-1">
      <EditorProvider value={shown}>
        <DocumentProvider store={store} isReadOnly>
          <RunStatesContext value={noRunStates}>
            <MarkProvider value={marks}>
              <WithoutProblems>
                <WorkflowCanvas isEditor={false} />
              </WithoutProblems>
            </MarkProvider>
          </RunStatesContext>
        </DocumentProvider>
      </EditorProvider>
    </section>
  )
}
