import { ArrowLeft } from 'lucide-react'
import type { ReactElement, ReactNode } from 'react'
import { cn } from '#lib/class-names.ts'
import { useEmbedded } from '#lib/embedded.ts'
import { useT } from '#lib/i18n.ts'
import { Breadcrumb, type Crumb } from './breadcrumb.tsx'
import { GuideLink } from './guide-link.tsx'
import { IconButton } from './icon-button.tsx'

interface TitleBarProps {
  title: ReactNode
  /** Right of the title: rename, the state's tag. */
  beside?: ReactNode
  /** List page: one line of explanation. Detail page: the facts, under the title. */
  note?: ReactNode
  /** A page that is the child of another. */
  crumbs?: readonly Crumb[]
  /** A link of the router: its presence makes this a detail page. */
  back?: ReactElement
  tile?: ReactNode
  /** Mode switch or wizard steps, nothing else. */
  centre?: ReactNode
  /** Saved state, plain buttons, the one solid button. */
  actions?: ReactNode
}

export function TitleBar({ title, beside, note, crumbs, back, tile, centre, actions }: TitleBarProps) {
  const t = useT('ui')
  const detail = Boolean(back || tile || crumbs)
  // The tab above says what it is, and the way back is another tab.
  const isEmbedded = useEmbedded()
  if (isEmbedded)
    return (
      <header className="flex min-h-11 shrink-0 flex-wrap items-center gap-2 border-b border-line bg-card px-3 py-1">
        {/* The first leads to a list of the library, which no tab shows. */}
        {crumbs && crumbs.length > 1 && <Breadcrumb crumbs={crumbs.slice(1)} />}
        <h2 className={crumbs ? 'truncate font-medium' : 'sr-only'}>{title}</h2>
        {beside}
        <div className="flex min-w-0 flex-1 items-center gap-1.5 truncate text-small text-mute">{note}</div>
        {centre}
        <div className="flex items-center justify-end gap-2">{actions}</div>
      </header>
    )
  return (
    <header
      className={cn(
        'flex h-14 shrink-0 items-center gap-3 border-b border-line bg-card',
        back ? 'pr-5 pl-4' : 'px-5',
        // On a phone the middle part gets a separate row.
        centre && 'max-sm:h-auto max-sm:flex-wrap max-sm:gap-y-1 max-sm:py-1.5',
      )}
    >
      {back && <IconButton size="lg" icon={ArrowLeft} label={t('back')} render={back} nativeButton={false} />}
      {tile}
      <div
        className={cn(
          'flex min-w-0',
          detail ? 'flex-col' : 'items-baseline gap-3',
          centre ? 'flex-1 basis-0' : 'flex-1',
        )}
      >
        {crumbs && <Breadcrumb crumbs={crumbs} />}
        <div className="flex min-w-0 items-center gap-2">
          <h1 className="truncate text-title font-semibold">{title}</h1>
          {beside}
          <GuideLink />
        </div>
        {note && (
          <div className="flex min-w-0 items-center gap-1.5 truncate text-small text-mute max-sm:hidden">{note}</div>
        )}
      </div>
      {centre && (
        <div className="flex shrink-0 items-center justify-center max-sm:order-last max-sm:w-full">{centre}</div>
      )}
      <div
        className={cn('flex items-center justify-end gap-2', centre ? 'flex-1 basis-0 max-sm:flex-none' : 'shrink-0')}
      >
        {actions}
      </div>
    </header>
  )
}
