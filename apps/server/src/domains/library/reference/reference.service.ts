import type { ResourceService } from '#domains/ground/resource/resource.service.ts'
import type { ResourceRow } from '#domains/ground/resource/resource.table.ts'
import type { ResourceKinds } from '#domains/ground/resource/shared/resource-kind.ts'
import type { Channel, ResourceUse } from '#domains/ground/resource/shared/resource-use.ts'

interface DirectUser {
  head: ResourceRow
  inDraft: boolean
  inPublished: boolean
  channels: Channel[]
}
export interface LiveUser {
  head: ResourceRow
  channels: Channel[]
  /** The workflow through which the resource is used, unless it is used directly. */
  via?: ResourceRow
}
export interface UsedBy {
  id: string
  users: DirectUser[]
  live: LiveUser[]
}
/** Workflows call workflows: users are looked up through at most this many levels. */
const MAX_STEPS = 8
type MayView = (id: string) => Promise<boolean>

/** Finds the users of resources across all kinds; each kind reports its own uses. */
export function createReferences({ kinds, resources }: { kinds: ResourceKinds; resources: ResourceService }) {
  const directUses = async (ids: string[]): Promise<ResourceUse[]> =>
    (await Promise.all(kinds.entries().map(([, port]) => port.uses?.(ids) ?? []))).flat()

  /** Direct and indirect uses of the given resources, by used id. */
  async function collectUses(ids: string[]): Promise<Map<string, ResourceUse[]>> {
    const known = new Map<string, ResourceUse[]>()
    let next = [...new Set(ids)]
    for (let step = 0; next.length && step < MAX_STEPS; step += 1) {
      const found = Map.groupBy(await directUses(next), (use) => use.usedId)
      for (const id of next) known.set(id, found.get(id) ?? [])
      const users = [...found.values()].flat().map((use) => use.userId)
      next = [...new Set(users)].filter((id) => !known.has(id))
    }
    return known
  }
  async function headsOf(ids: string[], mayView: MayView): Promise<Map<string, ResourceRow>> {
    const heads = await resources.getMany([...new Set(ids)])
    const seen = await Promise.all(heads.map(async (head) => ((await mayView(head.id)) ? [head] : [])))
    return new Map(seen.flat().map((head) => [head.id, head]))
  }
  async function channelsOf(heads: Iterable<ResourceRow>): Promise<Map<string, Channel[]>> {
    const all = new Map<string, Channel[]>()
    for (const [kind, rows] of Map.groupBy(heads, (head) => head.kind)) {
      const found = (await kinds.find(kind).channels?.(rows.map((row) => row.id))) ?? []
      for (const [id, channels] of found) if (channels.length) all.set(id, channels)
    }
    return all
  }

  return {
    /** Leaves out users that the person may not see; even their number would reveal that they exist. */
    async usedBy(ids: string[], mayView: MayView): Promise<UsedBy[]> {
      const around = await collectUses(ids)
      const heads = await headsOf([...around.keys(), ...[...around.values()].flat().map((use) => use.userId)], mayView)
      const channels = await channelsOf(heads.values())
      /** Whether the use is live: in a published state, or in a part of a project, which is published as a whole. */
      const isOnline = (use: ResourceUse) => use.inPublished || Boolean(heads.get(use.userId)?.projectId)

      function liveUsers(id: string): LiveUser[] {
        const live = new Map<string, LiveUser>()
        const visited = new Set<string>()
        const visit = (at: string, via: ResourceRow | undefined) => {
          if (visited.has(at)) return
          visited.add(at)
          const head = heads.get(at)
          const online = channels.get(at)
          if (head && online) live.set(at, { head, channels: online, ...(via && { via }) })
          for (const use of around.get(at) ?? []) if (isOnline(use)) visit(use.userId, at === id ? undefined : head)
        }
        visit(id, undefined)
        return [...live.values()]
      }
      return ids.map((id) => ({
        id,
        users: (around.get(id) ?? []).flatMap((use) => {
          const head = heads.get(use.userId)
          return head ? [{ ...use, head, channels: channels.get(head.id) ?? [] }] : []
        }),
        live: liveUsers(id),
      }))
    },
  }
}
export type References = ReturnType<typeof createReferences>
