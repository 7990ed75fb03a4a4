import { Link, useLocation } from '@tanstack/react-router'
import { useT } from '#lib/i18n.ts'
import { platformName } from '#lib/title.ts'
import { buttonStyle } from '#ui/button-style.ts'
import { Mark } from '#ui/mark.tsx'
import { LanguageMenu, ThemeMenu } from './rail-items.tsx'

const place =
  'flex h-8 items-center rounded-md px-2.5 transition-colors hover:bg-hover data-[status=active]:bg-brand-soft data-[status=active]:font-medium data-[status=active]:text-brand'

/** For people without an account: the two stores, and the way in, which leads back here. */
export function VisitorBar() {
  const t = useT('shell')
  const here = useLocation({ select: (location) => location.href })
  return (
    <header className="flex h-14 shrink-0 items-center gap-1 border-b border-line bg-card px-4 max-sm:px-2">
      <Link to="/explore/plugin" aria-label={platformName} className="mr-2 flex items-center gap-2 font-semibold">
        <span aria-hidden>
          <Mark size={28} />
        </span>
        <span className="max-sm:hidden">{platformName}</span>
      </Link>
      <nav aria-label={t('submenu.explore')} className="mr-auto flex items-center gap-1">
        <Link to="/explore/plugin" className={place}>
          {t('submenu.plugins')}
        </Link>
        <Link to="/explore/template" className={place}>
          {t('submenu.templates')}
        </Link>
      </nav>
      <LanguageMenu side="bottom" />
      <ThemeMenu side="bottom" />
      <Link to="/sign" search={{ redirect: here }} className={buttonStyle('solid')}>
        {t('visitor.signIn')}
      </Link>
    </header>
  )
}
