import { lazy, Suspense } from 'react'
import { type CanvasParts, CanvasPartsProvider } from '../canvas/canvas-parts.ts'
import { WorkflowCanvas } from '../canvas/workflow-canvas.tsx'
import { useEditor, useEditorUi } from '../document/editor-context.ts'
import { closeAndFocusCanvas } from '../document/editor-focus.ts'
import { CanvasMenus } from '../menus/canvas-menus.tsx'
import { NodeBar } from '../menus/node-bar.tsx'
import { ProblemsPanel } from '../problems/problems-panel.tsx'
import { MoreDialogs } from '../publish/more-items.tsx'
import { RunBanner } from '../run/run-banner.tsx'
import { RunButton } from '../run/run-button.tsx'
import { ConflictHost } from '../save/conflict-host.tsx'
import { EditorBar } from './editor-bar.tsx'
import { useIsHosted, useProblemList } from '../document/problem-host.ts'
import { useEditorKeys } from './use-editor-keys.ts'

// Loaded lazily: forms include text and code editors, which must not delay the canvas.
const NodeSheet = lazy(() => import('./node-sheet.tsx').then((module) => ({ default: module.NodeSheet })))
const RunSheet = lazy(() => import('../run/run-sheet.tsx').then((module) => ({ default: module.RunSheet })))
const ChatPanel = lazy(() => import('../chat/chat-panel.tsx').then((module) => ({ default: module.ChatPanel })))
const RunsView = lazy(() => import('../run/runs-view.tsx').then((module) => ({ default: module.RunsView })))
const TriggersView = lazy(() =>
  import('../triggers/triggers-view.tsx').then((module) => ({ default: module.TriggersView })),
)
const JobsView = lazy(() => import('../jobs/jobs-view.tsx').then((module) => ({ default: module.JobsView })))
const VersionsView = lazy(() =>
  import('../versions/versions-view.tsx').then((module) => ({ default: module.VersionsView })),
)

// Created once: they do not render again while a node is dragged.
const canvasParts: CanvasParts = { Menus: CanvasMenus, nodeBar: <NodeBar />, runButton: <RunButton /> }

/** The title bar and below it the canvas with its side panel, or another view. */
export function EditorFrame() {
  const { ui } = useEditor()
  const view = useEditorUi((state) => state.view)
  const sheet = useEditorUi((state) => state.sheet)
  const problems = useProblemList()
  const isHosted = useIsHosted()
  useEditorKeys()
  const close = () => closeAndFocusCanvas(ui.closeSheet)
  return (
    <CanvasPartsProvider value={canvasParts}>
      <div className="flex min-h-0 flex-1 flex-col">
        <div data-region="bar" className="contents">
          <EditorBar />
        </div>
        <div className="relative flex min-h-0 flex-1">
          {view === 'canvas' && (
            <>
              <div className="relative flex min-w-0 flex-1 flex-col bg-canvas">
                <div className="relative min-h-0 flex-1">
                  <WorkflowCanvas />
                  <RunBanner />
                </div>
                {problems.isOpen && !isHosted && <ProblemsPanel onClose={() => problems.setOpen(false)} />}
              </div>
              <Suspense fallback={<div className="w-[400px] shrink-0 border-l border-line bg-card" />}>
                {sheet?.is === 'node' && <NodeSheet key={sheet.nodeId} nodeId={sheet.nodeId} onClose={close} />}
                {sheet?.is === 'run' && <RunSheet onClose={close} chat={<ChatPanel onClose={close} />} />}
              </Suspense>
            </>
          )}
          <Suspense>
            {view === 'runs' && <RunsView />}
            {view === 'triggers' && <TriggersView />}
            {view === 'jobs' && <JobsView />}
            {view === 'versions' && <VersionsView />}
          </Suspense>
        </div>
        <ConflictHost />
      </div>
      <MoreDialogs />
    </CanvasPartsProvider>
  )
}
