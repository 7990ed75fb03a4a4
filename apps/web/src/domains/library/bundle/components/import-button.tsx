import { FileUp } from 'lucide-react'
import { useT } from '#lib/i18n.ts'
import { Button } from '#ui/button.tsx'
import { importing } from '../bundle-state.ts'

/** In the title bar of a list: a file becomes what the list holds. Its texts are those of all pages: the others come with the dialog. */
export function ImportButton({ spaceId }: { spaceId: string }) {
  const t = useT('ui')
  return (
    <Button icon={FileUp} onClick={() => importing.set({ spaceId })}>
      {t('importFile')}
    </Button>
  )
}
