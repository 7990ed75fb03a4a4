import { useEffect, useMemo, useState } from 'react'
import { WorkflowCanvas } from '../canvas/workflow-canvas.tsx'
import type { Canvas } from '../document/canvas.ts'
import { type DiffMarks, noProblems, noRuns, OverlayProvider } from '../document/canvas-overlays.tsx'
import { DocumentProvider } from '../document/document-context.tsx'
import { createDocumentStore } from '../document/document-store.ts'
import { EditorProvider, useEditor } from '../document/editor-context.ts'
import { createEditorUi } from '../document/editor-ui.ts'

const firstFit = 300

interface PreviewCanvasProps {
  label: string
  canvas: Canvas
  marks: DiffMarks
  /** The node to centre. */
  chosen: string
  onChoose: (nodeId: string) => void
}

/** A read-only canvas independent of the edited one: another version, or two versions combined. */
export function PreviewCanvas({ label, canvas, marks, chosen, onChoose }: PreviewCanvasProps) {
  const editor = useEditor()
  const [store] = useState(() => createDocumentStore(canvas))
  const [ui] = useState(() => createEditorUi())
  const shown = useMemo(() => ({ ...editor, ui }), [editor, ui])
  useEffect(() => store.load(canvas), [store, canvas])
  useEffect(() => {
    if (!chosen) return undefined
    ui.lookAt(chosen)
    // Repeated, because the initial fit of a new canvas would override it.
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
          <OverlayProvider runs={noRuns} problems={noProblems} diff={marks}>
            <WorkflowCanvas isEditor={false} />
          </OverlayProvider>
        </DocumentProvider>
      </EditorProvider>
    </section>
  )
}
