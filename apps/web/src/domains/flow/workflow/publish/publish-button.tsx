import { useState } from 'react'
import { useT } from '#lib/i18n.ts'
import { Button } from '#ui/button.tsx'
import { useReadOnly } from '../document/document-context.tsx'
import { PublishWorkflowDialog } from './publish-workflow-dialog.tsx'

/** The one solid button of the title bar. */
export function PublishButton() {
  const t = useT('workflow-run')
  const isReadOnly = useReadOnly()
  const [isOpen, setOpen] = useState(false)
  if (isReadOnly) return null
  return (
    <>
      <Button kind="solid" onClick={() => setOpen(true)}>
        {t('publish')}
      </Button>
      {isOpen && <PublishWorkflowDialog onClose={() => setOpen(false)} />}
    </>
  )
}
