import { Link } from '@tanstack/react-router'
import { useT } from '#lib/i18n.ts'
import { usePageTitle } from '#lib/title.ts'
import { buttonStyle } from '#ui/button-style.ts'
import { NoAccess, NotFound } from '#ui/page-state.tsx'

/** A missing page, or a space the user is not a member of. Both look the same from outside. */
export function MissingPage({ isSpace }: { isSpace: boolean }) {
  const t = useT('shell')
  usePageTitle(t(isSpace ? 'missing.space.short' : 'missing.page.short'))
  const home = (
    <Link to="/space" className={buttonStyle('solid')}>
      {t('missing.home')}
    </Link>
  )
  if (isSpace) return <NoAccess title={t('missing.space.title')} text={t('missing.space.text')} action={home} />
  return <NotFound title={t('missing.page.title')} text={t('missing.page.text')} action={home} />
}
