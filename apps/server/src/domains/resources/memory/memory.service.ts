import { MEMORY_LIMITS, MemoryType } from '@orrery/contract'
import type { Clock } from '#kit/clock.ts'
import { errors } from '#kit/errors.ts'
import type { NewId } from '#kit/ids.ts'
import type { Jobs } from '#kit/jobs.ts'
import type { MemorySearch } from './memory-search.ts'
import { wordsOf } from './memory-words.ts'
import { memoryErrors } from './memory.errors.ts'
import type { MemoryFilter, MemoryRepo, MemoryOwner } from './memory.repo.ts'
import type { MemoryRow } from './memory.table.ts'

export type { MemoryOwner } from './memory.repo.ts'
export interface NewMemory {
  type: MemoryType
  content: string
  eventAt: number
  connectorId?: string
  bizId?: string
  tags?: string[]
  ext?: Record<string, string>
}
export interface MemoryDeps {
  repo: MemoryRepo
  /** Whether the memory of the bot is on, in the version published on the channel or in the draft. */
  isOn(botId: string, connectorId: string | undefined): Promise<boolean>
  jobs: Jobs
  search: MemorySearch
  newId: NewId
  clock: Clock
}

const JOB = 'memory.expire'

export function createMemoryService({ repo, search, newId, clock, isOn, jobs }: MemoryDeps) {
  /** Deletes expired memories before reading, so that they are hidden even before the scheduled clean-up. */
  const deleteExpired = ({ botId }: MemoryOwner) => repo.expire(clock.now(), botId)
  async function find(...[owner, query, timeZone]: Parameters<MemorySearch['search']>) {
    await deleteExpired(owner)
    return search.search(owner, query, timeZone)
  }
  /** Memories for a bot; empty without consent. */
  async function recall(owner: MemoryOwner, query: string): Promise<MemoryRow[]> {
    return (await repo.consent(owner)) === true ? find(owner, query) : []
  }

  return {
    recall,
    /** Memories for a question; if there are too few, the newest facts are added. */
    async recallForChat(owner: MemoryOwner, query: string, most: number): Promise<MemoryRow[]> {
      const found = (await recall(owner, query)).slice(0, most)
      if (found.length >= most || (await repo.consent(owner)) !== true) return found
      const facts = await repo.list(owner, { type: MemoryType.essential }, 0, most)
      return [...found, ...facts.filter((fact) => !found.some(({ id }) => id === fact.id))].slice(0, most)
    },
    async add(owner: MemoryOwner, item: NewMemory): Promise<string> {
      if ((await repo.count(owner)) >= MEMORY_LIMITS.items) throw memoryErrors.full({ max: MEMORY_LIMITS.items })
      const id = newId()
      await repo.insert({
        ...owner,
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
    },
    search: find,
    isOn,
    consent: repo.consent,
    setConsent: (owner: MemoryOwner, isGiven: boolean) => repo.setConsent(owner, isGiven, clock.now()),
    async update(
      owner: MemoryOwner,
      id: string,
      change: Partial<Pick<MemoryRow, 'content' | 'eventAt' | 'tags' | 'ext' | 'bizId' | 'itemType'>>,
    ) {
      if (!(await repo.update(owner, id, { ...change, updatedAt: clock.now() })))
        throw errors.notFound({ what: 'memory' })
    },
    remove: (owner: MemoryOwner, filter: MemoryFilter) => repo.remove(owner, filter),
    async list(owner: MemoryOwner, filter: MemoryFilter, offset: number, limit: number) {
      await deleteExpired(owner)
      return { rows: await repo.list(owner, filter, offset, limit), total: await repo.count(owner, filter) }
    },
    /** The texts that an answer is based on, the most used first. */
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
    /** Deletes expired memories of all bots, including those of people who never return. */
    expire: () => repo.expire(clock.now()),
    async start() {
      await jobs.define(JOB, async () => void (await repo.expire(clock.now())))
      await jobs.schedule(JOB, 'all', '41 * * * *', {})
    },
  }
}
export type MemoryService = ReturnType<typeof createMemoryService>
