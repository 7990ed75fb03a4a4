import type { Told } from './notice-params.ts'

/** Something that a person may decide, as its own domain keeps it. */
export type Waiting = Told & { id: string; link: string; at: number }
/** What waits for a person in one domain, newest first; it asks its own rules who may decide. */
export type WaitingSource = (userId: string, most: number) => Promise<Waiting[]>
const MOST_OF_EACH = 50

/** What waits for people, asked of the domains that keep it: there is no second store that could be behind. */
export function createWaiting() {
  const sources: WaitingSource[] = []
  return {
    register: (source: WaitingSource): void => void sources.push(source),
    async list(userId: string): Promise<Waiting[]> {
      const found = await Promise.all(sources.map((source) => source(userId, MOST_OF_EACH)))
      return found.flat().toSorted((one, other) => other.at - one.at)
    },
  }
}
export type WaitingRegistry = ReturnType<typeof createWaiting>
