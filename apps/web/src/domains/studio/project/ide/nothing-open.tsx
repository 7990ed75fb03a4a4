import { FolderInput, MessagesSquare, PanelLeft, Plus, Workflow } from 'lucide-react'
import { useState } from 'react'
import { useT } from '#lib/i18n.ts'
import { Button } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { LibraryDialog } from '../tree/library-dialog.tsx'
import { useCreate } from '../tree/use-create.ts'
import { useIde } from './ide-context.ts'

/** Shown if no tab is open. For an empty project it explains how to begin. */
export function NothingOpen() {
  const t = useT('project')
  const { resources, mayEdit } = useIde()
  const create = useCreate()
  const [isTaking, setTaking] = useState(false)
  if (resources.length > 0 || !mayEdit)
    return <EmptyState icon={PanelLeft} title={t('empty.title')} text={t('empty.text')} />
  return (
    <>
      <EmptyState
        icon={Workflow}
        title={t('begin.title')}
        text={t('begin.text')}
        action={
          <span className="flex flex-wrap justify-center gap-2">
            <Button kind="solid" icon={Plus} onClick={() => create('workflow')}>
              {t('begin.workflow')}
            </Button>
            <Button icon={MessagesSquare} onClick={() => create('chatflow')}>
              {t('begin.chatflow')}
            </Button>
          </span>
        }
        example={
          <Button kind="ghost" icon={FolderInput} onClick={() => setTaking(true)}>
            {t('library.take')}
          </Button>
        }
      />
      {isTaking && <LibraryDialog onClose={() => setTaking(false)} />}
    </>
  )
}
