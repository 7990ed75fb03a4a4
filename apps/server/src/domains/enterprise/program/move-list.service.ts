import { inArray } from 'drizzle-orm'
import type { Db } from '#kit/db.ts'
import type { AuditService } from '#domains/ground/audit/audit.service.ts'
import type { OauthApps } from '#domains/ground/oauth/app.service.ts'
import type { OauthGrants } from '#domains/ground/oauth/grant.service.ts'
import type { TokenReach } from '#domains/ground/token/reach.service.ts'
import { personalToken } from '#domains/ground/token/token.table.ts'
import { spaceMember, type SpaceRow } from '#domains/ground/space/space.table.ts'
import type { SpaceService } from '#domains/ground/space/space.service.ts'

export interface MoveListDeps {
  db: Db
  audit: AuditService
  apps: Pick<OauthApps, 'byIds'>
  grants: Pick<OauthGrants, 'ofUsers' | 'byIds'>
  spaces: Pick<SpaceService, 'list'>
  reach: Pick<TokenReach, 'carry'>
}
export interface MoveItem {
  type: 'Obo' | 'AppAuth' | 'PersonalAccessToken'
  id: string
  name: string
  userId: string
  spaces: SpaceRow[]
}

/** Private tokens and app grants that have access to spaces and would lose it when these move into an enterprise. */
export function createMoveList({ db, audit, apps, grants, spaces, reach }: MoveListDeps) {
  return {
    async affected(rows: SpaceRow[]): Promise<MoveItem[]> {
      const members = await db
        .select({ spaceId: spaceMember.spaceId, userId: spaceMember.userId })
        .from(spaceMember)
        .where(
          inArray(
            spaceMember.spaceId,
            rows.map((row) => row.id),
          ),
        )
      const userIds = [...new Set(members.map((row) => row.userId))]
      const [tokens, allowed] = await Promise.all([
        db.select().from(personalToken).where(inArray(personalToken.userId, userIds)),
        grants.ofUsers(userIds),
      ])
      const reached = (holder: { userId: string; spaces: string[] | null }) =>
        rows.filter(
          (row) =>
            members.some((member) => member.spaceId === row.id && member.userId === holder.userId) &&
            (holder.spaces === null || holder.spaces.includes(row.id)),
        )
      const known = await apps.byIds(allowed.map((grant) => grant.appId))
      const items: MoveItem[] = [
        ...tokens
          .filter((token) => token.enterpriseId === null && token.lockedAt === null)
          .map((token) => ({
            type: 'PersonalAccessToken' as const,
            id: token.id,
            name: token.name,
            userId: token.userId,
            spaces: reached(token),
          })),
        ...allowed
          .filter((grant) => grant.enterpriseId === null)
          .map((grant) => ({
            type: grant.onBehalf ? ('Obo' as const) : ('AppAuth' as const),
            id: grant.id,
            name: known.get(grant.appId)?.name ?? '',
            userId: grant.userId,
            spaces: reached(grant),
          })),
      ]
      return items.filter((item) => item.spaces.length > 0)
    },
    /** Keeps the caller’s own tokens and grants working in these spaces. Others decide about theirs. */
    async carry(items: { type: MoveItem['type']; id: string }[], actorId: string): Promise<number> {
      const owned = (await spaces.list(actorId))
        .filter(({ space }) => space.ownerId === actorId)
        .map(({ space }) => space)
      const inside = (await spaces.list(actorId))
        .filter(({ space }) => space.enterpriseId !== null)
        .map(({ space }) => space)
      const places = [...new Map([...owned, ...inside].map((row) => [row.id, row])).values()]
      const mine = (await this.affected(places)).filter((item) => item.userId === actorId)
      const chosen = mine.filter((item) => items.some(({ type, id }) => type === item.type && id === item.id))
      for (const item of chosen)
        await reach.carry(
          item.type === 'PersonalAccessToken' ? 'pat' : 'grant',
          item.id,
          item.spaces.map((row) => row.id),
          actorId,
        )
      if (chosen.length)
        await audit.record({
          actorId,
          action: 'enterprise.space_carry',
          target: actorId,
          detail: { count: chosen.length },
        })
      return chosen.length
    },
  }
}
export type MoveList = ReturnType<typeof createMoveList>
