import { Ellipsis } from 'lucide-react'
import { useState } from 'react'
import { useT } from '../../../lib/i18n.ts'
import { Button } from '../../../ui/button.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { Menu } from '../../../ui/menu.tsx'
import { useReadOnly } from '../document/document-context.tsx'
import { MoreItems } from './more-items.tsx'
import { PublishDialog } from './publish-dialog.tsx'

/** The one solid button of the title bar, and before it everything else that concerns the whole workflow. */
export function PublishButton() {
  const t = useT('workflow-run')
  const isReadOnly = useReadOnly()
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Menu align="end" className="w-60" trigger={<IconButton size="lg" icon={Ellipsis} label={t('more')} />}>
        <MoreItems />
      </Menu>
      {!isReadOnly && (
        <Button kind="solid" onClick={() => setOpen(true)}>
          {t('publish')}
        </Button>
      )}
      {isOpen && <PublishDialog onClose={() => setOpen(false)} />}
    </>
  )
}
