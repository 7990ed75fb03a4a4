import { useEffect, useMemo, useState } from 'react'
import { useAccount } from '#lib/account.ts'
import {
  findItems,
  type FoundGroup,
  type PaletteContext,
  type PaletteItem,
  type PaletteQuery,
  paletteSources,
} from '#lib/palette.ts'
import { useSpaceName, useSpaceOrNone, useSpaces } from '#lib/spaces.ts'

const pause = 150
const none: readonly PaletteItem[] = []

/** Results for the typed text: local lists at once, server results as they arrive. */
export function useFound(query: PaletteQuery): { groups: readonly FoundGroup[]; isSearching: boolean } {
  const sources = paletteSources.use()
  const context: PaletteContext = {
    account: useAccount(),
    space: useSpaceOrNone(),
    spaces: useSpaces(),
    spaceName: useSpaceName(),
  }
  const [asked, setAsked] = useState<{ query: PaletteQuery; items: readonly PaletteItem[] }>({ query, items: none })
  const isAsking = query.text !== '' || query.group === 'people'

  useEffect(() => {
    if (!isAsking) return undefined
    const abort = new AbortController()
    const timer = setTimeout(async () => {
      const searching = sources.filter((source) => !query.group || source.groups.includes(query.group))
      const answers = await Promise.all(
        // A failing source returns nothing and does not affect the others.
        searching.map((source) => source.search?.(query.text, context, abort.signal).catch(() => none) ?? none),
      )
      if (!abort.signal.aborted) setAsked({ query, items: answers.flat() })
    }, pause)
    return () => {
      clearTimeout(timer)
      abort.abort()
    }
    // oxlint-disable-next-line react/exhaustive-deps -- the context cannot change while the palette is open
  }, [query, isAsking, sources])

  const groups = useMemo(
    () =>
      findItems(
        sources.flatMap((source) => source.list?.(context) ?? none),
        query,
        isAsking ? asked.items : none,
      ),
    // oxlint-disable-next-line react/exhaustive-deps -- the context cannot change while the palette is open
    [sources, asked, query],
  )
  return { groups, isSearching: isAsking && asked.query !== query }
}
