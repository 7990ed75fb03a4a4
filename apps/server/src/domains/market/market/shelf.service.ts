import { DraftStatus, ProductState } from '@orrery/contract'
import type { Clock } from '#kit/clock.ts'
import type { NewId } from '#kit/ids.ts'
import { hashOf } from '#domains/library/bundle/shared/content-hash.ts'
import { wordsOfTexts } from './words-of-texts.ts'
import type { MarketRepo } from './market.repo.ts'
import type { ProductItems, ProductRow, ProductTexts } from './market.table.ts'

/** A product that ships with Orrery. */
export interface ShelfItem {
  id: string
  entityType: number
  entityId: string
  categoryId: string
  texts: ProductTexts
  iconUri: string
  coverUri: string
  isTemplate: boolean
  /** What duplicating creates; official plugins need no duplication. */
  content?: { roots: string[]; items: ProductItems }
}

/** Lists the built-in products, once per process, and lists them again when a new release changes their content. */
export function createShelf({
  repo,
  newId,
  clock,
  offer,
}: {
  repo: MarketRepo
  newId: NewId
  clock: Clock
  offer(): Promise<ShelfItem[]>
}) {
  let stocked: Promise<void> | undefined
  async function place(item: ShelfItem, known: ProductRow | undefined) {
    const now = clock.now()
    const { content, ...values } = item
    // Computed only when needed: the first Chinese word loads a dictionary.
    const look = () => ({ ...values, words: wordsOfTexts(item.texts), isOfficial: true })
    let isNew = !known
    if (!known)
      await repo
        .insert({
          ...look(),
          status: ProductState.listed,
          draftStatus: DraftStatus.approved,
          listedAt: now,
          createdAt: now,
          updatedAt: now,
        })
        // Another process was faster.
        .catch(async (cause: unknown) => {
          if (!(await repo.get(item.id))) throw cause
          isNew = false
        })
    else if (hashOf([known.texts, known.iconUri, known.coverUri]) !== hashOf([item.texts, item.iconUri, item.coverUri]))
      await repo.update(item.id, { ...look(), updatedAt: now })
    if (!content) return
    const hash = hashOf(content.items)
    const [newest] = isNew ? [] : await repo.versions(item.id, 1)
    if (newest?.hash === hash && known?.versionId === newest.id) return
    const id = newest?.hash === hash ? newest.id : newId()
    if (newest?.hash !== hash)
      await repo.insertVersion({
        id,
        productId: item.id,
        version: `v${newest ? (await repo.versions(item.id, 1000)).length + 1 : 1}`,
        texts: item.texts,
        roots: content.roots,
        items: content.items,
        hash,
        shownAt: now,
        createdAt: now,
      })
    await repo.update(item.id, { versionId: id })
  }
  return {
    stock(): Promise<void> {
      stocked ??= offer()
        .then(async (items) => {
          const rows = await repo.byIds(items.map(({ id }) => id))
          const known = new Map(rows.map((row) => [row.id, row]))
          for (const item of items) await place(item, known.get(item.id))
        })
        .catch((cause: unknown) => {
          stocked = undefined
          throw cause
        })
      return stocked
    },
  }
}
