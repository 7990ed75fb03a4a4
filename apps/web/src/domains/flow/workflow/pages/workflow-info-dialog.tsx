import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '#lib/api.ts'
import { useT } from '#lib/i18n.ts'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { ErrorPanel } from '#ui/error-panel.tsx'
import { useEditor } from '../document/editor-context.ts'
import { refreshWorkflowLists } from '../workflow.queries.ts'
import { isReadyInfo, WorkflowInfoFields } from './workflow-info-fields.tsx'

/** Edits the name and description of the open workflow. */
export function WorkflowInfoDialog({ onClose }: { onClose: () => void }) {
  const t = useT('workflow')
  const { workflowId, loaded, refresh } = useEditor()
  const [info, setInfo] = useState({ name: loaded.workflow.name, desc: loaded.workflow.desc })
  const save = useMutation({
    mutationFn: () =>
      api.workflow.updateMeta({ workflow_id: workflowId, name: info.name.trim(), desc: info.desc.trim() }),
    onSuccess: async () => {
      onClose()
      void refreshWorkflowLists()
      await refresh()
    },
  })
  return (
    <Dialog
      open
      size="md"
      title={t('info.title')}
      onOpenChange={(open) => !open && onClose()}
      onSubmit={(event) => {
        event.preventDefault()
        if (isReadyInfo(info) && !save.isPending) save.mutate()
      }}
      footer={
        <>
          <Button onClick={onClose}>{t('cancel')}</Button>
          <Button type="submit" kind="solid" disabled={!isReadyInfo(info)} busy={save.isPending}>
            {t('info.save')}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        <WorkflowInfoFields info={info} onChange={setInfo} />
      </div>
      {save.error && <ErrorPanel title={t('saved.failed')} error={save.error} className="mt-3" />}
    </Dialog>
  )
}
