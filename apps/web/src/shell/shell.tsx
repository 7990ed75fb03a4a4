import { Outlet, useMatches, useSearch } from '@tanstack/react-router'
import { lazy, type ReactElement, Suspense } from 'react'
import { useVisitor } from '#lib/account.ts'
import { useT } from '#lib/i18n.ts'
import { usePageInfo } from '#lib/page-info.ts'
import { usePageTitle } from '#lib/title.ts'
import { ConnectionBanner } from './connection-banner.tsx'
import { loadStudioFrame } from './load-studio-frame.ts'

const VisitorBar = lazy(() => import('./visitor-bar.tsx').then((module) => ({ default: module.VisitorBar })))
const StudioFrame = lazy(() => loadStudioFrame().then((module) => ({ default: module.StudioFrame })))

/** The frame around every page. Routes define its layout before the page is loaded. */
export function Shell(): ReactElement {
  const info = usePageInfo()
  const account = useVisitor()
  const { hideMenu, page_mode: pageMode } = useSearch({ strict: false })
  // Signed-in people keep the frame around unknown addresses.
  const isMissing = useMatches({ select: (matches) => matches.length === 1 })
  const isStudio = Boolean((info.sider || isMissing) && account)
  return (
    <div className="flex h-full flex-col">
      {/* Rendered before the page, so that a page can replace this title. */}
      <RouteTitle />
      <ConnectionBanner />
      {isStudio && hideMenu !== 'true' && pageMode !== 'modal' ? (
        <Suspense>
          <StudioFrame info={info}>
            <Outlet />
          </StudioFrame>
        </Suspense>
      ) : (
        <div className="flex min-h-0 flex-1 flex-col overflow-auto">
          <Suspense>
            {info.visitors && account === null && <VisitorBar />}
            {/* Here and in the studio frame, so that every page has exactly one main landmark. */}
            <main className="flex min-h-0 flex-1 flex-col">
              <Outlet />
            </main>
          </Suspense>
        </div>
      )}
    </div>
  )
}

function RouteTitle() {
  const t = useT('shell')
  const { title, section } = usePageInfo()
  usePageTitle(title ? t(title) : '', section && t(section))
  return null
}
