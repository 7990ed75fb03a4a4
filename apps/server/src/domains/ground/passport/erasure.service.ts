import { resourceKinds } from '@orrery/contract'
import type { Blobs } from '#kit/blobs/blobs.ts'
import type { Bus } from '#kit/bus.ts'
import type { Clock } from '#kit/clock.ts'
import type { Jobs } from '#kit/jobs.ts'
import type { AuditService } from '#domains/ground/audit/audit.service.ts'
import type { ErasureRepo } from './erasure.repo.ts'
import type { LoginGuard } from './login-guard.ts'
import { companyAccountErrors, passportErrors } from './passport.errors.ts'
import type { Caller, PassportService } from './passport.service.ts'
import type { UserRow } from './passport.table.ts'
import type { Passwords } from './shared/password.ts'
import type { SessionService } from './session.service.ts'

const JOB = 'account-erased'
/** By then all work that ran for the person has finished, and its last writes are cleared too. */
const SECOND_CLEAR_SECONDS = 15 * 60
/** Topics of the caches that may still hold erased data. */
const topics = ['membership', 'resource', 'token', 'oauth', ...Object.keys(resourceKinds)]

export interface ErasureDeps {
  repo: ErasureRepo
  people: Pick<PassportService, 'get' | 'findPerson'>
  guard: LoginGuard
  passwords: Pick<Passwords, 'matches'>
  sessions: Pick<SessionService, 'endAll'>
  audit: AuditService
  blobs: Blobs
  bus: Bus
  jobs: Jobs
  clock: Clock
  /** Names of the enterprises whose last super admin the user is. */
  lastSuperAdminOf(userId: string): Promise<string[]>
  /** Erases rows in tables of spaces, variables and memories, which higher districts know how to find. */
  eraseData(userId: string): Promise<void>
}

/** Erases an account: everything of the person is deleted, and what they made for others stays without their name. */
export function createErasureService(deps: ErasureDeps) {
  const { repo, clock } = deps

  async function check(userId: string) {
    const [user, teams] = [await deps.people.get(userId), await repo.sharedTeams(userId)]
    return { teams, needsSuccessor: user.isInstanceOwner && (await repo.hasOthers(userId)) }
  }
  async function successorOf(user: UserRow, input: string | undefined): Promise<string> {
    const found = input ? await deps.people.findPerson(input) : undefined
    if (!input) throw passportErrors.successorNeeded()
    if (!found || found.id === user.id) throw passportErrors.noSuccessor()
    return found.id
  }
  async function clear(userId: string, isLast: boolean) {
    const left = (await repo.leftovers()).find((leftover) => leftover.userId === userId)
    if (!left) return
    await repo.eraseRows(userId)
    await deps.eraseData(userId)
    for (const key of left.files) await deps.blobs.delete(key)
    if (left.folders.length)
      for await (const key of deps.blobs.list())
        if (left.folders.some((folder) => key.startsWith(folder))) await deps.blobs.delete(key)
    if (isLast) await repo.done(userId)
  }

  return {
    check,
    async erase(userId: string, password: string, input: string | undefined, caller: Caller) {
      const user = await deps.people.get(userId)
      await deps.guard.check(user.emailKey, caller.address)
      if (!(await deps.passwords.matches(password, user.passwordHash))) {
        await deps.guard.failed(user.emailKey, caller.address)
        throw passportErrors.wrongPassword()
      }
      const enterprises = await deps.lastSuperAdminOf(userId)
      if (enterprises.length) throw companyAccountErrors.lastSuperAdmin({ names: enterprises.join(', ') })
      const { teams, needsSuccessor } = await check(userId)
      if (teams.length) throw passportErrors.ownsTeams({ names: teams.map(({ name }) => name).join(', ') })
      const successorId = needsSuccessor ? await successorOf(user, input) : undefined
      await deps.eraseData(userId)
      if (!(await repo.erase(user, anonymised(user, clock.now()), successorId)))
        throw passportErrors.ownsTeams({ names: (await check(userId)).teams.map(({ name }) => name).join(', ') })
      await deps.sessions.endAll(userId)
      for (const topic of topics) await deps.bus.publish(topic, '*')
      await deps.audit.record({ actorId: userId, action: 'account.erased', detail: { successor: successorId ?? '' } })
      await deps.jobs.send(JOB, { userId, isLast: false })
      await deps.jobs.send(JOB, { userId, isLast: true }, { startAfter: SECOND_CLEAR_SECONDS })
    },
    async start() {
      await deps.jobs.define<{ userId: string; isLast: boolean }>(JOB, ({ userId, isLast }) => clear(userId, isLast))
      // A process may have died between erasing and clearing.
      for (const { userId } of await repo.leftovers())
        await deps.jobs.send(JOB, { userId, isLast: true }, { startAfter: SECOND_CLEAR_SECONDS, singletonKey: userId })
    },
  }
}
export type ErasureService = ReturnType<typeof createErasureService>

const anonymised = (user: UserRow, now: number): UserRow => ({
  ...user,
  email: `erased-${user.id}@invalid`,
  emailKey: `erased-${user.id}@invalid`,
  name: 'Erased user',
  uniqueName: `erased_${user.id}`,
  createdAt: now,
  updatedAt: now,
  erasedAt: now,
})
