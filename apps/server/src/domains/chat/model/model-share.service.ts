import type { AuditAction } from '@orrery/contract/shared/audit-actions'
import type { Bus } from '#kit/bus.ts'
import type { Clock } from '#kit/clock.ts'
import { errors } from '#kit/errors.ts'
import type { AuditService } from '#domains/ground/audit/audit.service.ts'
import type { PassportService } from '#domains/ground/passport/passport.service.ts'
import { modelDomainErrors } from './model.errors.ts'
import type { ModelRepo, Scope } from './model.repo.ts'
import type { ModelShareRepo, Team } from './model-share.repo.ts'
import type { ModelRow, ProviderRow } from './model.table.ts'

export interface ModelShareDeps {
  repo: ModelRepo
  shares: ModelShareRepo
  people: Pick<PassportService, 'getMany'>
  audit: AuditService
  bus: Bus
  clock: Clock
}
/** A provider of another owner whose models a team may use. Its URL and key are only visible to the owner. */
export interface ReceivedProvider {
  provider: ProviderRow
  models: ModelRow[]
  /** Empty if the instance is the owner. */
  ownerName: string
}

/** Shares models with teams: those of the instance, or those in the personal space of a member. */
export function createModelSharing({ repo, shares, people, audit, bus, clock }: ModelShareDeps) {
  async function noted(scope: Scope, actorId: string, action: AuditAction, target: string, detail: object) {
    await audit.record({ actorId, spaceId: scope ?? undefined, action, target, detail: { ...detail } })
    await bus.publish('model', target)
  }
  const namesOf = async (ids: string[]) => new Map((await people.getMany(ids)).map((user) => [user.id, user.name]))

  return {
    teams: (scope: Scope, userId: string, word: string): Promise<Team[]> =>
      shares.teams(word.trim(), scope === null ? undefined : userId),
    sharedWith: shares.sharedWith,
    canShare: async (scope: Scope) => scope === null || shares.isPersonal(scope),
    async share(scope: Scope, actorId: string, providerId: string, forEveryone: boolean, spaceIds: string[]) {
      if (!(await repo.provider(scope, providerId))) throw errors.notFound({ what: 'provider' })
      if (scope !== null && !(await shares.isPersonal(scope))) throw modelDomainErrors.notShareable()
      const ids = [...new Set(spaceIds)]
      const known = await shares.known(ids, scope === null ? undefined : actorId)
      if (known.length < ids.length) throw modelDomainErrors.notYourTeam()
      // Only models of the instance can be for everyone.
      const isForAll = scope === null && forEveryone
      await shares.replace(providerId, isForAll, ids, actorId, clock.now())
      await noted(scope, actorId, 'model.provider.share', providerId, { forEveryone: isForAll, spaceIds: ids })
    },
    async receivedBy(spaceId: string): Promise<ReceivedProvider[]> {
      const rows = await shares.receivedBy(spaceId)
      const usable = await repo.usableIn(spaceId)
      const names = await namesOf(rows.flatMap((row) => (row.spaceId === null ? [] : row.createdBy)))
      return rows.map((provider) => ({
        provider,
        models: usable.flatMap((row) => (row.provider.id === provider.id ? row.model : [])),
        ownerName: provider.spaceId === null ? '' : (names.get(provider.createdBy) ?? ''),
      }))
    },
    /** Removes a shared provider from the list of a team. */
    async refuse(spaceId: string, actorId: string, providerId: string) {
      if (!(await shares.remove(providerId, spaceId))) throw errors.notFound({ what: 'provider' })
      await noted(spaceId, actorId, 'model.provider.unshare', providerId, {})
    },
    /** People to ask for a model: those who manage the space, and the instance owner. */
    async keepers(spaceId: string): Promise<{ space: string[]; instance: string[] }> {
      const [keepers, owner] = await Promise.all([shares.keepersOf(spaceId), shares.instanceOwner()])
      const names = await namesOf([...keepers, ...(owner ? [owner] : [])])
      const of = (ids: string[]) => ids.flatMap((id) => names.get(id) ?? [])
      return { space: of(keepers), instance: of(owner ? [owner] : []) }
    },
  }
}
export type ModelSharing = ReturnType<typeof createModelSharing>
