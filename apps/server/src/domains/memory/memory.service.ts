import { MEMORY_LIMITS, MemoryType } from '@orrery/contract'
import type { Clock } from '../../kit/clock.ts'
import { errors } from '../../kit/errors.ts'
import type { NewId } from '../../kit/ids.ts'
import { factsIn, forgetWish, rank, timeOf, wordsOf } from './memory-words.ts'
import { memoryErrors } from './memory.errors.ts'
import type { MemoryFilter, MemoryRepo, Whose } from './memory.repo.ts'
import type { MemoryRow } from './memory.table.ts'

export type { Whose } from './memory.repo.ts'
export interface NewMemory {
  type: MemoryType
  content: string
  eventAt: number
  connectorId?: string
  bizId?: string
  tags?: string[]
  ext?: Record<string, string>
}
/** As many are weighed against a question; older ones are found by time. */
const WEIGHED = 2000
const FOUND = 20
/** A fact that is said again replaces the one before it when they share this much. */
const SAME = 0.8

export function createMemoryService({ repo, newId, clock }: { repo: MemoryRepo; newId: NewId; clock: Clock }) {
  async function add(whose: Whose, item: NewMemory): Promise<string> {
    if ((await repo.count(whose)) >= MEMORY_LIMITS.items) throw memoryErrors.full({ max: MEMORY_LIMITS.items })
    const id = newId()
    await repo.insert({
      ...whose,
      id,
      connectorId: item.connectorId ?? '',
      itemType: item.type,
      bizId: item.bizId ?? '',
      content: item.content.replaceAll('\0', '').slice(0, MEMORY_LIMITS.text),
      tags: item.tags ?? [],
      ext: item.ext ?? {},
      eventAt: item.eventAt,
      updatedAt: clock.now(),
    })
    return id
  }
  /** By words and by the time the question names; a question about a time alone finds what happened then. */
  async function search(whose: Whose, query: string): Promise<MemoryRow[]> {
    const span = timeOf(query, clock.now())
    const rows = await repo.list(whose, span ?? {}, 0, WEIGHED)
    const found = rank(query, rows, (row) => `${row.content} ${row.tags.join(' ')}`).map(({ item }) => item)
    return (found.length || !span ? found : rows).slice(0, FOUND)
  }
  const isSame = (a: string, b: string) => {
    const [left, right] = [new Set(wordsOf(a)), new Set(wordsOf(b))]
    const shared = [...left].filter((word) => right.has(word)).length
    return shared / Math.max(1, left.size, right.size) >= SAME
  }
  const mayRemember = async (whose: Whose) => (await repo.consent(whose)) === true

  return {
    add,
    search,
    consent: repo.consent,
    setConsent: (whose: Whose, isGiven: boolean) => repo.setConsent(whose, isGiven, clock.now()),
    async update(
      whose: Whose,
      id: string,
      change: Partial<Pick<MemoryRow, 'content' | 'eventAt' | 'tags' | 'ext' | 'bizId' | 'itemType'>>,
    ) {
      if (!(await repo.update(whose, id, { ...change, updatedAt: clock.now() })))
        throw errors.notFound({ what: 'memory' })
    },
    remove: repo.remove,
    async list(whose: Whose, filter: MemoryFilter, offset: number, limit: number) {
      return { rows: await repo.list(whose, filter, offset, limit), total: await repo.count(whose, filter) }
    },
    async recall(whose: Whose, query: string): Promise<MemoryRow[]> {
      return (await mayRemember(whose)) ? search(whose, query) : []
    },
    /** What a turn leaves behind: nothing without consent; a wish to forget is followed before anything is learnt. */
    async remember(whose: Whose, said: string, connectorId: string, bizId: string) {
      if (!said.trim() || !(await mayRemember(whose))) return
      const wish = forgetWish(said)
      if (wish === '*') return void (await repo.remove(whose))
      const known = await repo.list(whose, {}, 0, WEIGHED)
      if (wish !== undefined) {
        const wanted = new Set(wordsOf(wish))
        const gone = known.filter(({ content }) => {
          const words = wordsOf(content)
          const hits = [...wanted].filter((word) => words.includes(word)).length
          return wanted.size > 0 && hits / wanted.size >= 0.5
        })
        if (gone.length) await repo.remove(whose, { ids: gone.map(({ id }) => id) })
        return
      }
      const eventAt = clock.now()
      for (const fact of factsIn(said)) {
        const before = known.find((row) => row.itemType === MemoryType.essential && isSame(row.content, fact))
        if (before) await repo.update(whose, before.id, { content: fact, eventAt, updatedAt: eventAt })
        else await add(whose, { type: MemoryType.essential, content: fact, eventAt, connectorId, bizId })
      }
      await add(whose, { type: MemoryType.chat, content: said, eventAt, connectorId, bizId })
    },
    /** Which of some texts an answer rests on. */
    cited: <T>(answer: string, items: T[], textOf: (item: T) => string): T[] => {
      const used = new Set(wordsOf(answer))
      return items
        .map((item) => {
          const words = [...new Set(wordsOf(textOf(item)))]
          return { item, share: words.filter((word) => used.has(word)).length / Math.max(1, words.length) }
        })
        .filter(({ share }) => share > 0)
        .toSorted((a, b) => b.share - a.share)
        .map(({ item }) => item)
    },
    eraseUser: repo.eraseUser,
  }
}
export type MemoryService = ReturnType<typeof createMemoryService>
