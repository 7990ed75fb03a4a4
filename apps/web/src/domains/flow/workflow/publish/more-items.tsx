import { useNavigate } from '@tanstack/react-router'
import { Copy, Download, Network, Upload, UsersRound, WandSparkles } from 'lucide-react'
import { lazy, Suspense } from 'react'
import { api } from '#lib/api.ts'
import { textOf, useT } from '#lib/i18n.ts'
import { saveFile } from '#lib/save-file.ts'
import { createStore } from '#lib/store.ts'
import { MenuItem, MenuLine } from '#ui/menu-items.tsx'
import { toast } from '#ui/toast-store.ts'
import { useReadOnly } from '../document/document-context.tsx'
import { useEditor } from '../document/editor-context.ts'
import { refreshWorkflowLists, useHasFeature } from '../workflow.queries.ts'

const ReferencesDialog = lazy(() => import('./references-dialog.tsx').then((m) => ({ default: m.ReferencesDialog })))
const ShareDialog = lazy(() =>
  import('#domains/ground/collaborator/index.ts').then((m) => ({ default: m.ShareDialog })),
)
const ImportWorkflowDialog = lazy(() =>
  import('./import-workflow-dialog.tsx').then((m) => ({ default: m.ImportWorkflowDialog })),
)
const BuildDialog = lazy(() => import('../ai/build-dialog.tsx').then((m) => ({ default: m.BuildDialog })))

type Opened = 'references' | 'collaborators' | 'import' | 'build' | null

/** The open dialog, stored outside of the menu because the menu closes before the dialog opens. */
const opened = createStore<Opened>(null)
const openWorkflowDialog = opened.set

/** Menu items of the title bar for the whole workflow. */
export function MoreItems() {
  const t = useT('workflow-run')
  const { workflowId, spaceId, flush } = useEditor()
  const isReadOnly = useReadOnly()
  const mayBuild = useHasFeature(spaceId, 'build_with_model')
  const navigate = useNavigate()
  const duplicate = async () => {
    if (!isReadOnly) await flush()
    const copied = await api.workflow.copy({ workflow_id: workflowId, space_id: spaceId }, { toast: true })
    await refreshWorkflowLists()
    toast.ok(textOf('workflow-run')('more.copied'))
    await navigate({ to: '/work_flow', search: { space_id: spaceId, workflow_id: copied.workflow_id } })
  }
  const exportBundle = async () => {
    if (!isReadOnly) await flush()
    const { file_name: name, bundle } = await api.workflowVersion.export({ workflow_id: workflowId }, { toast: true })
    saveFile(name, bundle)
  }
  return (
    <>
      {!isReadOnly && mayBuild && (
        <>
          <MenuItem icon={WandSparkles} onClick={() => openWorkflowDialog('build')}>
            {t('more.build')}
          </MenuItem>
          <MenuLine />
        </>
      )}
      <MenuItem icon={Network} onClick={() => openWorkflowDialog('references')}>
        {t('more.references')}
      </MenuItem>
      <MenuItem icon={UsersRound} onClick={() => openWorkflowDialog('collaborators')}>
        {t('more.collaborators')}
      </MenuItem>
      <MenuItem icon={Copy} onClick={() => void duplicate()}>
        {t('more.copy')}
      </MenuItem>
      <MenuLine />
      <MenuItem icon={Download} onClick={() => void exportBundle()}>
        {t('more.export')}
      </MenuItem>
      <MenuItem icon={Upload} onClick={() => openWorkflowDialog('import')}>
        {t('more.import')}
      </MenuItem>
    </>
  )
}

/** The dialogs of the menu items; mounted once in the editor. */
export function MoreDialogs() {
  const { spaceId, workflowId } = useEditor()
  const shown = opened.use()
  const close = () => openWorkflowDialog(null)
  return (
    <Suspense>
      {shown === 'references' && <ReferencesDialog onClose={close} />}
      {shown === 'collaborators' && (
        <ShareDialog shared={{ kind: 'workflow', id: workflowId, spaceId }} onClose={close} />
      )}
      {shown === 'import' && <ImportWorkflowDialog spaceId={spaceId} onClose={close} />}
      {shown === 'build' && <BuildDialog onClose={close} />}
    </Suspense>
  )
}
