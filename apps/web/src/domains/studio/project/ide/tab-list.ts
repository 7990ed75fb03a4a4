import type { TabKey } from './tab-place.ts'

export type PaneIndex = 0 | 1
/** The tabs of both halves. Without a split the second half is empty. */
export type TabLists = readonly [readonly TabKey[], readonly TabKey[]]

const noTabs: TabLists = [[], []]

const change = (lists: TabLists, pane: PaneIndex, list: readonly TabKey[]): TabLists =>
  pane === 0 ? [list, lists[1]] : [lists[0], list]

export const paneOf = (lists: TabLists, key: TabKey): PaneIndex | null =>
  lists[0].includes(key) ? 0 : lists[1].includes(key) ? 1 : null

/** Adds a tab unless the resource is already open: two editors of one resource would overwrite each other's edits. */
export function withTab(lists: TabLists, key: TabKey, pane: PaneIndex): TabLists {
  if (paneOf(lists, key) !== null) return lists
  return change(lists, pane, [...lists[pane], key])
}

export function withoutTabs(lists: TabLists, isGone: (key: TabKey) => boolean): TabLists {
  const [first, second] = lists.map((list) => list.filter((key) => !isGone(key))) as [TabKey[], TabKey[]]
  // If the first half becomes empty, the second takes its place.
  return first.length ? [first, second] : [second, []]
}

/** Moves a tab within its half. */
export function movedTab(lists: TabLists, key: TabKey, to: number): TabLists {
  const pane = paneOf(lists, key)
  if (pane === null) return lists
  const others = lists[pane].filter((list) => list !== key)
  const place = Math.max(0, Math.min(to, others.length))
  return change(lists, pane, [...others.slice(0, place), key, ...others.slice(place)])
}

export function sentTab(lists: TabLists, key: TabKey, pane: PaneIndex): TabLists {
  if (paneOf(lists, key) === pane) return lists
  const [first, second] = lists.map((list) => list.filter((item) => item !== key)) as [TabKey[], TabKey[]]
  return pane === 0 ? [[...first, key], second] : [first, [...second, key]]
}

/** The tab to show after closing a tab: its successor, otherwise its predecessor. */
export function neighbourOf(list: readonly TabKey[], key: TabKey): TabKey | undefined {
  const at = list.indexOf(key)
  return list[at + 1] ?? list[at - 1]
}

/** Validates the stored lists. */
export function readLists(value: unknown): TabLists {
  if (!Array.isArray(value) || value.length !== 2) return noTabs
  const keys = (list: unknown) => (Array.isArray(list) ? list.filter((item) => typeof item === 'string') : [])
  return [keys(value[0]), keys(value[1])]
}
