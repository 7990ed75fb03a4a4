import { UserLevel } from '@orrery/contract/shared/user-levels'
import type { Clock } from '#kit/clock.ts'
import type { NewId } from '#kit/ids.ts'
import type { PassportRepo } from './passport.repo.ts'
import type { SessionService } from './session.service.ts'

export interface ServiceAccountDeps {
  repo: Pick<PassportRepo, 'insert' | 'update'>
  sessions: Pick<SessionService, 'interrupt'>
  newId: NewId
  clock: Clock
}

/** Accounts that nobody can sign in with: no e-mail, no password, no session. */
export const createServiceAccounts = ({ repo, sessions, newId, clock }: ServiceAccountDeps) => ({
  async createService(name: string): Promise<string> {
    const now = clock.now()
    const id = newId()
    await repo.insert({
      id,
      email: '',
      emailKey: `service:${id}`,
      passwordHash: '',
      name,
      uniqueName: `service-${id}`,
      description: '',
      avatarKey: null,
      locale: 'en',
      isInstanceOwner: false,
      disabled: false,
      label: '',
      kind: 'service',
      level: UserLevel.free,
      createdAt: now,
      updatedAt: now,
      erasedAt: null,
      passwordSetAt: null,
    })
    return id
  },
  async renameService(id: string, name: string) {
    await repo.update(id, { name, updatedAt: clock.now() })
  },
  /** Disables a service account; what it did stays under its name. */
  async endService(id: string) {
    await repo.update(id, { disabled: true, updatedAt: clock.now() })
    await sessions.interrupt(id)
  },
})
