import { FolderOpen } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { useT } from '#lib/i18n.ts'
import { Button } from '#ui/button.tsx'

const FileBoxDialog = lazy(() => import('./filebox-dialog.tsx').then((module) => ({ default: module.FileBoxDialog })))

/** Opens the reader's own file box with the bot. */
export function FileBoxButton({ botId }: { botId: string }) {
  const t = useT('filebox')
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button size="sm" icon={FolderOpen} onClick={() => setOpen(true)}>
        {t('open')}
      </Button>
      {isOpen && (
        <Suspense>
          <FileBoxDialog botId={botId} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
