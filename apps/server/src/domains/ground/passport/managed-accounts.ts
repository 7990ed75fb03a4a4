import { randomInt } from 'node:crypto'
import { PROFILE_LIMITS } from '@orrery/contract/shared/limits'
import { UserLevel } from '@orrery/contract/shared/user-levels'
import { newRow } from '#kit/insert-rows.ts'
import type { Tx } from '#kit/db.ts'
import type { AuditEntry } from '#domains/ground/audit/audit.service.ts'
import { auditEvent } from '#domains/ground/audit/audit.table.ts'
import { passportErrors } from './passport.errors.ts'
import type { PassportDeps } from './passport.service.ts'
import { appUser, type UserRow } from './passport.table.ts'
import { emailKey } from './shared/password.ts'

const NAME_TRIES = 5

export function newUser(
  { newId, clock }: Pick<PassportDeps, 'newId' | 'clock'>,
  email: string,
  name: string | undefined,
): UserRow {
  const now = clock.now()
  const handle = email.split('@')[0]!.slice(0, 32)
  return {
    id: newId(),
    email: email.trim(),
    emailKey: emailKey(email),
    passwordHash: '',
    name: name ?? handle,
    uniqueName: plainName(handle),
    description: '',
    avatarKey: null,
    locale: 'zh-CN',
    isInstanceOwner: false,
    disabled: false,
    label: '',
    kind: 'person',
    level: UserLevel.free,
    createdAt: now,
    updatedAt: now,
    erasedAt: null,
    passwordSetAt: null,
  }
}

/** Accounts that an enterprise creates for its people. */
export function createManagedAccounts(deps: PassportDeps) {
  /**
   * Creates an account without a password: the enterprise signs the person in, or a directory created it. Runs in the
   * transaction of the caller, so that no such account exists that its enterprise does not know.
   */
  async function createManaged(
    email: string,
    name: string,
    tx: Tx,
    also: (userId: string) => AuditEntry[] = () => [],
  ): Promise<UserRow> {
    const user = newUser(deps, email, name.slice(0, PROFILE_LIMITS.name))
    const wanted = user.uniqueName
    for (let tries = 0; !(await deps.repo.insertIfFree(user, tx)); tries += 1) {
      if (tries >= NAME_TRIES || (await deps.repo.byEmailKey(user.emailKey, tx))) throw passportErrors.emailTaken()
      user.uniqueName = `${wanted}_${randomInt(1e6)}`
    }
    const entries: AuditEntry[] = []
    await deps.onRegistered(user, tx, entries)
    // Recorded together: directories create accounts by the thousand.
    entries.push(registered(user), ...also(user.id))
    await deps.audit.record(entries, tx)
    return user
  }

  /**
   * Builds the rows of such an account for a bulk insert. Checks nothing: the insert fails if name or address is taken.
   */
  function newManaged(email: string, name: string, also: (userId: string) => AuditEntry[]) {
    const user = newUser(deps, email, name.slice(0, PROFILE_LIMITS.name))
    const { rows, entry } = deps.newPersonalSpace(user.id)
    const entries = deps.audit.rowsOf([entry, registered(user), ...also(user.id)])
    return { user, rows: [newRow(appUser, user), ...rows, ...entries.map((one) => newRow(auditEvent, one))] }
  }
  return { createManaged, newManaged }
}

const registered = (user: UserRow): AuditEntry => ({
  actorId: user.id,
  action: 'account.register',
  detail: { email: user.email },
})

const plainName = (handle: string) =>
  handle
    .replaceAll(/[^\p{L}\p{N}_.-]/gu, '')
    .slice(0, 24)
    .padEnd(3, '0')
