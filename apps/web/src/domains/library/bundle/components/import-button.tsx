import { FileUp } from 'lucide-react'
import { useT } from '#lib/i18n.ts'
import { Button } from '#ui/button.tsx'
import { importing } from '../bundle-state.ts'

/** In the title bar of a list: a file becomes what the list holds. */
export function ImportButton({ spaceId }: { spaceId: string }) {
  const t = useT('bundle')
  return (
    <Button icon={FileUp} onClick={() => importing.set({ spaceId })}>
      {t('import.button')}
    </Button>
  )
}
