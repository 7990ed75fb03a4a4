import type { StandingRole } from '@orrery/contract'
import { sql } from 'drizzle-orm'
import { resource } from '#domains/ground/resource/resource.table.ts'

/** The roles of a person on each bot and project of a list, in the query that lists them. */
export const ownRoles = (userId: string) =>
  sql<StandingRole[]>`coalesce((
    SELECT CASE WHEN EXISTS (SELECT FROM collaboration_closed x WHERE x.resource_id = c.resource_id)
      THEN ARRAY['Reader'] ELSE c.roles END
    FROM collaborator c WHERE c.resource_id = ${resource.id} AND c.user_id = ${userId}::bigint), '{}')`
