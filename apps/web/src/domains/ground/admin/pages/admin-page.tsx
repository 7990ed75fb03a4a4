import { useSuspenseQuery } from '@tanstack/react-query'
import { Link, useNavigate, useParams } from '@tanstack/react-router'
import { Suspense } from 'react'
import { useAccount } from '#lib/account.ts'
import { useT } from '#lib/i18n.ts'
import { instanceQuery } from '#lib/instance.ts'
import { usePageTitle } from '#lib/title.ts'
import { buttonStyle } from '#ui/button-style.ts'
import { NoAccess, NotFound } from '#ui/page-state.tsx'
import { TabPanel, Tabs } from '#ui/tabs.tsx'
import { TitleBar } from '#ui/title-bar.tsx'
import type { AdminTab } from '../admin-tab.ts'

interface AdminPageProps {
  /** In their order. */
  tabs: readonly AdminTab[]
}

export function AdminPage({ tabs }: AdminPageProps) {
  const t = useT('admin')
  const { is_instance_owner: isOwner } = useAccount()
  return isOwner ? <AdminTabs all={tabs} /> : <NoAccess title={t('closed.title')} text={t('closed.text')} />
}

function AdminTabs({ all }: { all: readonly AdminTab[] }) {
  const t = useT('admin')
  const navigate = useNavigate()
  const { data: instance } = useSuspenseQuery(instanceQuery)
  const { _splat: rest } = useParams({ strict: false })
  const tabs = all.filter((tab) => tab.isShown?.(instance) ?? true)
  const wanted = rest?.replace(/\/$/, '') || tabs[0]?.id
  const tab = tabs.find((tab) => tab.id === wanted)
  usePageTitle(tab ? `${t(tab.label)} · ${t('title')}` : t('title'))
  if (!tab) {
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
  return (
    <div className="flex min-h-0 flex-1 flex-col bg-card">
      <TitleBar title={t('title')} note={t('version', { version: instance.version })} />
      <Tabs
        size="page"
        label={t('title')}
        items={tabs.map(({ id, label }) => ({ value: id, label: t(label) }))}
        value={tab.id}
        onChange={(next) => void navigate({ to: '/admin/$', params: { _splat: next } })}
      >
        <TabPanel value={tab.id} className="flex flex-col overflow-hidden">
          <Suspense>
            <tab.page />
          </Suspense>
        </TabPanel>
      </Tabs>
    </div>
  )
}
