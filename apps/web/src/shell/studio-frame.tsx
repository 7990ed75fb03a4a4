import { type ReactNode, Suspense } from 'react'
import { useT } from '#lib/i18n.ts'
import { minPageHeight } from '#lib/layout.ts'
import type { PageInfo } from '#lib/page-info.ts'
import { useSpaceOrNone } from '#lib/spaces.ts'
import { useNarrow } from '#lib/viewport.ts'
import { NarrowBar } from './narrow-bar.tsx'
import { NarrowEditor } from './narrow-editor.tsx'
import { PendingRoute } from './pending-route.tsx'
import { Rail } from './rail.tsx'
import { StudioHosts } from './studio-hosts.tsx'
import { ExploreSubmenu, SpaceSubmenu } from './submenu.tsx'

const submenus = { space: SpaceSubmenu, explore: ExploreSubmenu }
const pageId = 'page'

/** Rail, submenu and page, which takes the width that there is: its panels fold before anything leaves the window. */
export function StudioFrame({ info, children }: { info: PageInfo; children: ReactNode }) {
  const t = useT('shell')
  const isNarrow = useNarrow()
  const space = useSpaceOrNone()
  // A space without access has no menu.
  const Submenu = info.submenu && (info.submenu !== 'space' || space) ? submenus[info.submenu] : undefined
  const page = (
    <main id={pageId} tabIndex={-1} className="flex min-h-0 min-w-0 flex-1 flex-col overflow-hidden bg-page">
      <Suspense fallback={<PendingRoute />}>
        {isNarrow && info.editor ? <NarrowEditor page={info.page}>{children}</NarrowEditor> : children}
      </Suspense>
    </main>
  )
  return (
    <div className="min-h-0 flex-1 overflow-auto">
      <a
        href={`#${pageId}`}
        className="sr-only z-toast rounded-md bg-raised px-3 py-2 shadow-float focus:not-sr-only focus:fixed focus:top-2 focus:left-2"
      >
        {t('skip')}
      </a>
      <StudioHosts />
      {isNarrow ? (
        <div className="flex h-full flex-col">
          <NarrowBar submenu={Submenu && <Submenu />} />
          {page}
        </div>
      ) : (
        <div className="flex h-full" style={{ minHeight: minPageHeight }}>
          <Rail />
          {Submenu && (
            <aside
              aria-label={t(info.submenu === 'explore' ? 'submenu.explore' : 'submenu.label')}
              className="flex w-53 shrink-0 flex-col border-r border-line bg-card"
            >
              <Submenu />
            </aside>
          )}
          {page}
        </div>
      )}
    </div>
  )
}
