import { sql } from 'drizzle-orm'
import type { Db } from '#kit/db.ts'

const SHOWN = 20

interface Candidate extends Record<string, unknown> {
  id: string
  name: string
  kind: 'user' | 'service' | 'group'
  userName: string
  avatarKey: string | null
  members?: number
}

/** People, groups and service identities of an enterprise that can be given access to one resource of a space. */
export const createCandidates =
  (db: Db) =>
  async (enterpriseId: string, spaceId: string, word: string): Promise<Candidate[]> => {
    const pattern = `${word.toLowerCase().replaceAll(/[\\%_]/g, String.raw`\$&`)}%`
    const outside = sql`NOT EXISTS (SELECT FROM space_member m WHERE m.space_id = ${spaceId} AND m.user_id = u.id)`
    const { rows: groups } = await db.execute<Candidate>(
      sql`SELECT g.id, g.name, 'group' AS kind, '' AS "userName", NULL AS "avatarKey",
          (SELECT count(*)::int FROM person_group_member m WHERE m.group_id = g.id) AS members
        FROM person_group g WHERE g.enterprise_id = ${enterpriseId} AND lower(g.name) LIKE ${pattern}
        ORDER BY lower(g.name), g.id LIMIT ${SHOWN}`,
    )
    const { rows: services } = await db.execute<Candidate>(
      sql`SELECT u.id, u.name, 'service' AS kind, '' AS "userName", NULL AS "avatarKey"
        FROM service_identity i JOIN app_user u ON u.id = i.id AND NOT u.disabled
        WHERE i.enterprise_id = ${enterpriseId} AND lower(u.name) LIKE ${pattern} AND ${outside}
        ORDER BY lower(u.name), u.id LIMIT ${SHOWN}`,
    )
    const { rows: people } = await db.execute<Candidate>(
      sql`SELECT u.id, u.name, 'user' AS kind, u.unique_name AS "userName", u.avatar_key AS "avatarKey"
        FROM enterprise_person p JOIN app_user u ON u.id = p.user_id AND NOT u.disabled
        WHERE p.enterprise_id = ${enterpriseId} AND p.status = 'active' AND ${outside}
          AND (lower(u.name) LIKE ${pattern} OR lower(u.unique_name) LIKE ${pattern} OR u.email_key LIKE ${pattern})
        ORDER BY lower(u.name), u.id LIMIT ${SHOWN}`,
    )
    return [...groups, ...services, ...people]
  }
