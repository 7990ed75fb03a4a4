import { lazy, Suspense } from 'react'
import { AccountPage } from '#domains/ground/account/pages/account-page.tsx'

const DeveloperTab = lazy(async () => ({
  default: (await import('#domains/reach/developer/index.ts')).DeveloperTab,
}))

/** The account page with the tab of the developer backend. */
export const AccountRoutePage = () => (
  <AccountPage
    developer={
      <Suspense>
        <DeveloperTab />
      </Suspense>
    }
  />
)
