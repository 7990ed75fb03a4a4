import { useState } from 'react'
import { useT } from '#lib/i18n.ts'
import { Button } from '#ui/button.tsx'
import { useRights } from '#domains/ground/collaborator/index.ts'
import { useEditor } from '../document/editor-context.ts'
import { PublishWorkflowDialog } from './publish-workflow-dialog.tsx'

/** The publish button, the only solid button of the title bar. */
export function PublishButton() {
  const t = useT('workflow-run')
  const { workflowId, version } = useEditor()
  const may = useRights('workflow', workflowId)
  const [isOpen, setOpen] = useState(false)
  if (version !== '' || !may('publish')) return null
  return (
    <>
      <Button kind="solid" onClick={() => setOpen(true)}>
        {t('publish')}
      </Button>
      {isOpen && <PublishWorkflowDialog onClose={() => setOpen(false)} />}
    </>
  )
}
