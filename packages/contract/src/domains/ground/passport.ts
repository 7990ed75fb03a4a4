import { z } from 'zod'
import { op } from '#kit.ts'
import { factorCode } from '#domains/ground/factor.ts'
import { passkeyOptions, passkeyProof } from '#domains/ground/passkey.ts'
import { id, name, text } from '#shared/fields.ts'
import { PROFILE_LIMITS } from '#shared/limits.ts'
import { UserLevel } from '#shared/user-levels.ts'
import { userLabel } from '#shared/user-label.ts'

export const userSchema = z.object({
  user_id_str: z.string(),
  name: z.string(),
  user_unique_name: z.string(),
  email: z.string(),
  description: z.string(),
  avatar_url: z.string(),
  screen_name: z.string(),
  app_user_info: z.object({ user_unique_name: z.string() }),
  locale: z.string(),
  user_create_time: z.number(),
  is_instance_owner: z.boolean(),
  user_label: userLabel,
  user_level: z.enum(UserLevel),
})
export type User = z.infer<typeof userSchema>

const email = z.string().trim().max(254).pipe(z.email())
/** Length-limited, so that long input cannot make hashing expensive. */
const password = z.string().max(512)
const locale = z.enum(['en', 'zh-CN'])
/** The key of an upload. */
export const avatarKey = z.string().min(1).max(500)
export const uniqueName = z
  .string()
  .trim()
  .regex(/^[\p{L}\p{N}_.-]{3,32}$/u, '3 to 32 letters, digits, dots, dashes or underscores')

export const passport = {
  register: op('POST /api/passport/web/email/register/v2/', {
    summary: 'Create an account and sign in',
    summaryZh: '注册账号并登录',
    access: 'public',
    limit: { by: 'address', max: 60, seconds: 60 },
    input: () =>
      z.object({
        email,
        password,
        invite_key: z.string().max(200).optional(),
        /** The name that others see; derived from the email address by default. */
        name: name(PROFILE_LIMITS.name).optional(),
      }),
    output: userSchema,
  }),
  login: op('POST /api/passport/web/email/login/', {
    summary: 'Sign in',
    summaryZh: '登录',
    access: 'public',
    input: () => z.object({ email: z.string().trim().max(254), password }),
    output: userSchema,
  }),
  secondStep: op('POST /api/passport/web/second_step/', {
    summary: 'Finish signing in with a code from your authenticator app or a recovery code',
    summaryZh: '用身份验证器应用的验证码或恢复码完成登录',
    access: 'public',
    limit: { by: 'address', max: 60, seconds: 60 },
    input: () => z.object({ challenge: z.string().min(1).max(100), code: factorCode }),
    output: userSchema,
  }),
  passkeyOptions: op('POST /api/passport/web/passkey/begin/', {
    summary: 'Get what your browser needs to sign in with a passkey',
    summaryZh: '获取用通行密钥登录所需的参数',
    access: 'public',
    limit: { by: 'address', max: 60, seconds: 60 },
    output: passkeyOptions,
  }),
  passkeySignIn: op('POST /api/passport/web/passkey/sign_in/', {
    summary: 'Sign in with a passkey, without a password',
    summaryZh: '用通行密钥登录，无需密码',
    access: 'public',
    limit: { by: 'address', max: 60, seconds: 60 },
    input: () => z.object({ credential: passkeyProof }),
    output: userSchema,
  }),
  logout: op('GET /api/passport/web/logout/', {
    summary: 'Sign out',
    summaryZh: '退出登录',
    writes: true,
    output: () => z.object({ redirect_url: z.string() }),
    reply: 'flat',
  }),
  requestReset: op('POST /api/passport/web/email/password/code/', {
    summary: 'Request a password reset code',
    summaryZh: '申请重置密码验证码',
    access: 'public',
    limit: { by: 'address', max: 10, seconds: 600 },
    input: () => z.object({ email }),
  }),
  resetPassword: op('GET /api/passport/web/email/password/reset/', {
    summary: 'Set a new password with a reset code',
    summaryZh: '用验证码设置新密码',
    access: 'public',
    writes: true,
    limit: { by: 'address', max: 30, seconds: 600 },
    input: () => z.object({ email, password, code: z.string().trim().min(1).max(64) }),
  }),
  changePassword: op('POST /api/passport/web/password/change/', {
    summary: 'Change your password; all other sessions are signed out',
    summaryZh: '修改密码，其他会话全部退出',
    stepUp: true,
    input: () => z.object({ old_password: password, new_password: password }),
  }),
  accountInfo: op('POST /api/passport/account/info/v2/', {
    summary: 'Get the signed-in account',
    summaryZh: '获取当前登录的账号',
    output: userSchema,
  }),
  uploadAvatar: op('POST /api/web/user/update/upload_avatar/', {
    summary: 'Upload your profile image (up to 2 MB)',
    summaryZh: '上传头像（不超过 2 MB）',
    body: 'form',
    bodyLimit: 4 * 1024 * 1024,
    input: () => z.object({ avatar: z.file() }),
    output: () => z.object({ web_uri: z.string() }),
  }),
  updateProfile: op('POST /api/user/update_profile', {
    summary: 'Update your profile',
    summaryZh: '更新个人资料',
    input: () =>
      z.object({
        name: name(PROFILE_LIMITS.name).optional(),
        user_unique_name: uniqueName.optional(),
        description: text(PROFILE_LIMITS.description).optional(),
        /** A picture that the caller uploaded. */
        avatar: avatarKey.optional(),
        locale: locale.optional(),
      }),
  }),
  checkProfile: op('POST /api/user/update_profile_check', {
    summary: 'Check whether a profile change is valid; nothing is saved',
    summaryZh: '检查个人资料修改是否有效，不会保存',
    input: () =>
      z.object({
        user_unique_name: uniqueName.optional(),
        name: name(PROFILE_LIMITS.name).optional(),
        avatar: avatarKey.optional(),
        description: text(PROFILE_LIMITS.description).optional(),
      }),
  }),
  users: op('POST /api/playground_api/mget_user_info', {
    summary: 'Get names and avatars of users who share a space with you',
    summaryZh: '获取与你同空间的用户的名称和头像',
    reply: 'flat',
    input: () => z.object({ user_ids: z.array(id()).max(200) }),
    output: () =>
      z.object({
        id_user_info_map: z.record(
          z.string(),
          z.object({
            user_id: z.string(),
            user_name: z.string(),
            user_avatar: z.string(),
            user_unique_name: z.string(),
            create_time: z.number(),
            user_label: userLabel,
          }),
        ),
      }),
  }),
  sessions: op('GET /api/passport/web/sessions/', {
    summary: 'List your sessions',
    summaryZh: '列出你的登录会话',
    output: () =>
      z.object({
        sessions: z.array(
          z.object({
            id: z.string(),
            user_agent: z.string(),
            address: z.string(),
            created_at: z.number(),
            last_seen_at: z.number(),
            is_current: z.boolean(),
          }),
        ),
      }),
  }),
  revokeSession: op('POST /api/passport/web/session/revoke/', {
    summary: 'Sign out a session',
    summaryZh: '退出某个登录会话',
    input: () => z.object({ session_id: id() }),
  }),
  eraseCheck: op('POST /api/developer/account_cancel', {
    summary: 'Check whether your account can be deleted and what prevents it',
    summaryZh: '检查账号能否注销以及阻碍原因',
    output: () =>
      z.object({
        /** 0 yes; 1 only after team spaces with other members are handed over. */
        check_status: z.union([z.literal(0), z.literal(1)]),
        teams: z.array(z.object({ id: z.string(), name: z.string() })),
        needs_successor: z.boolean(),
      }),
  }),
  erase: op('POST /api/passport/web/account/erase/', {
    summary: 'Delete your account and all your data permanently',
    summaryZh: '永久注销账号并删除全部个人数据',
    stepUp: true,
    input: () => z.object({ password, successor: text(254).optional() }),
  }),
  me: op('GET /v1/users/me', {
    summary: 'Get the user a token belongs to',
    summaryZh: '获取令牌所属的用户',
    scope: 'Account.profile',
    output: () =>
      z.object({ user_id: z.string(), user_name: z.string(), nick_name: z.string(), avatar_url: z.string() }),
  }),
}
