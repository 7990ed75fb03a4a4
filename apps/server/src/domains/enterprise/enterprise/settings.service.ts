import { eq } from 'drizzle-orm'
import type { Clock } from '#kit/clock.ts'
import type { Db } from '#kit/db.ts'
import type { AuditService } from '#domains/ground/audit/audit.service.ts'
import { enterpriseErrors } from './enterprise.errors.ts'
import type { EnterpriseService } from './enterprise.service.ts'
import { enterprise } from './enterprise.table.ts'

/** Available settings, with their type on the wire and their default. */
export const settingRules = {
  JoinEnterpriseShareLinkExpirationTime: { type: 'Integer', fallback: 7, min: 1, max: 90 },
  SSO: { type: 'Boolean', fallback: false },
  ForbidGuestJoinEnterprise: { type: 'Boolean', fallback: false },
  ForbidMemberJoinOtherEnterprise: { type: 'Boolean', fallback: false },
  ReplaceEnterpriseLogo: { type: 'Boolean', fallback: false },
  ForbidCustomPeopleManagement: { type: 'Boolean', fallback: false },
} as const
export type SettingKey = keyof typeof settingRules
export type EnterpriseSettings = {
  [K in SettingKey]: (typeof settingRules)[K]['fallback'] extends number ? number : boolean
}
export interface SettingChange {
  key: SettingKey
  type: string
  value: string
  isNone: boolean
}

export interface SettingsDeps {
  db: Db
  audit: AuditService
  clock: Clock
  enterprises: Pick<EnterpriseService, 'get' | 'changed'>
}

export function createEnterpriseSettings({ db, audit, clock, enterprises }: SettingsDeps) {
  async function of(enterpriseId: string): Promise<EnterpriseSettings> {
    const { settings, replaceLogo } = await enterprises.get(enterpriseId)
    const stored = { ...settings, ReplaceEnterpriseLogo: replaceLogo } as Record<string, unknown>
    return Object.fromEntries(
      Object.entries(settingRules).map(([key, rule]) => [key, stored[key] ?? rule.fallback]),
    ) as EnterpriseSettings
  }
  function read({ key, type, value, isNone }: SettingChange): number | boolean {
    const rule = settingRules[key]
    if (isNone) return rule.fallback
    if (type !== rule.type) throw enterpriseErrors.settingType({ key, type: rule.type })
    if (rule.type === 'Boolean') {
      if (value !== 'true' && value !== 'false') throw enterpriseErrors.settingValue({ key, expected: 'true | false' })
      return value === 'true'
    }
    const number = /^\d{1,4}$/.test(value) ? Number(value) : Number.NaN
    if (!(number >= rule.min && number <= rule.max))
      throw enterpriseErrors.settingValue({ key, expected: `${rule.min}–${rule.max}` })
    return number
  }

  return {
    of,
    async save(enterpriseId: string, changes: SettingChange[], actorId: string) {
      const values = changes.map((change) => [change.key, read(change)] as const)
      const before = await of(enterpriseId)
      // Enforcing single sign-on needs extra checks, which only the connection page makes.
      if (values.some(([key, value]) => key === 'SSO' && value !== before.SSO)) throw enterpriseErrors.ssoElsewhere()
      const { ReplaceEnterpriseLogo, ...rest } = { ...before, ...Object.fromEntries(values) } as EnterpriseSettings
      await db.transaction(async (tx) => {
        await tx
          .update(enterprise)
          .set({ settings: rest, replaceLogo: ReplaceEnterpriseLogo, updatedAt: clock.now() })
          .where(eq(enterprise.id, enterpriseId))
        await audit.record(
          {
            actorId,
            enterpriseId,
            action: 'enterprise.setting',
            target: enterpriseId,
            detail: Object.fromEntries(values),
          },
          tx,
        )
      })
      await enterprises.changed(enterpriseId)
    },
    /** Sets the SSO switch for callers that have checked that people can still sign in. */
    async enforceSignOn(enterpriseId: string, isOn: boolean) {
      const { settings } = await enterprises.get(enterpriseId)
      await db
        .update(enterprise)
        .set({ settings: { ...settings, SSO: isOn }, updatedAt: clock.now() })
        .where(eq(enterprise.id, enterpriseId))
      await enterprises.changed(enterpriseId)
    },
    async saveSecurity(enterpriseId: string, security: Record<string, unknown>) {
      await db.update(enterprise).set({ security, updatedAt: clock.now() }).where(eq(enterprise.id, enterpriseId))
      await enterprises.changed(enterpriseId)
    },
  }
}
export type EnterpriseSettingsService = ReturnType<typeof createEnterpriseSettings>
