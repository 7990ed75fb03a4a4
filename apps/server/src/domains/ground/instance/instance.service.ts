import { eq } from 'drizzle-orm'
import type { Bus } from '#kit/bus.ts'
import type { Clock } from '#kit/clock.ts'
import type { Registration } from '#kit/config.ts'
import type { Db } from '#kit/db.ts'
import { createCache } from '#kit/cache.ts'
import type { AuditService } from '#domains/ground/audit/audit.service.ts'
import { passportErrors } from '#domains/ground/passport/passport.errors.ts'
import { instanceSetting } from './instance.table.ts'

export interface InstanceSettings {
  registration: Registration
  emailDomains: string[]
}
export interface InstanceDeps {
  db: Db
  bus: Bus
  audit: AuditService
  clock: Clock
  /** What holds until the owner chooses. */
  defaultRegistration: Registration
}

/** Settings of the whole instance, kept in the database and cached until somebody changes them. */
export function createInstanceService({ db, bus, audit, clock, defaultRegistration }: InstanceDeps) {
  const values = createCache<unknown>({
    bus,
    clearOn: ['instance'],
    limit: 10,
    keepsMissing: true,
    load: async (key) => (await db.select().from(instanceSetting).where(eq(instanceSetting.key, key)))[0]?.value,
  })
  const read = async <T>(key: string, fallback: T): Promise<T> => ((await values.get(key)) as T | undefined) ?? fallback
  async function write(key: string, value: unknown, actorId: string) {
    const row = { key, value, updatedAt: clock.now() }
    await db.insert(instanceSetting).values(row).onConflictDoUpdate({ target: instanceSetting.key, set: row })
    await bus.publish('instance', key)
    await audit.record({ actorId, action: 'instance.setting', target: key, detail: { value } })
  }
  async function settings(): Promise<InstanceSettings> {
    return {
      registration: defaultRegistration,
      emailDomains: [],
      ...(await read<Partial<InstanceSettings>>('settings', {})),
    }
  }

  return {
    settings,
    async saveSettings(change: Partial<InstanceSettings>, actorId: string) {
      await write('settings', { ...(await settings()), ...change }, actorId)
    },
    flags: () => read<Record<string, boolean>>('flags', {}),
    saveFlags: (flags: Record<string, boolean>, actorId: string) => write('flags', flags, actorId),
    /** An invitation opens the door of an instance that is not closed, whatever the domain of the address. */
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
