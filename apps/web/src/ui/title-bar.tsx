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
  /** Shown right of the title: rename button, tag of the state. */
  beside?: ReactNode
  /** List page: one line of explanation. Detail page: the facts, below the title. */
  note?: ReactNode
  /** For pages that are children of another page. */
  crumbs?: readonly Crumb[]
  /** A link of the router; its presence makes this a detail page. */
  back?: ReactElement
  tile?: ReactNode
  /** Mode switch or wizard steps only. */
  centre?: ReactNode
  /** Save state, plain buttons, the primary button. */
  actions?: ReactNode
}

export function TitleBar({ title, beside, note, crumbs, back, tile, centre, actions }: TitleBarProps) {
  const t = useT('ui')
  const detail = Boolean(back || tile || crumbs)
  // In a tab of a project, the tab itself shows the name, and navigation happens between tabs.
  const isEmbedded = useEmbedded()
  if (isEmbedded)
    return (
      <header className="flex min-h-11 shrink-0 flex-wrap items-center gap-2 border-b border-line bg-card px-3 py-1">
        {/* The first crumb links to a list of the library, which no tab shows. */}
        {crumbs && crumbs.length > 1 && <Breadcrumb crumbs={crumbs.slice(1)} />}
        <h2 className={crumbs ? 'truncate font-medium' : 'sr-only'}>{title}</h2>
        {beside}
        {/* If there is too little room, the rest wraps: a truncated note is useless. */}
        <div
          className={cn(
            'flex flex-1 items-center gap-1.5 truncate text-small text-mute',
            note ? 'min-w-[min(100%,15rem)]' : 'min-w-0',
          )}
        >
          {note}
        </div>
        {centre}
        <div className="flex items-center justify-end gap-2">{actions}</div>
      </header>
    )
  return (
    <header
      className={cn(
        // What does not fit beside the name wraps to a second row, so that no action is cut off.
        'flex min-h-14 shrink-0 flex-wrap items-center gap-x-3 gap-y-1 border-b border-line bg-card py-1.5',
        back ? 'pr-5 pl-4' : 'px-5',
      )}
    >
      {back && <IconButton size="lg" icon={ArrowLeft} label={t('back')} render={back} nativeButton={false} />}
      {tile}
      <div className={cn('flex min-w-[min(12rem,60%)] flex-1 basis-0', detail ? 'flex-col' : 'items-baseline gap-3')}>
        {crumbs && <Breadcrumb crumbs={crumbs} />}
        <div
          className={cn('flex items-center gap-x-2', detail ? 'min-w-0 max-[1100px]:flex-wrap' : 'max-w-full shrink-0')}
        >
          <h1 className="max-w-full truncate text-title font-semibold">{title}</h1>
          {beside}
          <GuideLink />
        </div>
        {note && (
          <div
            className={cn(
              'flex min-w-0 items-center gap-1.5 text-small text-mute',
              // The explanation of a list is hidden before its name or its actions.
              detail ? 'truncate max-sm:hidden' : 'max-[1100px]:hidden',
            )}
          >
            {typeof note === 'string' ? <span className="truncate">{note}</span> : note}
          </div>
        )}
      </div>
      {centre && (
        <div className="flex max-w-full min-w-0 items-center justify-center max-[1100px]:order-last max-[1100px]:w-full">
          {centre}
        </div>
      )}
      {(actions || centre) && (
        <div
          className={cn(
            'ml-auto flex max-w-full flex-wrap items-center justify-end gap-2',
            // As wide as the name at the left, so that the centre is centred.
            centre && 'min-w-fit flex-1 basis-0 max-[1100px]:flex-none',
          )}
        >
          {actions}
        </div>
      )}
    </header>
  )
}
