import { useNavigate, useParams, useRouter, useSearch } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { useStored } from '#lib/local-store.ts'
import { queryClient } from '#lib/query.ts'
import type { ProjectResource } from '../project-resource.ts'
import { refreshResources, resourcesQuery } from '../project.queries.ts'
import type { Ide } from './ide-context.ts'
import { recallPlace, rememberPlace } from './place-memory.ts'
import {
  movedTab,
  neighbourOf,
  type PaneIndex,
  paneOf,
  readLists,
  sentTab,
  type TabLists,
  withoutTabs,
  withTab,
} from './tab-list.ts'
import { isOwnTab, placeOfHref, readPlace, type TabKey, type TabPlace, writePlace } from './tab-place.ts'

declare module '@tanstack/history' {
  interface HistoryState {
    /** The page in the tab reported this URL itself, therefore the page must not navigate to it again. */
    isTold?: boolean
  }
}

interface Layout {
  lists: TabLists
  shown: readonly [TabPlace | null, TabPlace | null]
}
type Tabs = Omit<Ide, 'project' | 'resources' | 'resourceOf' | 'mayEdit' | 'spaceId' | 'projectId'>

/**
 * The URL contains the selected tabs, and the browser stores which tabs are open. The path of the URL is the tab of the
 * first half with the location inside it; `beside` is the tab of the second half.
 */
export function useTabs(projectId: string, spaceId: string, resources: readonly ProjectResource[] | undefined): Tabs {
  const navigate = useNavigate()
  const { history } = useRouter()
  const { _splat: path = '' } = useParams({ strict: false })
  const { beside = '', mode, ...search } = useSearch({ strict: false }) as Record<string, string>
  const [stored, store] = useStored<unknown>(`project.${projectId}.tabs`, null)
  const [focused, focus] = useState<PaneIndex>(0)
  // Until the URL changes, the requested tabs are already shown.
  const address = JSON.stringify([path, beside, search])
  const [requested, setRequested] = useState<{ from: string; shown: Layout['shown'] } | null>(null)
  const isNavigating = requested?.from === address
  // The navigation ended at another URL: forget the request.
  if (requested && !isNavigating) setRequested(null)

  const isGone = (key: TabKey) =>
    !isOwnTab(key) && resources !== undefined && !resources.some((resource) => resource.key === key)
  const known = withoutTabs(readLists(stored), isGone)
  const [first, second] = isNavigating ? requested.shown : [readPlace(path, search), readPlace(beside)]
  let lists = known
  if (first && !isGone(first.key)) lists = withTab(lists, first.key, 0)
  if (second && !isGone(second.key)) lists = withTab(lists, second.key, 1)
  const shownIn = (pane: PaneIndex, place: TabPlace | null) =>
    place && lists[pane].includes(place.key) ? place : plain(lists[pane][0])
  const layout: Layout = { lists, shown: [shownIn(0, first), shownIn(1, second)] }

  const go = ([left, right]: Layout['shown'], isReplaced: boolean, isTold: boolean, keptMode?: string) =>
    void navigate({
      to: '/space/$space_id/project-ide/$project_id/$',
      params: { space_id: spaceId, project_id: projectId, _splat: left ? writePlace(left) : '' },
      search: { ...left?.search, ...(right ? { beside: right.key } : {}), ...(keptMode ? { mode: keptMode } : {}) },
      replace: isReplaced,
      state: { isTold },
    })
  const put = ({ lists: next, shown }: Layout, isReplaced = false, isTold = false) => {
    store(next)
    setRequested({ from: address, shown })
    go(shown, isReplaced, isTold)
  }
  /** After tabs were added, removed or moved, each half keeps its tab or shows the one that replaces it. */
  const settle = (next: TabLists, wanted?: TabKey) => {
    const pick = (pane: PaneIndex): TabPlace | null => {
      const list = next[pane]
      if (wanted && list.includes(wanted)) return plain(wanted)
      const now = layout.shown.find((item) => item && list.includes(item.key))
      const closed = layout.shown[pane]?.key
      const after = closed && lists[pane].includes(closed) ? neighbourOf(lists[pane], closed) : undefined
      return now ?? plain(after && list.includes(after) ? after : list[0])
    }
    const shown = [pick(0), pick(1)] as const
    if (wanted) focus(paneOf(next, wanted) ?? 0)
    else if (next[1].length === 0) focus(0)
    put({ lists: next, shown }, true)
  }

  // A URL without a tab shows the last open tabs and is updated accordingly. A link to the interface keeps its mode.
  const isUrlCurrent =
    isNavigating ||
    (writePlace(first ?? none) === writePlace(layout.shown[0] ?? none) && beside === (layout.shown[1]?.key ?? ''))
  useEffect(() => {
    if (resources && !isUrlCurrent) go(layout.shown, true, false, mode)
  })

  const open: Ide['open'] = (key, { below, search: inside, pane } = {}) => {
    const half = paneOf(lists, key) ?? (pane === 1 || (pane === undefined && focused === 1 && lists[1].length) ? 1 : 0)
    const next = withTab(lists, key, half)
    const isExact = below !== undefined || inside !== undefined
    const place = isExact ? { key, below: below ?? '', search: inside ?? {} } : recallPlace(key)
    const isHere = layout.shown[half]?.key === key && !isExact
    focus(half)
    if (!isHere) put({ lists: next, shown: half === 0 ? [place, layout.shown[1]] : [layout.shown[0], place] })
  }
  return {
    ...layout,
    focused: lists[1].length ? focused : 0,
    focus,
    open,
    close: (key) => settle(withoutTabs(lists, (list) => list === key)),
    closeOthers: (key) =>
      settle(
        withoutTabs(lists, (list) => list !== key),
        key,
      ),
    closeAll: () => settle(withoutTabs(lists, () => true)),
    move: (key, to) => store(movedTab(lists, key, to)),
    send: (key, pane) => settle(sentTab(lists, key, pane), key),
    join: () => settle([[...lists[0], ...lists[1]], []]),
    onMoved: (place, pane) => {
      rememberPlace(place)
      // The URL contains only one location, that of the first half.
      if (pane === 0) put({ lists, shown: [place, layout.shown[1]] }, true, true)
    },
    leave: (href) => {
      const place = placeOfHref(href)
      const current = layout.shown[focused]
      // Pages return to a list of the library when they are done; inside a project this closes the tab.
      if (/^\/space\/\d+\/library/.test(href) && current) {
        void refreshResources(projectId)
        return settle(withoutTabs(lists, (list) => list === current.key))
      }
      if (!place) return history.push(href)
      void queryClient.fetchQuery({ ...resourcesQuery(projectId), staleTime: 0 }).then((fresh) => {
        if (fresh.some((item) => item.key === place.key)) open(place.key, place)
        else history.push(href)
      })
    },
  }
}

const none = { key: '', below: '' }
const plain = (key: TabKey | undefined): TabPlace | null => (key ? recallPlace(key) : null)
