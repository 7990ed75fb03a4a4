import { Dialog } from '@base-ui/react/dialog'
import { Link, useLocation } from '@tanstack/react-router'
import { BookOpen, Compass, LayoutGrid, Menu as MenuIcon, X } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useT } from '#lib/i18n.ts'
import { IconButton } from '#ui/icon-button.tsx'
import { Icon, type IconType } from '#ui/icon.tsx'
import { Mark } from '#ui/mark.tsx'
import { AccountMenu } from './account-menu.tsx'
import { CreateMenu } from './create-menu.tsx'
import { LanguageMenu, RailInbox, ThemeMenu } from './rail-items.tsx'
import { submenuRow } from './submenu.tsx'

/** On a phone the rail is at the top, and the submenu opens over the page. */
export function NarrowBar({ submenu }: { submenu: ReactNode }) {
  const t = useT('shell')
  const path = useLocation({ select: (location) => location.href })
  const [openedAt, setOpenedAt] = useState<string | null>(null)
  return (
    <header className="flex h-12 shrink-0 items-center gap-1 border-b border-line bg-card px-2">
      {/* Open only at the address at which it was opened: navigation closes it. */}
      <Dialog.Root open={openedAt === path} onOpenChange={(open) => setOpenedAt(open ? path : null)}>
        <Dialog.Trigger render={<IconButton size="lg" icon={MenuIcon} label={t('menu.open')} />} />
        <Dialog.Portal className="relative z-dialog">
          <Dialog.Backdrop className="fade-motion fixed inset-0 bg-scrim" />
          <Dialog.Popup className="fade-motion fixed inset-y-0 left-0 flex w-72 max-w-[85vw] flex-col border-r border-line bg-card outline-none">
            <div className="flex h-12 shrink-0 items-center justify-between border-b border-line px-4">
              <Dialog.Title className="text-title font-semibold">{t('menu.title')}</Dialog.Title>
              <Dialog.Close render={<IconButton icon={X} label={t('menu.close')} />} />
            </div>
            <nav aria-label={t('rail.label')} className="flex flex-col gap-0.5 border-b border-line p-2">
              <Place to="/space" icon={LayoutGrid} label={t('nav.workspace')} />
              <Place to="/explore/plugin" icon={Compass} label={t('nav.explore')} />
              <Place to="/docs" icon={BookOpen} label={t('nav.guide')} />
            </nav>
            {submenu}
          </Dialog.Popup>
        </Dialog.Portal>
      </Dialog.Root>
      <Link to="/space" aria-label={t('rail.home')} className="mr-auto ml-1">
        <span aria-hidden>
          <Mark size={28} />
        </span>
      </Link>
      <CreateMenu side="bottom" />
      <RailInbox />
      <LanguageMenu side="bottom" />
      <ThemeMenu side="bottom" />
      <AccountMenu side="bottom" />
    </header>
  )
}

function Place({ to, icon, label }: { to: '/space' | '/explore/plugin' | '/docs'; icon: IconType; label: string }) {
  return (
    <Link to={to} className={submenuRow}>
      <Icon of={icon} />
      {label}
    </Link>
  )
}
