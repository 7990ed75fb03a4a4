import { sql } from 'drizzle-orm'
import type { Clock } from '#kit/clock.ts'
import type { Db } from '#kit/db.ts'

type Figure =
  | 'members'
  | 'guests'
  | 'suspended'
  | 'groups'
  | 'spaces'
  | 'service_identities'
  | 'apps'
  | 'open_requests'
  | 'invitations'

/** Figures of the overview of an enterprise. */
export function createEnterpriseFigures({ db, clock }: { db: Db; clock: Clock }) {
  return async (id: string): Promise<Record<Figure, number>> => {
    const people = (condition: string) =>
      sql`(SELECT count(*)::int FROM enterprise_person WHERE enterprise_id = ${id} AND ${sql.raw(condition)})`
    const { rows } = await db.execute<Record<Figure, number>>(sql`SELECT
      ${people(`people_type = 'EnterpriseMember' AND status = 'active'`)} AS members,
      ${people(`people_type = 'EnterpriseGuest' AND status = 'active'`)} AS guests,
      ${people(`status = 'suspended'`)} AS suspended,
      (SELECT count(*)::int FROM person_group WHERE enterprise_id = ${id}) AS groups,
      (SELECT count(*)::int FROM space WHERE enterprise_id = ${id}) AS spaces,
      (SELECT count(*)::int FROM service_identity WHERE enterprise_id = ${id}) AS service_identities,
      (SELECT count(*)::int FROM app_installation WHERE enterprise_id = ${id} AND status = 'approved') AS apps,
      (SELECT count(*)::int FROM join_application WHERE enterprise_id = ${id} AND status = 'Processing')
        + (SELECT count(*)::int FROM app_installation WHERE enterprise_id = ${id} AND status = 'pending') AS open_requests,
      (SELECT count(*)::int FROM join_invitation WHERE enterprise_id = ${id} AND status = 'Confirming'
        AND expires_at > ${clock.now()}) AS invitations`)
    return rows[0]!
  }
}
export type EnterpriseFigures = ReturnType<typeof createEnterpriseFigures>
