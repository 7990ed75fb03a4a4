import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { Suspense } from 'react'
import { enterprisePages } from '#lib/enterprise-pages.ts'
import { enterprisesQuery, mayInEnterprise, useEnterpriseOrNone } from '#lib/enterprises.ts'
import { useT } from '#lib/i18n.ts'
import { usePageTitle } from '#lib/title.ts'
import { Banner } from '#ui/banner.tsx'
import { buttonStyle } from '#ui/button-style.ts'
import { FailedPage, NotFound } from '#ui/page-state.tsx'
import { SettingsSkeleton } from '#ui/settings-page.tsx'
import { TitleBar } from '#ui/title-bar.tsx'
import type { EnterprisePages } from '../enterprise-page.ts'

export function EnterprisePage({ pages }: { pages: EnterprisePages }) {
  const t = useT('enterprise')
  const names = useT('shell')
  const query = useQuery(enterprisesQuery)
  const enterprise = useEnterpriseOrNone()
  const { _splat: rest } = useParams({ strict: false })
  const wanted = rest?.replace(/\/$/, '') || 'overview'
  const page = enterprise && enterprisePages.find(({ id, can }) => id === wanted && mayInEnterprise(enterprise, can))
  usePageTitle(page ? names(page.name) : names('nav.enterprise'), enterprise?.name ?? '')
  if (query.isPending) return <SettingsSkeleton what={names('nav.enterprise')} />
  if (query.isError) return <FailedPage error={query.error} onRetry={() => void query.refetch()} />
  if (!page)
    return (
      <NotFound
        action={
          <Link to="/space" className={buttonStyle('solid')}>
            {t('back')}
          </Link>
        }
      />
    )
  const Content = pages[page.id]
  return (
    <div className="relative flex min-h-0 flex-1 flex-col bg-card">
      <TitleBar title={names(page.name)} />
      {enterprise.closing && <Banner tone="warn">{t('closing')}</Banner>}
      <div key={page.id} className="flex min-h-0 flex-1 flex-col overflow-hidden">
        <Suspense fallback={<SettingsSkeleton what={names(page.name)} />}>
          <Content />
        </Suspense>
      </div>
    </div>
  )
}
