import { Link, useLocation } from '@tanstack/react-router'
import { useBrand } from '#lib/brand.ts'
import { useT } from '#lib/i18n.ts'
import { buttonStyle } from '#ui/button-style.ts'
import { Mark } from '#ui/mark.tsx'
import { LanguageMenu, ThemeMenu } from './rail-items.tsx'

const place =
  'flex h-8 items-center rounded-md px-2.5 transition-colors hover:bg-hover data-[status=active]:bg-brand-soft data-[status=active]:font-medium data-[status=active]:text-brand'

/** For people without an account: links to the two stores, and to the sign-in page, which returns here. */
export function VisitorBar() {
  const t = useT('shell')
  const { name } = useBrand()
  const here = useLocation({ select: (location) => location.href })
  return (
    <header className="flex h-14 shrink-0 items-center gap-1 border-b border-line bg-card px-4 max-sm:px-2">
      <Link to="/explore/plugin" aria-label={name} className="mr-2 flex items-center gap-2 font-semibold">
        <span aria-hidden>
          <Mark size={28} />
        </span>
        <span className="max-sm:hidden">{name}</span>
      </Link>
      <nav aria-label={t('nav.explore')} className="mr-auto flex items-center gap-1">
        <Link to="/explore/plugin" className={place}>
          {t('nav.plugins')}
        </Link>
        <Link to="/explore/template" className={place}>
          {t('nav.templates')}
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
