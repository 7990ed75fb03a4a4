import { randomInt } from 'node:crypto'
import type { AuthenticationResponseJSON } from '@simplewebauthn/server'
import type { UserLevel } from '@orrery/contract/shared/user-levels'
import type { Blobs } from '#kit/blobs/blobs.ts'
import type { NewRow } from '#kit/insert-rows.ts'
import type { Clock } from '#kit/clock.ts'
import { type Tx, violates } from '#kit/db.ts'
import { errors } from '#kit/errors.ts'
import type { NewId } from '#kit/ids.ts'
import type { Mail } from '#kit/mail.ts'
import { randomToken, sameText, type Secrets, sha256 } from '#kit/secrets.ts'
import type { AuditEntry, AuditService } from '#domains/ground/audit/audit.service.ts'
import type { ContentGuard } from '#domains/ground/content-rule/content-rule.service.ts'
import { reencodeImage } from './shared/reencode-image.ts'
import type { BreachCheck } from './breach-check.ts'
import type { LoginGuard } from './login-guard.ts'
import { createManagedAccounts, newUser } from './managed-accounts.ts'
import { passportErrors } from './passport.errors.ts'
import type { PasswordPolicy } from './password-policy.service.ts'
import type { PassportRepo } from './passport.repo.ts'
import type { SessionWay, UserRow } from './passport.table.ts'
import { createServiceAccounts } from './service-accounts.ts'
import { checkPassword, emailKey, type Passwords } from './shared/password.ts'
import type { SessionService } from './session.service.ts'
import type { UserLevels } from './user-level.service.ts'

const CODE_LIFETIME_MS = 30 * 60_000
const CODE_TRIES = 5
const CODE_LETTERS = 'ABCDEFGHJKMNPQRSTVWXYZ23456789'

export interface Caller {
  userAgent: string
  address: string
}
/** How a person proved who they are. */
export type SignInWay = Exclude<SessionWay, '' | 'company'>
export interface PassportDeps {
  repo: PassportRepo
  sessions: SessionService
  guard: LoginGuard
  breaches: BreachCheck
  passwords: Passwords
  /** Password rules of enterprises. */
  policy: PasswordPolicy
  audit: AuditService
  blobs: Blobs
  secrets: Secrets
  mail: Mail
  newId: NewId
  clock: Clock
  /** Throws if this address may not register now. The key is that of an invitation link. */
  mayRegister(email: string, inviteKey: string | undefined): Promise<void>
  /** Runs after an account was created, e.g. to create its personal space. */
  onRegistered(user: UserRow, tx?: Tx, later?: AuditEntry[]): Promise<void>
  /** The rows of a personal space, for bulk inserts. */
  newPersonalSpace(userId: string): { rows: NewRow[]; entry: AuditEntry }
  content: Pick<ContentGuard, 'require'>
  levels: Pick<UserLevels, 'changed'>
  /** The second step of signing in. */
  factors: {
    isOn(userId: string): Promise<boolean>
    challenge(userId: string): Promise<string>
    answer(challenge: string, code: string, address: string): Promise<string>
    dropChallenges(userId: string): Promise<unknown>
  }
  /** Throws if the person has to sign in another way. */
  mayEnter(user: UserRow, way: SignInWay, address: string): Promise<void>
  /** Signs in with a passkey; returns the user id. */
  passkeys: { signIn(proof: AuthenticationResponseJSON, address: string): Promise<string> }
  /** Reads a picture that the user uploaded; throws if there is none. */
  readPicture(key: string, userId: string): Promise<Uint8Array<ArrayBuffer>>
}
export interface ProfileChange {
  name?: string | undefined
  uniqueName?: string | undefined
  description?: string | undefined
  locale?: string | undefined
  /** The key of an uploaded file. */
  avatar?: string | undefined
}

export interface NewAccount {
  email: string
  password: string
  inviteKey?: string | undefined
  /** By default taken from the address. */
  name?: string | undefined
}

export function createPassportService(deps: PassportDeps) {
  const { repo, sessions, guard, audit, clock, passwords } = deps

  async function register({ email, password, inviteKey, name: wanted }: NewAccount, caller: Caller) {
    const isFirst = !(await repo.anyone())
    if (!isFirst) await deps.mayRegister(email, inviteKey)
    checkPassword(password, email)
    await deps.breaches.require(password)
    if (wanted !== undefined) await deps.content.require('profile', { name: wanted })
    const passwordHash = await passwords.hash(password)
    const user: UserRow = { ...newUser(deps, email, wanted), passwordHash, isInstanceOwner: isFirst }
    user.uniqueName = await freeName(user.uniqueName)
    await insert(user)
    await deps.onRegistered(user)
    await audit.record({
      actorId: user.id,
      action: 'account.register',
      address: caller.address,
      detail: { email: user.email },
    })
    return { user, session: await sessions.start(user.id, caller.userAgent, caller.address, 'password') }
  }

  /** Of two concurrent first accounts, the database lets only one own the instance. */
  async function insert(user: UserRow): Promise<void> {
    try {
      await repo.insert(user)
    } catch (cause) {
      if (violates(cause, 'app_user_email_key_key')) throw passportErrors.emailTaken()
      if (violates(cause, 'app_user_unique_name_key'))
        return insert(Object.assign(user, { uniqueName: `${user.uniqueName}_${randomInt(1e6)}` }))
      if (violates(cause, 'app_user_one_owner')) return insert(Object.assign(user, { isInstanceOwner: false }))
      throw cause
    }
  }

  const freeName = async (base: string): Promise<string> =>
    (await repo.byUniqueName(base)) ? `${base}_${randomInt(1e6)}` : base

  async function login(email: string, password: string, caller: Caller) {
    const key = emailKey(email)
    await guard.check(key, caller.address)
    const user = await repo.byEmailKey(key)
    if (!(await passwords.matches(password, user?.passwordHash)) || !user) {
      await guard.failed(key, caller.address)
      await audit.record({
        actorId: user?.id,
        action: 'account.login_failed',
        address: caller.address,
        detail: { email },
      })
      throw passportErrors.wrongPair()
    }
    if (user.disabled) throw passportErrors.disabled()
    await guard.succeeded(key)
    await deps.policy.mayEnter(user, password)
    if (await deps.factors.isOn(user.id)) return { challenge: await deps.factors.challenge(user.id) }
    return enter(user, caller, 'password')
  }

  async function secondStep(challenge: string, code: string, caller: Caller) {
    const user = (await repo.byId(await deps.factors.answer(challenge, code, caller.address)))!
    if (user.disabled) throw passportErrors.disabled()
    return enter(user, caller, 'code')
  }

  /** A passkey counts as two factors: the device, and the finger or PIN that unlocks it. */
  async function passkeySignIn(proof: AuthenticationResponseJSON, caller: Caller) {
    const user = (await repo.byId(await deps.passkeys.signIn(proof, caller.address)))!
    if (user.disabled) throw passportErrors.disabled()
    return enter(user, caller, 'passkey')
  }

  /** Signs in a user whom the provider of an enterprise has authenticated. */
  async function enterByCompany(userId: string, caller: Caller) {
    const user = (await repo.byId(userId))!
    if (user.disabled) throw passportErrors.disabled()
    return enter(user, caller)
  }

  async function enter(user: UserRow, caller: Caller, way?: SignInWay) {
    if (way) await deps.mayEnter(user, way, caller.address)
    await audit.record({ actorId: user.id, action: 'account.login', address: caller.address })
    return { user, session: await sessions.start(user.id, caller.userAgent, caller.address, way ?? 'company') }
  }

  async function requirePassword(userId: string, password: string, address: string) {
    const user = (await repo.byId(userId))!
    // A person who signs in through an enterprise has no password: the session and any second factor must suffice.
    if (user.passwordHash === '') return
    await guard.check(user.emailKey, address)
    if (await passwords.matches(password, user.passwordHash)) return
    await guard.failed(user.emailKey, address)
    throw passportErrors.wrongPassword()
  }

  /** Gives the same answer whether or not the address is known. */
  async function requestReset(email: string, caller: Caller) {
    const user = await repo.byEmailKey(emailKey(email))
    if (!user || user.disabled) return
    const code = Array.from({ length: 10 }, () => CODE_LETTERS[randomInt(CODE_LETTERS.length)]).join('')
    await repo.dropResets(user.id)
    const now = clock.now()
    await repo.insertReset({
      id: deps.newId(),
      userId: user.id,
      codeHash: sha256(code),
      sealedCode: deps.secrets.seal(code),
      createdAt: now,
      expiresAt: now + CODE_LIFETIME_MS,
    })
    await audit.record({ actorId: user.id, action: 'account.reset_requested', address: caller.address })
    if (deps.mail.isOn()) await deps.mail.sendResetCode(user.email, code, user.locale)
  }

  async function resetPassword(email: string, code: string, password: string, caller: Caller) {
    checkPassword(password, email)
    await deps.breaches.require(password)
    const user = await repo.byEmailKey(emailKey(email))
    const open = user && (await repo.tryReset(user.id, clock.now(), CODE_TRIES))
    const right = open !== undefined && sameText(open.codeHash, sha256(code.toUpperCase()))
    // Check the rules before consuming the code, so that it stays valid if only the password is refused.
    if (right) await deps.policy.require(user!, password)
    if (!right || !(await repo.useReset(open.id))) throw passportErrors.wrongCode()
    await setPassword(user!, password)
    await guard.succeeded(user!.emailKey)
    await sessions.endAll(user!.id)
    await deps.factors.dropChallenges(user!.id)
    await audit.record({ actorId: user!.id, action: 'account.password_reset', address: caller.address })
  }

  async function setPassword(user: UserRow, password: string) {
    const now = clock.now()
    await repo.update(user.id, { passwordHash: await passwords.hash(password), passwordSetAt: now, updatedAt: now })
    await deps.policy.replaced(user)
  }

  async function changePassword(
    userId: string,
    oldPassword: string,
    newPassword: string,
    sessionId: string | undefined,
    caller: Caller,
  ) {
    const user = (await repo.byId(userId))!
    await guard.check(user.emailKey, caller.address)
    if (!(await passwords.matches(oldPassword, user.passwordHash))) {
      await guard.failed(user.emailKey, caller.address)
      throw passportErrors.wrongOldPassword()
    }
    checkPassword(newPassword, user.email)
    await deps.breaches.require(newPassword)
    await deps.policy.require(user, newPassword)
    await setPassword(user, newPassword)
    await sessions.endAll(userId, sessionId)
    await deps.factors.dropChallenges(userId)
    await audit.record({ actorId: userId, action: 'account.password_changed', address: caller.address })
  }

  /** Checks everything except the contents of the picture; unchanged texts are not checked again. */
  async function checkProfile(userId: string, change: ProfileChange, about = 'description') {
    const before = (await repo.byId(userId))!
    const fresh = (key: 'name' | 'uniqueName' | 'description') =>
      change[key] === before[key] ? undefined : change[key]
    if (change.uniqueName !== undefined) {
      const other = await repo.byUniqueName(change.uniqueName)
      if (other && other.id !== userId) throw passportErrors.userNameTaken()
    }
    await deps.content.require('profile', {
      name: fresh('name'),
      user_unique_name: fresh('uniqueName'),
      [about]: fresh('description'),
    })
    if (change.avatar !== undefined) await deps.readPicture(change.avatar, userId)
    return before
  }

  async function updateProfile(userId: string, { avatar, ...change }: ProfileChange, about?: string) {
    await checkProfile(userId, { avatar, ...change }, about)
    if (avatar !== undefined) await setAvatar(userId, new File([await deps.readPicture(avatar, userId)], 'avatar'))
    try {
      await repo.update(userId, { ...defined(change), updatedAt: clock.now() })
    } catch (cause) {
      if (violates(cause, 'app_user_unique_name_key')) throw passportErrors.userNameTaken()
      throw cause
    }
  }

  async function setAvatar(userId: string, file: File): Promise<UserRow> {
    const key = `avatar/${randomToken()}.webp`
    await deps.blobs.put(key, await reencodeImage(file), 'image/webp')
    const before = (await repo.byId(userId))!
    await repo.update(userId, { avatarKey: key, updatedAt: clock.now() })
    if (before.avatarKey) await deps.blobs.delete(before.avatarKey)
    return { ...before, avatarKey: key }
  }

  return {
    register,
    login,
    secondStep,
    passkeySignIn,
    enterByCompany,
    requirePassword,
    requestReset,
    resetPassword,
    changePassword,
    updateProfile,
    async get(userId: string): Promise<UserRow> {
      return (await repo.byId(userId))!
    },
    /** Finds an account by e-mail, including disabled ones. */
    findAccount: (email: string) => repo.byEmailKey(emailKey(email)),
    getMany: (ids: string[]) => repo.byIds(ids),
    instanceOwners: repo.instanceOwners,
    async findPerson(nameOrEmail: string) {
      const found = nameOrEmail.includes('@')
        ? await repo.byEmailKey(emailKey(nameOrEmail))
        : await repo.byUniqueName(nameOrEmail)
      return found?.disabled ? undefined : found
    },
    checkProfile,
    setAvatar,
    ...createManagedAccounts(deps),
    ...createServiceAccounts(deps),
    page: (search: string | undefined, page: number, size: number) => repo.page(search, page, size),
    hasAnyone: () => repo.anyone(),
    async setDisabled(userId: string, disabled: boolean, actorId: string) {
      await repo.update(userId, { disabled, updatedAt: clock.now() })
      if (disabled) await sessions.endAll(userId)
      await audit.record({ actorId, action: disabled ? 'account.disabled' : 'account.enabled', target: userId })
    },
    /** Sets the label and the level that the instance owner assigns. */
    async setStanding(userId: string, standing: { label?: string; level?: UserLevel }, actorId: string) {
      if (!(await repo.byId(userId))) throw errors.notFound({ what: 'person' })
      await repo.update(userId, { ...standing, updatedAt: clock.now() })
      await deps.levels.changed(userId)
      await audit.record({ actorId, action: 'account.standing', target: userId, detail: standing })
    },
    async openResetCodes() {
      const rows = await repo.openResets(clock.now())
      return rows.map(({ sealedCode, ...row }) => ({ ...row, code: deps.secrets.open(sealedCode) }))
    },
  }
}
const defined = <T extends object>(values: T): { [K in keyof T]: Exclude<T[K], undefined> } =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]: Exclude<T[K], undefined>
  }

export type PassportService = ReturnType<typeof createPassportService>
