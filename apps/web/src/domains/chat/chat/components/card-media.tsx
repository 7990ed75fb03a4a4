import { ExternalLink, ImageOff } from 'lucide-react'
import { useT } from '#lib/i18n.ts'
import { Icon } from '#ui/icon.tsx'
import { ownPicture, safeLink } from '../safe-link.ts'
import { Picture } from './picture.tsx'

/** A picture of this instance; external pictures are shown as links. */
export function CardPicture({ src, title }: { src: string; title: string }) {
  const own = ownPicture(src)
  if (own) return <Picture src={own} name={title} className="max-h-60 w-full rounded-md object-cover" />
  return (
    <span className="flex items-center gap-1.5 rounded-md border border-line px-2 py-1 text-small text-mute">
      <Icon of={ImageOff} size={14} className="shrink-0" />
      <CardLink address={src} title={title} />
    </span>
  )
}

export function CardLink({ address, title }: { address: string; title: string }) {
  const t = useT('chat')
  const href = safeLink(address)
  if (!href) return <span className="truncate text-small text-mute">{address}</span>
  return (
    <a
      href={href}
      target="_blank"
      rel="noopener noreferrer nofollow"
      title={href}
      className="link flex min-w-0 items-center gap-1 text-small"
    >
      <Icon of={ExternalLink} size={14} className="shrink-0" />
      <span className="truncate">{title || t('image.open')}</span>
    </a>
  )
}
