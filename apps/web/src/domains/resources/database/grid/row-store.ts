import { createStore } from '#lib/store.ts'

export type Row = Record<string, string>
export interface RowPage {
  rows: Row[]
  total: number
}
export interface RowState {
  /** null until the first page has loaded. */
  total: number | null
  loaded: number
  error: unknown
}
export const pageRows = 100
const maxPages = 200

export const idOf = (row: Row): string => row['bstudio_id'] ?? ''

/** The rows of a possibly long table. Pages are fetched when they become visible, and cached. */
export function createRowStore(load: (offset: number, limit: number) => Promise<RowPage>) {
  let pages = new Map<number, Row[]>()
  const { current, patch, subscribe, use } = createStore<RowState>({ total: null, loaded: 0, error: null })
  const asked = new Set<number>()
  let generation = 0
  const publish = (change: Partial<RowState>) => {
    let loaded = 0
    for (const rows of pages.values()) loaded += rows.length
    patch({ ...change, loaded })
  }

  async function fetchPage(page: number): Promise<void> {
    const mine = generation
    asked.add(page)
    try {
      const { rows, total } = await load(page * pageRows, pageRows)
      if (mine !== generation) return
      // Evict the least recently seen page, so that a long scroll does not fill the memory.
      pages.delete(page)
      pages.set(page, rows)
      if (pages.size > maxPages) pages.delete(pages.keys().next().value!)
      publish({ total, error: null })
    } catch (error) {
      if (mine === generation) publish({ error })
    } finally {
      if (mine === generation) asked.delete(page)
    }
  }

  return {
    current,
    subscribe,
    use,
    at: (index: number): Row | undefined => pages.get(Math.floor(index / pageRows))?.[index % pageRows],
    /** Loads the rows of a range that are not loaded yet. */
    ensure(from: number, to: number): void {
      for (let page = Math.floor(Math.max(0, from) / pageRows); page <= Math.floor(to / pageRows); page += 1)
        if (!pages.has(page) && !asked.has(page) && page * pageRows < (current().total ?? 1)) void fetchPage(page)
    },
    /** Reloads the visible rows; the old ones stay until the new ones arrive. */
    async reload(from: number, to: number): Promise<void> {
      generation += 1
      asked.clear()
      const first = Math.floor(Math.max(0, from) / pageRows)
      const last = Math.max(first, Math.floor(to / pageRows))
      for (const page of pages.keys()) if (page < first || page > last) pages.delete(page)
      const wanted = Array.from({ length: last - first + 1 }, (_, n) => first + n)
      await Promise.all(wanted.map(fetchPage))
      // The table may be shorter now, so drop the pages after its end.
      const total = current().total ?? 0
      for (const page of pages.keys()) if (page > 0 && page * pageRows >= total) pages.delete(page)
      publish({})
    },
    retry(): void {
      publish({ error: null })
      void fetchPage(0)
    },
    /** Patches loaded rows, by id. */
    patch(changes: ReadonlyMap<string, Row>): void {
      const next = new Map<number, Row[]>()
      for (const [page, rows] of pages)
        next.set(
          page,
          rows.some((row) => changes.has(idOf(row)))
            ? rows.map((row) => {
                const change = changes.get(idOf(row))
                return change ? { ...row, ...change } : row
              })
            : rows,
        )
      pages = next
      publish({})
    },
  }
}
export type RowStore = ReturnType<typeof createRowStore>
