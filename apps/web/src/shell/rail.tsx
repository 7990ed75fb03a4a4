import { Link } from '@tanstack/react-router'
import { PanelLeftOpen } from 'lucide-react'
import { useT } from '#lib/i18n.ts'
import { IconButton } from '#ui/icon-button.tsx'
import { Mark } from '#ui/mark.tsx'
import { AccountMenu } from './account-menu.tsx'
import { CreateMenu } from './create-menu.tsx'
import { LanguageMenu, RailDocs, RailInbox, RailPlaces, ThemeMenu } from './rail-items.tsx'
import { foldKey } from './submenu-head.tsx'

export function Rail({ onUnfold }: { onUnfold?: () => void }) {
  const t = useT('shell')
  return (
    <nav
      aria-label={t('rail.label')}
      className="flex w-14 shrink-0 flex-col items-center border-r border-line bg-card pb-2.5"
    >
      <Link to="/space" aria-label={t('rail.home')} className="flex h-14 items-center rounded-lg">
        <span aria-hidden>
          <Mark />
        </span>
      </Link>
      <div className="mt-1 flex flex-col items-center gap-1">
        <div className="flex h-9 items-center">
          <CreateMenu />
        </div>
        <RailPlaces />
        {onUnfold && (
          <IconButton size="lg" icon={PanelLeftOpen} label={t('submenu.unfold')} keys={foldKey} onClick={onUnfold} />
        )}
      </div>
      <div className="mt-auto flex flex-col items-center gap-1">
        <RailInbox />
        <RailDocs />
        <LanguageMenu />
        <ThemeMenu />
        <AccountMenu />
      </div>
    </nav>
  )
}
