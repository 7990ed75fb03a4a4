import { FlowMode } from '@orrery/contract/shared/flow-mode'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useEffect, useMemo, useState } from 'react'
import { useT } from '#lib/i18n.ts'
import { workflowLink } from '#lib/links.ts'
import { queryClient } from '#lib/query.ts'
import { rememberRecent } from '#lib/recent.ts'
import { usePageTitle } from '#lib/title.ts'
import { PageState } from '#ui/page-state.tsx'
import { FileWarning } from 'lucide-react'
import { kindOf } from '../create-workflow.ts'
import { readCanvas } from '../document/canvas-text.ts'
import { withPositions } from '../document/first-positions.ts'
import type { Canvas } from '../document/canvas.ts'
import { DocumentProvider } from '../document/document-context.tsx'
import { createDocumentStore } from '../document/document-store.ts'
import { type Editor, EditorProvider } from '../document/editor-context.ts'
import { createEditorUi } from '../document/editor-ui.ts'
import { useOpenRequestedNode } from '../document/node-to-open.ts'
import { ProblemsProvider } from '../problems/problems.tsx'
import { RunProvider } from '../run/run-provider.tsx'
import { PresenceProvider } from '../save/presence-provider.tsx'
import { SaverProvider } from '../save/saver-context.ts'
import { readTheirs, useSaver } from '../save/use-saver.ts'
import { canvasQuery, type LoadedWorkflow } from '../workflow.queries.ts'
import { EditorFrame } from './editor-frame.tsx'

interface WorkflowEditorProps {
  workflowId: string
  loaded: LoadedWorkflow
  /** The version to show instead of the draft. */
  shown?: { version: string; schema: string }
}

export function WorkflowEditor({ workflowId, loaded, shown }: WorkflowEditorProps) {
  const t = useT('workflow')
  const [canvas] = useState(() => {
    const stored = readCanvas(shown?.schema ?? loaded.workflow.schema_json ?? '')
    return stored && withPositions(stored)
  })
  if (canvas)
    return <OpenEditor workflowId={workflowId} loaded={loaded} canvas={canvas} version={shown?.version ?? ''} />
  return <PageState icon={FileWarning} title={t('unreadable.title')} text={t('unreadable.text')} />
}

interface OpenEditorProps {
  workflowId: string
  loaded: LoadedWorkflow
  canvas: Canvas
  version: string
}

function OpenEditor({ workflowId, loaded, canvas, version }: OpenEditorProps) {
  const t = useT('workflow')
  const { node_id: nodeId } = useSearch({ from: '/signed/work_flow' })
  const isReadOnly = !loaded.vcs_data.can_edit || version !== ''
  const [store] = useState(() => createDocumentStore(canvas))
  const [ui] = useState(() => createEditorUi(nodeId ? { sheet: { is: 'node', nodeId }, cameraTarget: { nodeId } } : {}))
  const saver = useSaver(store, { workflowId, loaded, isReadOnly, restoreLabel: t('step.restore') })
  const spaceId = loaded.workflow.space_id
  const editor = useMemo(
    (): Editor => ({
      workflowId,
      spaceId,
      loaded,
      version,
      isChatflow: loaded.workflow.flow_mode === FlowMode.chatFlow,
      kind: kindOf(loaded.workflow.flow_mode),
      ui,
      flush: async () => {
        await saver.flush()
        const { state, version: saved } = saver.current()
        if (state.is === 'saved') return saved
        throw state.is === 'failed'
          ? state.error
          : new Error(t(`saved.${state.is === 'offline' ? 'offline' : 'conflict'}`))
      },
      reload: async () => {
        const fresh = await queryClient.fetchQuery({ ...canvasQuery(workflowId), staleTime: 0 })
        saver.adopt(readTheirs(fresh))
      },
      refresh: async () => {
        await queryClient.fetchQuery({ ...canvasQuery(workflowId), staleTime: 0 })
      },
    }),
    [workflowId, spaceId, loaded, version, ui, saver, t],
  )
  useNodeAddress(editor)
  useOpenRequestedNode(editor)
  usePageTitle(loaded.workflow.name)
  useEffect(() => {
    const href = workflowLink({ space_id: spaceId, workflow_id: workflowId })
    const kind = kindOf(loaded.workflow.flow_mode)
    rememberRecent(spaceId, { id: workflowId, kind, name: loaded.workflow.name, href })
  }, [spaceId, workflowId, loaded])
  return (
    <EditorProvider value={editor}>
      <SaverProvider value={saver}>
        <DocumentProvider store={store} isReadOnly={isReadOnly}>
          <PresenceProvider>
            <ProblemsProvider>
              <RunProvider>
                <EditorFrame />
              </RunProvider>
            </ProblemsProvider>
          </PresenceProvider>
        </DocumentProvider>
      </SaverProvider>
    </EditorProvider>
  )
}

/** Keeps the node whose form is open in the URL, so that the link can be shared. */
function useNodeAddress({ ui, workflowId, spaceId }: Editor): void {
  const navigate = useNavigate()
  useEffect(
    () =>
      ui.subscribe(() => {
        const { sheet } = ui.current()
        const node_id = sheet?.is === 'node' ? sheet.nodeId : undefined
        void navigate({
          to: '/work_flow',
          search: ({ node_id: now, ...rest }) =>
            now === node_id
              ? { ...rest, ...(now ? { node_id: now } : {}) }
              : { ...rest, workflow_id: workflowId, space_id: spaceId, ...(node_id ? { node_id } : {}) },
          replace: true,
          state: true,
        })
      }),
    [ui, navigate, workflowId, spaceId],
  )
}
