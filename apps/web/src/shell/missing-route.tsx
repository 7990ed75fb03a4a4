import { Link } from '@tanstack/react-router'
import type { ReactElement } from 'react'
import { useT } from '../lib/i18n.ts'
import { usePageTitle } from '../lib/title.ts'
import { buttonStyle } from '../ui/button-style.ts'
import { NoAccess, NotFound } from '../ui/page-state.tsx'

/** An address that leads nowhere, or to a space whose member one is not: from outside the two look alike. */
export function MissingRoute({ data }: { data?: unknown }): ReactElement {
  const t = useT('shell')
  const isSpace = (data as { what?: unknown } | undefined)?.what === 'space'
  usePageTitle(t(isSpace ? 'missing.space.short' : 'missing.page.short'))
  const home = (
    <Link to="/space" className={buttonStyle('solid')}>
      {t('missing.home')}
    </Link>
  )
  if (isSpace) return <NoAccess title={t('missing.space.title')} text={t('missing.space.text')} action={home} />
  return <NotFound title={t('missing.page.title')} text={t('missing.page.text')} action={home} />
}
