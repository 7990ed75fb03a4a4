import { Link, useParams } from '@tanstack/react-router'
import { type ReactNode, Suspense } from 'react'
import { useT } from '#lib/i18n.ts'
import type { AccountPageId } from '#lib/settings-pages.ts'
import { usePageTitle } from '#lib/title.ts'
import { buttonStyle } from '#ui/button-style.ts'
import { NotFound } from '#ui/page-state.tsx'
import { SettingsSkeleton } from '#ui/settings-page.tsx'
import { TitleBar } from '#ui/title-bar.tsx'
import { NotificationsTab } from '#domains/ground/notice/index.ts'
import { AppsTab, AuthorizedTab } from '#domains/ground/oauth/index.ts'
import { readAccountTab } from '../account-tabs.ts'
import { PreferencesTab } from '../components/preferences-tab.tsx'
import { PrivacyTab } from '../components/privacy-tab.tsx'
import { ProfileTab } from '../components/profile-tab.tsx'
import { SecurityTab } from '../components/security-tab.tsx'
import { TokensTab } from '../components/tokens-tab.tsx'

/** Channels and the developer backend belong to a higher district, which passes them in. */
export function AccountPage({ connectors, developer }: { connectors: ReactNode; developer: ReactNode }) {
  const t = useT('account')
  const names = useT('shell')
  const { _splat: rest } = useParams({ strict: false })
  const page = readAccountTab(rest)
  const section = names('nav.account')
  usePageTitle(page ? names(`nav.account.${page}`) : section, page ? section : '')
  if (!page) {
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
  const pages: Record<AccountPageId, ReactNode> = {
    profile: <ProfileTab />,
    preferences: <PreferencesTab />,
    notifications: <NotificationsTab />,
    privacy: <PrivacyTab />,
    security: <SecurityTab />,
    tokens: <TokensTab />,
    apps: <AppsTab />,
    authorized: <AuthorizedTab />,
    connectors,
    developer,
  }
  return (
    <div className="flex min-h-0 flex-1 flex-col bg-card">
      <TitleBar title={names(`nav.account.${page}`)} />
      <div key={page} className="flex min-h-0 flex-1 flex-col overflow-y-auto">
        <Suspense fallback={<SettingsSkeleton what={names(`nav.account.${page}`)} />}>{pages[page]}</Suspense>
      </div>
    </div>
  )
}
