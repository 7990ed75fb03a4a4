import { useSuspenseQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { Suspense } from 'react'
import { useAccount } from '#lib/account.ts'
import { useT } from '#lib/i18n.ts'
import { instanceQuery } from '#lib/instance.ts'
import { type AdminPageId, adminGroups, shownGroups } from '#lib/settings-pages.ts'
import { usePageTitle } from '#lib/title.ts'
import { buttonStyle } from '#ui/button-style.ts'
import { NoAccess, NotFound } from '#ui/page-state.tsx'
import { SettingsSkeleton } from '#ui/settings-page.tsx'
import { TitleBar } from '#ui/title-bar.tsx'
import type { AdminPages } from '../admin-tab.ts'

interface AdminPageProps {
  pages: AdminPages
}

export function AdminPage({ pages }: AdminPageProps) {
  const t = useT('admin')
  const { is_instance_owner: isOwner } = useAccount()
  return isOwner ? <OpenPage pages={pages} /> : <NoAccess title={t('closed.title')} text={t('closed.text')} />
}

function OpenPage({ pages }: AdminPageProps) {
  const t = useT('admin')
  const names = useT('shell')
  const { data: instance } = useSuspenseQuery(instanceQuery)
  const { _splat: rest } = useParams({ strict: false })
  const shown = shownGroups(adminGroups, instance).flatMap((group) => group.pages)
  const wanted = rest?.replace(/\/$/, '') || shown[0]?.id
  const page = shown.find(({ id }) => id === wanted)
  const section = names('nav.admin')
  usePageTitle(page ? names(page.name) : section, page ? section : '')
  if (!page) {
    return (
      <NotFound
        action={
          <Link to="/admin" className={buttonStyle('solid')}>
            {t('back')}
          </Link>
        }
      />
    )
  }
  const Content = pages[page.id as AdminPageId]
  return (
    <div className="flex min-h-0 flex-1 flex-col bg-card">
      <TitleBar title={names(page.name)} />
      <div key={page.id} className="flex min-h-0 flex-1 flex-col overflow-hidden">
        <Suspense fallback={<SettingsSkeleton what={names(page.name)} />}>
          <Content />
        </Suspense>
      </div>
    </div>
  )
}
