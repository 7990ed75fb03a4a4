import { ExternalLink } from 'lucide-react'
import { useT } from '#lib/i18n.ts'
import { openInNewWindow } from '#lib/open-window.ts'
import { IconButton } from '#ui/icon-button.tsx'

/** Opens the resource of a row in another window, so that the draft stays open. */
export function OpenLink({ name, href }: { name: string; href: string }) {
  const t = useT('bot')
  return (
    <IconButton
      size="sm"
      icon={ExternalLink}
      label={t('row.open', { name })}
      onClick={() => void openInNewWindow(() => href)}
    />
  )
}
