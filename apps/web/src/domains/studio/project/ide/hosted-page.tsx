import { useRouterState } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { useIde } from './ide-context.ts'
import type { OpenPage } from './open-page.ts'
import type { PaneIndex } from './tab-list.ts'
import { pageHref, placeOfHref, type TabPlace } from './tab-place.ts'

interface HostedPageProps {
  place: TabPlace
  pane: PaneIndex
  openPage: OpenPage
}

/** The normal page of a resource, shown inside a tab. */
export function HostedPage({ place, pane, openPage }: HostedPageProps) {
  const ide = useIde()
  const isTold = useRouterState({ select: (state) => state.location.state.isTold === true })
  const href = pageHref(ide.spaceId, place)
  const [page] = useState(() => openPage(href, (next) => placeOfHref(next)?.key === place.key))
  useEffect(() =>
    page.listen({
      onLeave: ide.leave,
      onMove: (next) => {
        const moved = placeOfHref(next)
        if (moved) ide.onMoved(moved, pane)
      },
    }),
  )
  useEffect(() => {
    if (pane === 0 && !isTold && page.href() !== href) page.go(href)
  }, [page, pane, href, isTold])
  return <page.View />
}
