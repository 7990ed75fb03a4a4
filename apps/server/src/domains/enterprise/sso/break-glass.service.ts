import { and, eq } from 'drizzle-orm'
import type { Clock } from '#kit/clock.ts'
import type { Db } from '#kit/db.ts'
import type { Log } from '#kit/log.ts'
import type { Mail } from '#kit/mail.ts'
import type { AuditService } from '#domains/ground/audit/audit.service.ts'
import type { FactorService } from '#domains/ground/factor/factor.service.ts'
import type { PassportService } from '#domains/ground/passport/passport.service.ts'
import type { UserRow } from '#domains/ground/passport/passport.table.ts'
import type { EnterpriseService } from '#domains/enterprise/enterprise/enterprise.service.ts'
import { ssoErrors } from './sso.errors.ts'
import { breakGlass, ssoConnection, ssoIdentity } from './sso.table.ts'

export interface BreakGlassDeps {
  db: Db
  audit: AuditService
  clock: Clock
  log: Log
  mail: Mail
  people: Pick<PassportService, 'get' | 'getMany'>
  factors: Pick<FactorService, 'hasAny'>
  enterprises: Pick<EnterpriseService, 'superAdmins' | 'get'>
}

/** Accounts that can sign in while the provider is down: with password and second factor, never through a provider. */
export function createBreakGlass({ db, audit, clock, log, mail, people, factors, enterprises }: BreakGlassDeps) {
  const list = (enterpriseId: string) => db.select().from(breakGlass).where(eq(breakGlass.enterpriseId, enterpriseId))

  return {
    list,
    async isOne(userId: string): Promise<boolean> {
      return (await db.$count(breakGlass, eq(breakGlass.userId, userId))) > 0
    },
    async add(enterpriseId: string, userId: string, actorId: string) {
      const admins = await enterprises.superAdmins(enterpriseId)
      const user = admins.includes(userId) ? await people.get(userId) : undefined
      const isLinked = (await db.$count(ssoIdentity, eq(ssoIdentity.userId, userId))) > 0
      if (!user?.passwordHash || user.disabled || isLinked || !(await factors.hasAny(userId)))
        throw ssoErrors.badBreakGlass()
      const row = { enterpriseId, userId, setBy: actorId, setAt: clock.now() }
      await db.insert(breakGlass).values(row).onConflictDoNothing()
      await audit.record({ actorId, enterpriseId, action: 'sso.break_glass_set', target: userId })
    },
    async remove(enterpriseId: string, userId: string, actorId: string) {
      await db.transaction(async (tx) => {
        await tx.delete(breakGlass).where(and(eq(breakGlass.enterpriseId, enterpriseId), eq(breakGlass.userId, userId)))
        const isEnforced = and(eq(ssoConnection.enterpriseId, enterpriseId), eq(ssoConnection.isEnforced, true))
        const left = await tx.$count(breakGlass, eq(breakGlass.enterpriseId, enterpriseId))
        if (left === 0 && (await tx.$count(ssoConnection, isEnforced)) > 0) throw ssoErrors.lastBreakGlass()
        await audit.record({ actorId, enterpriseId, action: 'sso.break_glass_unset', target: userId }, tx)
      })
    },
    /** Records a use, and notifies all super admins. */
    async used(enterpriseId: string, user: UserRow, address: string) {
      const now = clock.now()
      const mine = and(eq(breakGlass.enterpriseId, enterpriseId), eq(breakGlass.userId, user.id))
      await db.update(breakGlass).set({ lastUsedAt: now }).where(mine)
      await audit.record({ actorId: user.id, enterpriseId, action: 'sso.break_glass', target: user.id, address })
      if (!mail.isOn()) return
      const { name } = await enterprises.get(enterpriseId)
      for (const admin of await people.getMany(await enterprises.superAdmins(enterpriseId))) {
        const isChinese = admin.locale === 'zh-CN'
        const message = {
          to: admin.email,
          subject: isChinese ? `「${name}」的应急账号已登录` : `A break-glass account of ${name} signed in`,
          text: isChinese
            ? `${user.name}（${user.email}）使用应急账号绕过单点登录登录，IP 地址为 ${address}。如非预期，请立即处理。`
            : `${user.name} (${user.email}) signed in past single sign-on with a break-glass account, from the IP address ${address}. If nobody expected this, act now.`,
        }
        // A failing mail server must not lock out the break-glass account.
        await mail.send(message).catch((cause: unknown) => log.warn({ cause }, 'break-glass mail failed'))
      }
    },
  }
}
export type BreakGlass = ReturnType<typeof createBreakGlass>
