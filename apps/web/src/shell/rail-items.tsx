import { Link, useLocation } from '@tanstack/react-router'
import { Bell, BookOpen, Compass, Languages, LayoutGrid, Moon, Sun } from 'lucide-react'
import type { ReactElement } from 'react'
import { cn } from '#lib/class-names.ts'
import { languageNames, languages, useLanguage, useT } from '#lib/i18n.ts'
import { type Theme, themes, useTheme } from '#lib/theme.ts'
import { useUnread } from '#lib/unread.ts'
import { Icon, type IconType } from '#ui/icon.tsx'
import { MenuChoice } from '#ui/menu-items.tsx'
import { Menu } from '#ui/menu.tsx'
import { Tooltip } from '#ui/tooltip.tsx'
import { saveLanguage } from './save-language.ts'

const itemStyle = (isCurrent: boolean) =>
  cn(
    'flex size-10 shrink-0 items-center justify-center rounded-lg text-mute transition-colors hover:bg-hover hover:text-ink aria-expanded:bg-hover aria-expanded:text-ink',
    isCurrent && 'bg-brand-soft text-brand hover:bg-brand-soft hover:text-brand',
  )

/** Which of the two areas of the studio the page belongs to. */
function usePlace(): 'workspace' | 'explore' | null {
  const path = useLocation({ select: (location) => location.pathname })
  if (path.startsWith('/explore')) return 'explore'
  return /^\/(space|work_flow|search)(\/|$)/.test(path) ? 'workspace' : null
}

export function RailPlaces() {
  const t = useT('shell')
  const place = usePlace()
  const current = (name: string) => ({
    className: itemStyle(place === name),
    'aria-current': place === name ? ('true' as const) : undefined,
  })
  return (
    <>
      <Named label={t('nav.workspace')}>
        <Link to="/space" {...current('workspace')} aria-label={t('nav.workspace')}>
          <Icon of={LayoutGrid} size={18} />
        </Link>
      </Named>
      <Named label={t('nav.explore')}>
        <Link to="/explore/plugin" {...current('explore')} aria-label={t('nav.explore')}>
          <Icon of={Compass} size={18} />
        </Link>
      </Named>
    </>
  )
}

/** The bell, with the number of unread notices. */
export function RailInbox() {
  const t = useT('shell')
  const isHere = useLocation({ select: (location) => location.pathname === '/inbox' })
  const count = useUnread()
  const label = count ? t('rail.inbox', { count }) : t('nav.inbox')
  return (
    <Named label={label}>
      <Link
        to="/inbox"
        className={cn('relative', itemStyle(isHere))}
        aria-label={label}
        aria-current={isHere ? 'true' : undefined}
      >
        <Icon of={Bell} size={18} />
        {count > 0 && (
          <span className="absolute top-0.5 right-0.5 flex h-4 min-w-4 items-center justify-center rounded-full bg-brand-solid px-1 text-caption text-on-brand">
            {count > 99 ? '99+' : count}
          </span>
        )}
      </Link>
    </Named>
  )
}

export function RailDocs() {
  const t = useT('shell')
  return (
    <Named label={t('nav.guide')}>
      <Link to="/docs" className={itemStyle(false)} aria-label={t('nav.guide')}>
        <Icon of={BookOpen} size={18} />
      </Link>
    </Named>
  )
}

export function LanguageMenu({ side = 'right' }: { side?: 'right' | 'bottom' }) {
  const t = useT('shell')
  const [language] = useLanguage()
  return (
    <Menu side={side} align="end" trigger={<RailButton icon={Languages} label={t('rail.language')} />}>
      <MenuChoice
        label={t('rail.language')}
        items={languages.map((value) => ({ value, label: languageNames[value] }))}
        value={language}
        onChange={(next) => void saveLanguage(next)}
      />
    </Menu>
  )
}

export function ThemeMenu({ side = 'right' }: { side?: 'right' | 'bottom' }) {
  const t = useT('shell')
  const [theme, setTheme] = useTheme()
  const names: Record<Theme, string> = {
    light: t('theme.light'),
    dark: t('theme.dark'),
    system: t('theme.system'),
  }
  return (
    <Menu side={side} align="end" trigger={<RailButton icon={Moon} darkIcon={Sun} label={t('rail.theme')} />}>
      <MenuChoice
        label={t('rail.theme')}
        items={themes.map((value) => ({ value, label: names[value] }))}
        value={theme}
        onChange={setTheme}
      />
    </Menu>
  )
}

interface RailButtonProps {
  icon: IconType
  /** Shown instead with the dark theme. */
  darkIcon?: IconType
  label: string
}

function RailButton({ icon, darkIcon, label, ...rest }: RailButtonProps) {
  return (
    <button type="button" title={label} aria-label={label} className={itemStyle(false)} {...rest}>
      <Icon of={icon} size={18} className={cn(darkIcon && 'dark:hidden')} />
      {darkIcon && <Icon of={darkIcon} size={18} className="hidden dark:block" />}
    </button>
  )
}

function Named({ label, children }: { label: string; children: ReactElement }) {
  return <Tooltip text={label}>{children}</Tooltip>
}
