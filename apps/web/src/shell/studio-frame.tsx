import { type ReactNode, Suspense } from 'react'
import 'virtual:contract-routes/more'
import { useAccount } from '#lib/account.ts'
import { cn } from '#lib/class-names.ts'
import { useT } from '#lib/i18n.ts'
import { minPageHeight } from '#lib/layout.ts'
import type { PageInfo } from '#lib/page-info.ts'
import { useSpaceOrNone } from '#lib/spaces.ts'
import { useNarrow } from '#lib/viewport.ts'
import { FoldedSubmenu } from './folded-submenu.tsx'
import { NarrowBar } from './narrow-bar.tsx'
import { NarrowEditor } from './narrow-editor.tsx'
import { PendingRoute } from './pending-route.tsx'
import { Rail } from './rail.tsx'
import { EnterpriseSubmenu } from './enterprise-submenu.tsx'
import { AccountSubmenu, AdminSubmenu } from './settings-submenu.tsx'
import { StudioHosts } from './studio-hosts.tsx'
import { ExploreSubmenu, SpaceSubmenu } from './submenu.tsx'
import { useFold } from './use-fold.ts'

const submenus = {
  space: SpaceSubmenu,
  explore: ExploreSubmenu,
  account: AccountSubmenu,
  admin: AdminSubmenu,
  enterprise: EnterpriseSubmenu,
}
const labels = {
  space: 'submenu.label',
  explore: 'nav.explore',
  account: 'nav.account',
  admin: 'nav.admin',
  enterprise: 'nav.enterprise',
} as const
const pageId = 'page'

/** Rail, submenu and page. The page uses the remaining width: its panels fold before anything is cut off. */
export function StudioFrame({ info, children }: { info: PageInfo; children: ReactNode }) {
  const t = useT('shell')
  const isNarrow = useNarrow()
  const space = useSpaceOrNone()
  // Only people who may open a section get its menu.
  const isOwner = useAccount().is_instance_owner
  const isOpen = { space: space !== undefined, explore: true, account: true, admin: isOwner, enterprise: true }
  const Submenu = info.submenu && isOpen[info.submenu] ? submenus[info.submenu] : undefined
  const fold = useFold(Submenu !== undefined && !isNarrow)
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
      {/* One element for both layouts, so that a page keeps unsaved input when the window becomes narrow. */}
      <div
        className={cn('flex h-full', isNarrow && 'flex-col')}
        style={isNarrow ? undefined : { minHeight: minPageHeight }}
      >
        {isNarrow ? (
          <NarrowBar submenu={Submenu && <Submenu />} />
        ) : (
          <Rail onUnfold={Submenu && fold.shown === 'folded' ? fold.unfold : undefined} />
        )}
        {Submenu && !isNarrow && fold.shown === 'beside' && (
          <aside
            aria-label={t(labels[info.submenu!])}
            className="flex w-53 shrink-0 flex-col border-r border-line bg-card"
          >
            <Submenu onFold={fold.fold} />
          </aside>
        )}
        {Submenu && !isNarrow && fold.shown === 'over' && (
          <FoldedSubmenu onClose={fold.fold}>
            <Submenu onFold={fold.fold} />
          </FoldedSubmenu>
        )}
        {page}
      </div>
    </div>
  )
}
