import { Link } from '@tanstack/react-router'
import { useVisitor } from '#lib/account.ts'
import { useBrand } from '#lib/brand.ts'
import { useT } from '#lib/i18n.ts'
import { usePageTitle } from '#lib/title.ts'
import { buttonStyle } from '#ui/button-style.ts'
import { Mark } from '#ui/mark.tsx'
import { NoAccess, NotFound } from '#ui/page-state.tsx'

/** A missing page, or a space of which the user is not a member. Both look the same to outsiders. */
export function MissingPage({ isSpace }: { isSpace: boolean }) {
  const t = useT('shell')
  const account = useVisitor()
  const { name } = useBrand()
  usePageTitle(t(isSpace ? 'missing.space.short' : 'missing.page.short'))
  const home = (
    <Link to="/space" className={buttonStyle('solid')}>
      {t(account === null ? 'missing.signIn' : 'missing.home')}
    </Link>
  )
  const links = (
    <>
      {home}
      <Link to="/docs" className={buttonStyle('plain')}>
        {t('nav.guide')}
      </Link>
    </>
  )
  return (
    <div className="flex min-h-0 flex-1 flex-col">
      {account === null && (
        <header className="flex h-14 shrink-0 items-center gap-2 px-5 font-semibold">
          <span aria-hidden>
            <Mark size={28} />
          </span>
          {name}
        </header>
      )}
      {isSpace ? (
        <NoAccess title={t('missing.space.title')} text={t('missing.space.text')} action={links} />
      ) : (
        <NotFound title={t('missing.page.title')} text={t('missing.page.text')} action={links} />
      )}
    </div>
  )
}
