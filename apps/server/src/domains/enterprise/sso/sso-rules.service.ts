import { and, eq, sql } from 'drizzle-orm'
import type { Db } from '#kit/db.ts'
import type { FactorService } from '#domains/ground/factor/factor.service.ts'
import type { SignInWay } from '#domains/ground/passport/passport.service.ts'
import { appUser, type UserRow } from '#domains/ground/passport/passport.table.ts'
import { enterprisePerson } from '#domains/enterprise/enterprise/enterprise.table.ts'
import type { BreakGlass } from './break-glass.service.ts'
import { signOnErrors } from './sso.errors.ts'
import { breakGlass as breakGlassTable, ssoConnection, type SsoConnectionRow, ssoIdentity } from './sso.table.ts'

export interface SsoRulesDeps {
  db: Db
  factors: Pick<FactorService, 'isOn'>
  breakGlass: BreakGlass
}
const domainOf = sql<string>`lower(split_part(${appUser.email}, '@', 2))`
const PREVIEW = 50

/** Who must sign in through a provider. */
export function createSsoRules({ db, factors, breakGlass }: SsoRulesDeps) {
  /** Enforced connections of the person’s enterprises for the domain of the person’s e-mail. */
  const enforcedFor = (user: UserRow) =>
    db
      .select({ enterpriseId: ssoConnection.enterpriseId, id: ssoConnection.id, name: ssoConnection.name })
      .from(ssoConnection)
      .innerJoin(
        enterprisePerson,
        and(eq(enterprisePerson.enterpriseId, ssoConnection.enterpriseId), eq(enterprisePerson.userId, user.id)),
      )
      .where(
        and(
          eq(ssoConnection.isEnforced, true),
          eq(ssoConnection.state, 'active'),
          sql`${user.email.split('@').at(-1)!.toLowerCase()} = ANY(${ssoConnection.domains})`,
        ),
      )

  return {
    /** Checks the rules after the password was correct, so that nobody can find out which accounts are exempt. */
    async mayEnter(user: UserRow, way: SignInWay, address: string): Promise<void> {
      if (user.isInstanceOwner) return
      const enforced = await enforcedFor(user)
      if (!enforced.length) return
      for (const { enterpriseId } of enforced) {
        const isExempt = (await breakGlass.list(enterpriseId)).some((row) => row.userId === user.id)
        // Break-glass accounts bypass the provider, but need a second factor.
        const hasTwo = way === 'passkey' || (way === 'code' && (await factors.isOn(user.id)))
        if (!isExempt || !hasTwo)
          throw signOnErrors.required({}, { connections: enforced.map(({ id, name }) => ({ id, name })) })
      }
      for (const { enterpriseId } of enforced) await breakGlass.used(enterpriseId, user, address)
    },
    /** People who could no longer sign in with a password if the connection were enforced. */
    async affected(connection: SsoConnectionRow) {
      const rows = await db
        .select({
          user_id: appUser.id,
          name: appUser.name,
          email: appUser.email,
          is_linked: sql<boolean>`EXISTS (SELECT 1 FROM ${ssoIdentity} i WHERE i.user_id = ${appUser.id} AND i.connection_id = ${connection.id})`,
          total: sql<number>`(count(*) OVER ())::int`,
        })
        .from(enterprisePerson)
        .innerJoin(appUser, eq(appUser.id, enterprisePerson.userId))
        .where(
          and(
            eq(enterprisePerson.enterpriseId, connection.enterpriseId),
            eq(appUser.isInstanceOwner, false),
            sql`${domainOf} = ANY(${sql.param(connection.domains, ssoConnection.domains)})`,
            sql`NOT EXISTS (SELECT 1 FROM ${breakGlassTable} b WHERE b.user_id = ${appUser.id} AND b.enterprise_id = ${connection.enterpriseId})`,
          ),
        )
        .orderBy(appUser.name, appUser.id)
        .limit(PREVIEW)
      return {
        total: rows[0]?.total ?? 0,
        people: rows.map(({ user_id, name, email, is_linked }) => ({ user_id, name, email, is_linked })),
      }
    },
  }
}
export type SsoRules = ReturnType<typeof createSsoRules>
