import type { CollaborativeKind } from '@orrery/contract'
import { and, eq, sql } from 'drizzle-orm'
import type { Clock } from '#kit/clock.ts'
import type { Db } from '#kit/db.ts'
import { collaboratorGroup } from './collaborator.table.ts'

const MAX_SHARED = 200

/**
 * Groups of an enterprise as collaborators, and people of the enterprise who work on one resource without being in its
 * space. Group membership is queried on every call: a person who leaves a group loses its roles with the next call.
 */
export function createGroupCollaborators({ db, clock }: { db: Db; clock: Clock }) {
  const item = (resourceId: string, groupId: string) =>
    and(eq(collaboratorGroup.resourceId, resourceId), eq(collaboratorGroup.groupId, groupId))
  return {
    async rolesOf(resourceId: string, userId: string): Promise<string[]> {
      const { rows } = await db.execute<{ roles: string[] }>(
        sql`SELECT g.roles FROM collaborator_group g JOIN person_group_member m ON m.group_id = g.group_id
          JOIN person_group p ON p.id = g.group_id
          JOIN enterprise_person e ON e.enterprise_id = p.enterprise_id AND e.user_id = m.user_id AND e.status = 'active'
          JOIN public.resource r ON r.id = g.resource_id JOIN space s ON s.id = r.space_id AND s.enterprise_id = p.enterprise_id
          WHERE g.resource_id = ${resourceId} AND m.user_id = ${userId}`,
      )
      return rows.flatMap(({ roles }) => roles)
    },
    /** The enterprise through which a user reaches a resource (or its project) without being a member of its space. */
    async guestOf(resourceId: string, userId: string): Promise<string | undefined> {
      const { rows } = await db.execute<{ id: string }>(
        sql`SELECT s.enterprise_id AS id FROM resource r JOIN space s ON s.id = r.space_id
          WHERE r.id = ${resourceId} AND s.enterprise_id IS NOT NULL
            AND (EXISTS (SELECT FROM enterprise_person p
                WHERE p.enterprise_id = s.enterprise_id AND p.user_id = ${userId} AND p.status = 'active')
              OR EXISTS (SELECT FROM service_identity i WHERE i.enterprise_id = s.enterprise_id AND i.id = ${userId}))
            AND (EXISTS (SELECT FROM collaborator c WHERE c.resource_id IN (r.id, r.project_id) AND c.user_id = ${userId})
              OR EXISTS (SELECT FROM collaborator_group g JOIN person_group_member m ON m.group_id = g.group_id
                WHERE g.resource_id IN (r.id, r.project_id) AND m.user_id = ${userId}))`,
      )
      return rows[0]?.id
    },
    /** Resources of an enterprise that a user reaches without being a member of their space, last changed first. */
    async sharedWith(userId: string, enterpriseId: string) {
      const { rows } = await db.execute<{ id: string; kind: CollaborativeKind; name: string; space_id: string }>(
        sql`SELECT r.id, r.kind, r.name, r.space_id FROM public.resource r JOIN space s ON s.id = r.space_id
          WHERE s.enterprise_id = ${enterpriseId}
            AND r.id IN (SELECT c.resource_id FROM collaborator c WHERE c.user_id = ${userId}
              UNION SELECT g.resource_id FROM collaborator_group g JOIN person_group_member m ON m.group_id = g.group_id
                WHERE m.user_id = ${userId})
            AND NOT EXISTS (SELECT FROM space_member m WHERE m.space_id = s.id AND m.user_id = ${userId})
          ORDER BY r.updated_at DESC, r.id DESC LIMIT ${MAX_SHARED}`,
      )
      return rows
    },
    /** The name of the group, if it belongs to the enterprise of the space. */
    async nameIn(groupId: string, spaceId: string): Promise<string | undefined> {
      const { rows } = await db.execute<{ name: string }>(
        sql`SELECT p.name FROM person_group p JOIN space s ON s.enterprise_id = p.enterprise_id
          WHERE p.id = ${groupId} AND s.id = ${spaceId}`,
      )
      return rows[0]?.name
    },
    async listOf(resourceId: string): Promise<{ id: string; name: string; roles: string[]; members: number }[]> {
      const { rows } = await db.execute<{ id: string; name: string; roles: string[]; members: number }>(
        sql`SELECT p.id, p.name, g.roles,
            (SELECT count(*)::int FROM person_group_member m WHERE m.group_id = p.id) AS members
          FROM collaborator_group g JOIN person_group p ON p.id = g.group_id
          WHERE g.resource_id = ${resourceId} ORDER BY g.added_at, p.id`,
      )
      return rows
    },
    async add(resourceId: string, groupId: string, roles: string[], addedBy: string): Promise<boolean> {
      const added = await db
        .insert(collaboratorGroup)
        .values({ resourceId, groupId, roles, addedBy, addedAt: clock.now() })
        .onConflictDoNothing()
        .returning({ id: collaboratorGroup.groupId })
      return added.length > 0
    },
    async modify(resourceId: string, groupId: string, roles: string[]): Promise<boolean> {
      const changed = await db
        .update(collaboratorGroup)
        .set({ roles })
        .where(item(resourceId, groupId))
        .returning({ id: collaboratorGroup.groupId })
      return changed.length > 0
    },
    /** Removes the group; returns the users who lose roles, or undefined if the group was no collaborator. */
    async remove(resourceId: string, groupId: string): Promise<string[] | undefined> {
      const gone = await db
        .delete(collaboratorGroup)
        .where(item(resourceId, groupId))
        .returning({ id: collaboratorGroup.groupId })
      if (!gone.length) return undefined
      const { rows } = await db.execute<{ id: string }>(
        sql`SELECT user_id AS id FROM person_group_member WHERE group_id = ${groupId}`,
      )
      return rows.map(({ id }) => id)
    },
    rolesOfGroup: async (resourceId: string, groupId: string) =>
      (await db.select().from(collaboratorGroup).where(item(resourceId, groupId)))[0]?.roles ?? [],
  }
}
export type GroupCollaborators = ReturnType<typeof createGroupCollaborators>
