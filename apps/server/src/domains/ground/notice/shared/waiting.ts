import type { NoticeContent } from './notice-params.ts'

/** Something that waits for a person's decision; stored by its own domain. */
export type Waiting = NoticeContent & { id: string; link: string; at: number }
/** Lists what waits for a person in one domain, newest first. The domain decides who may decide. */
export type WaitingSource = (userId: string, most: number) => Promise<Waiting[]>
const MAX_PER_SOURCE = 50

/** Collects what waits for a person from all domains. There is no second store that could become stale. */
export function createWaiting() {
  const sources: WaitingSource[] = []
  return {
    register: (source: WaitingSource): void => void sources.push(source),
    async list(userId: string): Promise<Waiting[]> {
      const found = await Promise.all(sources.map((source) => source(userId, MAX_PER_SOURCE)))
      return found.flat().toSorted((one, other) => other.at - one.at)
    },
  }
}
export type WaitingRegistry = ReturnType<typeof createWaiting>
