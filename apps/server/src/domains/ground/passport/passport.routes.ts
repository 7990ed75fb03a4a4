import type { contract } from '@orrery/contract'
import { errors } from '#kit/errors.ts'
import type { FileLinks } from '#kit/file-links.ts'
import type { Ctx, Handlers } from '#kit/http/context.ts'
import { seconds } from '#kit/http/wire-values.ts'
import { factorErrors } from '#domains/ground/factor/factor.errors.ts'
import type { PasskeyService } from '#domains/ground/passkey/passkey.service.ts'
import type { ErasureService } from './erasure.service.ts'
import type { PassportService } from './passport.service.ts'
import type { UserRow } from './passport.table.ts'
import { sessionCookie } from './shared/session-cookie.ts'
import { toUser } from './shared/to-user.ts'
import { labelOf } from './shared/user-label.ts'
import type { SessionService } from './session.service.ts'

export interface PassportRoutesDeps {
  passport: PassportService
  sessions: SessionService
  passkeys: Pick<PasskeyService, 'signInOptions'>
  erasure: ErasureService
  links: FileLinks
  secureCookies: boolean
  /** Those of the ids whose users share a space with the caller. */
  knownTo(userId: string, ids: string[]): Promise<string[]>
  /** Where to continue after signing out: the provider through which the session began. */
  signOutUrl(sessionId: string): Promise<string | undefined>
}

export function passportRoutes({
  passport,
  sessions,
  passkeys,
  erasure,
  links,
  secureCookies,
  knownTo,
  signOutUrl,
}: PassportRoutesDeps): Handlers<typeof contract.passport> {
  const caller = (ctx: Ctx) => ({ userAgent: ctx.request.headers.get('user-agent') ?? '', address: ctx.address })
  const cookie = (value: string, maxAge: number) => sessionCookie(value, maxAge, secureCookies)
  const signIn = (ctx: Ctx, { user, session }: { user: UserRow; session: { token: string; expiresAt: number } }) => {
    ctx.setHeader('set-cookie', cookie(session.token, Math.floor((session.expiresAt - Date.now()) / 1000)))
    return toUser(user, links.make(user.avatarKey))
  }
  return {
    register: async ({ invite_key: inviteKey, ...account }, ctx) =>
      signIn(ctx, await passport.register({ ...account, inviteKey }, caller(ctx))),
    login: async (input, ctx) => {
      const entered = await passport.login(input.email, input.password, caller(ctx))
      if ('challenge' in entered) throw factorErrors.secondStep({}, { challenge: entered.challenge })
      return signIn(ctx, entered)
    },
    secondStep: async (input, ctx) => signIn(ctx, await passport.secondStep(input.challenge, input.code, caller(ctx))),
    passkeyOptions: async () => ({ options: await passkeys.signInOptions() }),
    passkeySignIn: async (input, ctx) =>
      signIn(
        ctx,
        await passport.passkeySignIn({ ...input.credential, clientExtensionResults: {} } as never, caller(ctx)),
      ),
    logout: async (_, ctx) => {
      const { sessionId } = ctx.actor ?? {}
      const next = sessionId && (await signOutUrl(sessionId))
      if (sessionId) await sessions.end(ctx.userId, sessionId)
      ctx.setHeader('set-cookie', cookie('', 0))
      return { redirect_url: next || '/sign' }
    },
    requestReset: async (input, ctx) => {
      await passport.requestReset(input.email, caller(ctx))
      return {}
    },
    resetPassword: async (input, ctx) => {
      await passport.resetPassword(input.email, input.code, input.password, caller(ctx))
      return {}
    },
    changePassword: async (input, ctx) => {
      await passport.changePassword(
        ctx.userId,
        input.old_password,
        input.new_password,
        ctx.actor?.sessionId,
        caller(ctx),
      )
      return {}
    },
    accountInfo: async (_, ctx) => {
      const user = await passport.get(ctx.userId)
      return toUser(user, links.make(user.avatarKey))
    },
    uploadAvatar: async (input, ctx) => {
      const { avatarKey } = await passport.setAvatar(ctx.userId, input.avatar)
      return { web_uri: links.make(avatarKey) }
    },
    updateProfile: async (input, ctx) => {
      const { user_unique_name: uniqueName, ...rest } = input
      await passport.updateProfile(ctx.userId, { ...rest, uniqueName })
      return {}
    },
    checkProfile: async (input, ctx) => {
      const { user_unique_name: uniqueName, ...rest } = input
      await passport.checkProfile(ctx.userId, { ...rest, uniqueName })
      return {}
    },
    users: async (input, ctx) => {
      const users = await passport.getMany(await knownTo(ctx.userId, input.user_ids))
      const info = (user: UserRow) => ({
        user_id: user.id,
        user_name: user.name,
        user_avatar: links.make(user.avatarKey),
        user_unique_name: user.uniqueName,
        create_time: seconds(user.createdAt),
        ...labelOf(user),
      })
      return { id_user_info_map: Object.fromEntries(users.map((user) => [user.id, info(user)])) }
    },
    sessions: async (_, ctx) => ({
      sessions: (await sessions.list(ctx.userId)).map((row) => ({
        id: row.id,
        user_agent: row.userAgent,
        address: row.address,
        created_at: row.createdAt,
        last_seen_at: row.lastSeenAt,
        is_current: row.id === ctx.actor?.sessionId,
      })),
    }),
    revokeSession: async (input, ctx) => {
      if (!(await sessions.end(ctx.userId, input.session_id))) throw errors.notFound({ what: 'session' })
      return {}
    },
    eraseCheck: async (_, ctx) => {
      const { teams, needsSuccessor } = await erasure.check(ctx.userId)
      return { check_status: teams.length ? 1 : 0, teams, needs_successor: needsSuccessor }
    },
    erase: async (input, ctx) => {
      await erasure.erase(ctx.userId, input.password, input.successor, caller(ctx))
      ctx.setHeader('set-cookie', cookie('', 0))
      return {}
    },
    me: async (_, ctx) => {
      const user = await passport.get(ctx.userId)
      return {
        user_id: user.id,
        user_name: user.uniqueName,
        nick_name: user.name,
        avatar_url: links.make(user.avatarKey),
      }
    },
  }
}
