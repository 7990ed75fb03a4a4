import { type FeatureFlag, type FeatureFlags, flagsWithDefaults } from '@orrery/contract/shared/feature-flags'
import type { Currency } from '@orrery/contract/shared/currencies'
import { sql } from 'drizzle-orm'
import type { Registration } from '#kit/config.ts'
import type { Db } from '#kit/db.ts'
import type { AuditService } from '#domains/ground/audit/audit.service.ts'
import { passportErrors } from '#domains/ground/passport/passport.errors.ts'
import type { SettingsService } from './settings.service.ts'

export interface InstanceSettings {
  registration: Registration
  emailDomains: string[]
  currency: Currency
  /** Links to pages of the owner; empty: none. */
  privacyPolicy: string
  userAgreement: string
}
export interface InstanceDeps {
  db: Db
  settings: SettingsService
  audit: AuditService
  /** Default until the owner chooses. */
  defaultRegistration: Registration
}

/** Settings of the instance owner for the whole instance. */
export function createInstanceService({ db, settings: stored, audit, defaultRegistration }: InstanceDeps) {
  async function write(key: string, value: unknown, actorId: string) {
    await stored.set(key, value)
    await audit.record({ actorId, action: 'instance.setting', target: key, detail: { value } })
  }
  async function settings(): Promise<InstanceSettings> {
    return {
      registration: defaultRegistration,
      emailDomains: [],
      currency: 'USD',
      privacyPolicy: '',
      userAgreement: '',
      ...(await stored.get<Partial<InstanceSettings>>('settings')),
    }
  }

  const flags = async (): Promise<FeatureFlags> =>
    flagsWithDefaults((await stored.get<Partial<FeatureFlags>>('flags')) ?? {})

  return {
    settings,
    async saveSettings(change: Partial<InstanceSettings>, actorId: string) {
      await write('settings', { ...(await settings()), ...change }, actorId)
    },
    flags,
    isOn: async (flag: FeatureFlag): Promise<boolean> => (await flags())[flag],
    saveFlags: (chosen: Partial<FeatureFlags>, actorId: string) => write('flags', chosen, actorId),
    async databaseHealth() {
      const before = performance.now()
      const { rows } = await db.execute<{ version: string; size: string; connections: number }>(
        sql`SELECT current_setting('server_version') AS version, pg_database_size(current_database()) AS size,
          (SELECT count(*)::int FROM pg_stat_activity WHERE datname = current_database()) AS connections`,
      )
      const { version, size, connections } = rows[0]!
      const latencyMs = Math.round((performance.now() - before) * 10) / 10
      return { version, sizeBytes: Number(size), latencyMs, connections }
    },
    /** Checks whether an address may register. With an invitation, the domain of the address does not matter. */
    async mayRegister(email: string, hasInvitation: boolean) {
      const { registration, emailDomains } = await settings()
      if (registration === 'closed') throw passportErrors.registrationClosed()
      if (hasInvitation) return
      if (registration === 'invite') throw passportErrors.invitationNeeded()
      const domain = email.trim().toLowerCase().split('@').at(-1)!
      if (emailDomains.length && !emailDomains.includes(domain))
        throw passportErrors.domainNotAllowed({ domains: emailDomains.join(', ') })
    },
  }
}
export type InstanceService = ReturnType<typeof createInstanceService>
