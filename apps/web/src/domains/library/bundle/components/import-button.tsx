import { FileUp } from 'lucide-react'
import { useT } from '#lib/i18n.ts'
import { Button } from '#ui/button.tsx'
import { importing } from '../bundle-state.ts'

/** Imports a file into a list. Its text is in the common namespace, so that others load with the dialog. */
export function ImportButton({ spaceId }: { spaceId: string }) {
  const t = useT('ui')
  return (
    <Button icon={FileUp} onClick={() => importing.set({ spaceId })}>
      {t('importFile')}
    </Button>
  )
}
