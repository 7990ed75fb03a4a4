import { Link, useNavigate, useParams } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useT } from '#lib/i18n.ts'
import { usePageTitle } from '#lib/title.ts'
import { buttonStyle } from '#ui/button-style.ts'
import { NotFound } from '#ui/page-state.tsx'
import { TabPanel, Tabs } from '#ui/tabs.tsx'
import { TitleBar } from '#ui/title-bar.tsx'
import { AppsTab } from '#domains/ground/oauth/index.ts'
import { accountTabs, readAccountTab } from '../account-tabs.ts'
import { PreferencesTab } from '../components/preferences-tab.tsx'
import { PrivacyTab } from '../components/privacy-tab.tsx'
import { ProfileTab } from '../components/profile-tab.tsx'
import { SessionsTab } from '../components/sessions-tab.tsx'
import { TokensTab } from '../components/tokens-tab.tsx'

/** The developer backend belongs to a higher part of the product, which hands it in. */
export function AccountPage({ developer }: { developer: ReactNode }) {
  const t = useT('account')
  const navigate = useNavigate()
  const { _splat: rest } = useParams({ strict: false })
  const tab = readAccountTab(rest)
  usePageTitle(tab ? `${t(`tab.${tab}`)} · ${t('title')}` : t('title'))
  if (!tab) {
    return (
      <NotFound
        action={
          <Link to="/account" className={buttonStyle('solid')}>
            {t('back')}
          </Link>
        }
      />
    )
  }
  return (
    <div className="flex min-h-0 flex-1 flex-col bg-card">
      <TitleBar title={t('title')} />
      <Tabs
        size="page"
        label={t('title')}
        items={accountTabs.map((value) => ({ value, label: t(`tab.${value}`) }))}
        value={tab}
        onChange={(next) => void navigate({ to: '/account/$', params: { _splat: next } })}
      >
        <TabPanel value="profile">
          <ProfileTab />
        </TabPanel>
        <TabPanel value="preferences">
          <PreferencesTab />
        </TabPanel>
        <TabPanel value="privacy">
          <PrivacyTab />
        </TabPanel>
        <TabPanel value="sessions" className="flex flex-col overflow-hidden">
          <SessionsTab />
        </TabPanel>
        <TabPanel value="tokens" className="flex flex-col overflow-hidden">
          <TokensTab />
        </TabPanel>
        <TabPanel value="apps" className="flex flex-col overflow-hidden">
          <AppsTab />
        </TabPanel>
        <TabPanel value="developer" className="flex flex-col overflow-hidden">
          {developer}
        </TabPanel>
      </Tabs>
    </div>
  )
}
