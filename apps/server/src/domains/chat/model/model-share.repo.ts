import { SpaceRole, SpaceType } from '@orrery/contract'
import { and, asc, eq, ilike, inArray, type SQL } from 'drizzle-orm'
import { appUser } from '#domains/ground/passport/passport.table.ts'
import { space, spaceMember } from '#domains/ground/space/space.table.ts'
import { type Db, likeText } from '#kit/db.ts'
import { isSharedWith } from './model.repo.ts'
import { modelProvider, modelShare, type ProviderRow } from './model.table.ts'

export interface Team {
  id: string
  name: string
}
const MOST = 50
const MAX_KEEPERS = 5

export function createModelShareRepo(db: Db) {
  const teams = (where: SQL | undefined): Promise<Team[]> =>
    db
      .selectDistinct({ id: space.id, name: space.name })
      .from(space)
      .leftJoin(spaceMember, eq(spaceMember.spaceId, space.id))
      .where(and(eq(space.type, SpaceType.team), where))
      .orderBy(asc(space.name))
      .limit(MOST)
  return {
    /** Team spaces by a part of their name, optionally only those with a certain member. */
    teams: (word: string, memberId: string | undefined) => {
      const named = word ? ilike(space.name, likeText(word)) : undefined
      return teams(and(named, memberId === undefined ? undefined : eq(spaceMember.userId, memberId)))
    },
    /** The ids that belong to team spaces, optionally only those with a certain member. */
    known: (ids: string[], memberId: string | undefined) =>
      ids.length
        ? teams(and(inArray(space.id, ids), memberId === undefined ? undefined : eq(spaceMember.userId, memberId)))
        : Promise.resolve([]),
    async isPersonal(spaceId: string): Promise<boolean> {
      const [row] = await db.select({ type: space.type }).from(space).where(eq(space.id, spaceId))
      return row?.type === SpaceType.personal
    },
    /** The team spaces that each provider is shared with. */
    sharedWith: (providerIds: string[]): Promise<(Team & { providerId: string })[]> =>
      providerIds.length
        ? db
            .select({ providerId: modelShare.providerId, id: space.id, name: space.name })
            .from(modelShare)
            .innerJoin(space, eq(space.id, modelShare.spaceId))
            .where(inArray(modelShare.providerId, providerIds))
            .orderBy(asc(space.name))
        : Promise.resolve([]),
    async replace(providerId: string, forEveryone: boolean, ids: string[], by: string, now: number) {
      await db.transaction(async (tx) => {
        await tx.update(modelProvider).set({ forEveryone, updatedAt: now }).where(eq(modelProvider.id, providerId))
        await tx.delete(modelShare).where(eq(modelShare.providerId, providerId))
        const rows = ids.map((spaceId) => ({ providerId, spaceId, createdBy: by, createdAt: now }))
        if (rows.length) await tx.insert(modelShare).values(rows)
      })
    },
    /** Providers of other owners that are shared with a space. */
    receivedBy: (spaceId: string): Promise<ProviderRow[]> =>
      db.select().from(modelProvider).where(isSharedWith(spaceId)).orderBy(asc(modelProvider.id)),
    async remove(providerId: string, spaceId: string): Promise<boolean> {
      const gone = await db
        .delete(modelShare)
        .where(and(eq(modelShare.providerId, providerId), eq(modelShare.spaceId, spaceId)))
        .returning({ id: modelShare.providerId })
      return gone.length > 0
    },
    /** People who manage the models of a space: its owner and admins. */
    async keepersOf(spaceId: string): Promise<string[]> {
      const isAdmin = inArray(spaceMember.role, [SpaceRole.owner, SpaceRole.admin])
      const rows = await db
        .select({ id: spaceMember.userId })
        .from(spaceMember)
        .where(and(eq(spaceMember.spaceId, spaceId), isAdmin))
        .orderBy(asc(spaceMember.role), asc(spaceMember.joinedAt))
        .limit(MAX_KEEPERS)
      return rows.map(({ id }) => id)
    },
    async instanceOwner(): Promise<string | undefined> {
      const [row] = await db.select({ id: appUser.id }).from(appUser).where(eq(appUser.isInstanceOwner, true))
      return row?.id
    },
  }
}
export type ModelShareRepo = ReturnType<typeof createModelShareRepo>
