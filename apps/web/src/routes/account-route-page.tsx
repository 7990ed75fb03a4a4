import { lazy, Suspense } from 'react'
import { AccountPage } from '#domains/ground/account/pages/account-page.tsx'

const ConnectorsTab = lazy(async () => ({
  default: (await import('#domains/reach/connector/index.ts')).ConnectorsTab,
}))
const DeveloperTab = lazy(async () => ({
  default: (await import('#domains/reach/developer/index.ts')).DeveloperTab,
}))

/** The account page with the tabs of higher districts. */
export const AccountRoutePage = () => (
  <AccountPage
    connectors={
      <Suspense>
        <ConnectorsTab />
      </Suspense>
    }
    developer={
      <Suspense>
        <DeveloperTab />
      </Suspense>
    }
  />
)
