import { and, asc, eq } from 'drizzle-orm'
import type { Db } from '#kit/db.ts'
import { errors } from '#kit/errors.ts'
import { space, spaceMember, spaceMemberSource } from '#domains/ground/space/space.table.ts'
import type { EnterpriseService } from './enterprise.service.ts'
import type { ManagedBy } from './enterprise.table.ts'
import { personGroup, personGroupMember } from './group.table.ts'

interface PathStep {
  by: 'owner' | 'name' | 'group' | 'suspended' | 'none'
  name: string
  source?: ManagedBy
  role: number
}

/** Explains why a person may use a space, from the same rows that the access check reads. */
export function createAccessPaths({ db, enterprises }: { db: Db; enterprises: Pick<EnterpriseService, 'person'> }) {
  return {
    async explain(enterpriseId: string, userId: string, spaceId: string) {
      const [found] = await db
        .select()
        .from(space)
        .where(and(eq(space.id, spaceId), eq(space.enterpriseId, enterpriseId)))
      if (!found) throw errors.notFound({ what: 'space' })
      const [member] = await db
        .select()
        .from(spaceMember)
        .where(and(eq(spaceMember.spaceId, spaceId), eq(spaceMember.userId, userId)))
      const given = await db
        .select({ name: personGroup.name, source: personGroupMember.source, role: spaceMemberSource.role })
        .from(spaceMemberSource)
        .innerJoin(personGroup, eq(personGroup.id, spaceMemberSource.groupId))
        .innerJoin(
          personGroupMember,
          and(eq(personGroupMember.groupId, personGroup.id), eq(personGroupMember.userId, userId)),
        )
        .where(and(eq(spaceMemberSource.spaceId, spaceId), eq(spaceMemberSource.userId, userId)))
        .orderBy(asc(spaceMemberSource.role), asc(personGroup.name))
      const path: PathStep[] = []
      if (found.ownerId === userId) path.push({ by: 'owner', name: found.name, role: 1 })
      else if (member?.directRole) path.push({ by: 'name', name: found.name, role: member.directRole })
      for (const group of given) path.push({ by: 'group', ...group })
      const isSuspended = (await enterprises.person(enterpriseId, userId))?.status === 'suspended'
      if (isSuspended) path.unshift({ by: 'suspended', name: '', role: 0 })
      if (!path.length) path.push({ by: 'none', name: found.name, role: 0 })
      const allowed = member !== undefined && !isSuspended
      return { allowed, role: allowed ? member.role : 0, path }
    },
  }
}
export type AccessPaths = ReturnType<typeof createAccessPaths>
