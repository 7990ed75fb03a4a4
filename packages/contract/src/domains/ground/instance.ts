import { z } from 'zod'
import { op } from '#kit.ts'
import { type FeatureFlags, featureFlagNames } from '#shared/feature-flags.ts'
import { id, idOrNone, pageNumber, pageSize, text } from '#shared/fields.ts'
import { auditAreas } from '#shared/audit-actions.ts'
import { currencies } from '#shared/currencies.ts'
import { BRAND_NAME_LIMIT, USER_LABEL_LIMIT } from '#shared/limits.ts'
import { UserLevel } from '#shared/user-levels.ts'

const registration = z.enum(['open', 'invite', 'closed'])
const settings = z.object({
  registration,
  /** Only email addresses of these domains may register; empty allows any. */
  email_domains: z
    .array(
      z
        .string()
        .trim()
        .toLowerCase()
        .regex(/^[\w-]+(\.[\w-]+)+$/, 'must be a domain such as example.org'),
    )
    .max(50),
  /** The currency of model prices. */
  currency: z.enum(currencies),
})
/** URL of the owner's own page; empty for none. */
const pageAddress = z
  .string()
  .trim()
  .max(500)
  .refine((text) => text === '' || (URL.canParse(text) && /^https?:$/.test(new URL(text).protocol)), {
    error: 'must be a URL such as https://example.org/privacy',
    params: { zh: '应为网址，例如 https://example.org/privacy' },
  })
const policies = { privacy_policy: pageAddress, user_agreement: pageAddress }
const auditSchema = z.object({
  id: z.string(),
  at: z.number(),
  actor_id: z.string(),
  actor_name: z.string(),
  actor_avatar_url: z.string(),
  action: z.string(),
  target: z.string(),
  address: z.string(),
  detail: z.record(z.string(), z.unknown()),
})
export const auditPage = z.object({
  events: z.array(auditSchema),
  has_more: z.boolean(),
  /** Names of the objects of the entries, by id. Permanently deleted objects are absent. */
  names: z.record(z.string(), z.string()),
})
export const auditFilter = {
  /** The person who acted. */
  user_id: idOrNone(),
  /** The area of the action. */
  area: z.enum(auditAreas).optional(),
  /** Part of the name of the object, or its id. */
  word: z.string().trim().max(200).optional(),
  /** In milliseconds since 1970; `from` is inclusive, `to` is exclusive. */
  from: z.int().min(0).optional(),
  to: z.int().min(0).optional(),
  page: pageNumber(),
  size: pageSize(50, 200),
}
const mailServer = z.object({
  host: z
    .string()
    .trim()
    .regex(/^[\w.:-]{1,255}$/, { error: 'must be a host such as smtp.example.org' }),
  port: z.int().min(1).max(65_535),
  security: z.enum(['tls', 'starttls', 'none']),
  /** Empty: the server requires no sign-in. */
  user: z.string().trim().max(255).default(''),
  from_address: z.email().max(255),
})
/** Omitted: the stored password is used, but only for the server and user that it was entered for. */
const mailPassword = { password: z.string().max(1000).optional() }
const branding = z.object({
  /** Empty uses the name of the product. */
  name: z.string(),
  color: z.string(),
  logo_url: z.string(),
})
const known: readonly string[] = featureFlagNames
const chosenFlags = z.record(z.string(), z.boolean()).superRefine((flags, ctx) => {
  for (const name of Object.keys(flags).filter((name) => !known.includes(name)))
    ctx.addIssue({
      code: 'custom',
      path: [name],
      message: `there is no such flag; these can be set: ${known.join(', ')}`,
      params: { zh: `没有这个开关；可设置的有：${known.join('、')}` },
    })
}) as unknown as z.ZodType<Partial<FeatureFlags>>

export const instance = {
  info: op('GET /api/instance/info', {
    summary: 'Get public information about the instance',
    summaryZh: '获取实例的公开信息',
    access: 'public',
    output: () =>
      z.object({
        version: z.string(),
        has_owner: z.boolean(),
        registration,
        email_domains: z.array(z.string()),
        currency: z.enum(currencies),
        mail: z.boolean(),
        privacy_policy: z.string(),
        user_agreement: z.string(),
        branding,
      }),
  }),
  settings: op('GET /api/instance/settings', {
    summary: 'Get instance settings',
    summaryZh: '获取实例设置',
    access: 'instance',
    output: () => settings.extend(policies),
  }),
  saveSettings: op('POST /api/instance/settings', {
    summary: 'Update instance settings',
    summaryZh: '更新实例设置',
    access: 'instance',
    input: () => settings.extend(policies).partial(),
  }),
  network: op('GET /api/instance/network', {
    summary: 'Get the private hosts that models, tools and workflows may call',
    summaryZh: '获取模型、工具和工作流可访问的内网主机',
    access: 'instance',
    output: () =>
      z.object({
        allow: z.array(z.string()),
        /** Set in the environment of the server; cannot be changed here. */
        fixed: z.array(z.string()),
      }),
  }),
  saveNetwork: op('POST /api/instance/network', {
    summary: 'Set the private hosts that may be called, as host or host:port',
    summaryZh: '设置可访问的内网主机，格式为 host 或 host:port',
    access: 'instance',
    input: () => z.object({ allow: z.array(z.string().trim().min(1).max(255)).max(100) }),
  }),
  tryNetwork: op('POST /api/instance/network/try', {
    summary: 'Check whether models and tools can reach a URL',
    summaryZh: '检查模型和工具能否访问某个地址',
    access: 'instance',
    limit: { by: 'user', max: 30, seconds: 60 },
    input: () =>
      z.object({ url: z.url({ protocol: /^https?$/, error: 'must be an address with http or https' }).max(2000) }),
    output: () => z.object({ status: z.number() }),
  }),
  mail: op('GET /api/instance/mail', {
    summary: 'Get the mail server of the instance',
    summaryZh: '获取实例的邮件服务器',
    access: 'instance',
    output: () =>
      mailServer.extend({
        host: z.string(),
        port: z.number(),
        from_address: z.string(),
        /** Where the mail server is configured: here, in the environment of the server, or nowhere. */
        source: z.enum(['settings', 'environment', 'none']),
        has_password: z.boolean(),
      }),
  }),
  saveMail: op('POST /api/instance/mail', {
    summary: 'Set the mail server of the instance',
    summaryZh: '设置实例的邮件服务器，立即生效',
    access: 'instance',
    input: () => mailServer.extend(mailPassword),
  }),
  removeMail: op('POST /api/instance/mail/remove', {
    summary: 'Remove the mail server and return to the one set at startup, if any',
    summaryZh: '移除邮件服务器，恢复为启动时指定的配置（如有）',
    access: 'instance',
  }),
  testMail: op('POST /api/instance/mail/test', {
    summary: 'Send a test email with these settings',
    summaryZh: '使用这些设置发送测试邮件',
    access: 'instance',
    limit: { by: 'user', max: 20, seconds: 600 },
    input: () => mailServer.extend({ ...mailPassword, to: z.email().max(255) }),
  }),
  saveBranding: op('POST /api/instance/branding', {
    summary: 'Set the name and colour of the instance',
    summaryZh: '设置实例的名称和主题色',
    access: 'instance',
    input: () =>
      z.object({
        name: text(BRAND_NAME_LIMIT).optional(),
        color: z
          .string()
          .regex(/^(#[\da-f]{6})?$/i, { error: 'must be a colour such as #5252d8, or empty' })
          .optional(),
      }),
  }),
  uploadLogo: op('POST /api/instance/branding/logo', {
    summary: 'Set the logo of the instance (an image of at most 2048 KB)',
    summaryZh: '设置实例的 Logo（图片不超过 2048 KB）',
    access: 'instance',
    body: 'form',
    bodyLimit: 4 * 1024 * 1024,
    input: () => z.object({ logo: z.file() }),
  }),
  removeLogo: op('POST /api/instance/branding/logo/remove', {
    summary: 'Restore the default logo',
    summaryZh: '恢复默认 Logo',
    access: 'instance',
  }),
  users: op('POST /api/instance/users', {
    summary: 'List the accounts of the instance',
    summaryZh: '列出实例的账号',
    access: 'instance',
    input: () => z.object({ search_word: z.string().max(200).optional(), page: pageNumber(), size: pageSize(50, 200) }),
    output: () =>
      z.object({
        total: z.number(),
        users: z.array(
          z.object({
            id: z.string(),
            name: z.string(),
            user_unique_name: z.string(),
            email: z.string(),
            avatar_url: z.string(),
            is_instance_owner: z.boolean(),
            disabled: z.boolean(),
            created_at: z.number(),
            last_seen_at: z.number(),
            label: z.string(),
            level: z.enum(UserLevel),
            has_second_step: z.boolean(),
          }),
        ),
      }),
  }),
  setUserDisabled: op('POST /api/instance/user/disable', {
    summary: 'Suspend or reactivate an account',
    summaryZh: '停用或恢复账号',
    access: 'instance',
    input: () => z.object({ user_id: id(), disabled: z.boolean() }),
  }),
  setStanding: op('POST /api/instance/user/standing', {
    summary: 'Set the label and level of an account',
    summaryZh: '设置账号的标签和等级',
    access: 'instance',
    input: () =>
      z.object({
        user_id: id(),
        /** Empty removes the label. */
        label: text(USER_LABEL_LIMIT).optional(),
        level: z.enum(UserLevel).optional(),
      }),
  }),
  resetCodes: op('GET /api/instance/reset_codes', {
    summary: 'List pending password reset codes, for instances without mail',
    summaryZh: '列出待处理的重置密码验证码（未配置邮件时使用）',
    access: 'instance',
    output: () =>
      z.object({
        codes: z.array(
          z.object({ email: z.string(), code: z.string(), created_at: z.number(), expires_at: z.number() }),
        ),
      }),
  }),
  audit: op('POST /api/instance/audit', {
    summary: 'List security-relevant actions on the instance',
    summaryZh: '列出实例的安全相关操作',
    access: 'instance',
    input: () => z.object(auditFilter),
    output: auditPage,
  }),
  spaceAudit: op('POST /api/space/audit/list', {
    summary: 'List security-relevant actions in a space',
    summaryZh: '列出空间的安全相关操作',
    access: { on: 'space', id: 'space_id', can: 'audit' },
    input: () => z.object({ space_id: id(), ...auditFilter }),
    output: auditPage,
  }),
  flags: op('GET /api/feature_flags', {
    summary: 'Get the enabled features',
    summaryZh: '获取已开启的功能',
    access: 'public',
    output: () => z.object({ flags: z.record(z.enum(featureFlagNames), z.boolean()) }),
  }),
  saveFlags: op('POST /api/instance/flags', {
    summary: 'Turn features on or off; omitted ones return to their default',
    summaryZh: '设置功能开关，未提供的恢复默认',
    access: 'instance',
    input: () => z.object({ flags: chosenFlags }),
  }),
  health: op('GET /api/instance/health', {
    summary: 'Get the health of the instance',
    summaryZh: '获取实例运行状况',
    access: 'instance',
    output: () =>
      z.object({
        version: z.string(),
        uptime_ms: z.number(),
        memory_bytes: z.number(),
        database: z.object({
          version: z.string(),
          size_bytes: z.number(),
          latency_ms: z.number(),
          connections: z.number(),
        }),
      }),
  }),
  reportError: op('POST /api/log/browser', {
    summary: 'Report a browser error to the server log',
    summaryZh: '将浏览器错误写入服务器日志',
    access: 'public',
    limit: { by: 'address', max: 60, seconds: 60 },
    bodyLimit: 64 * 1024,
    input: () =>
      z.object({
        name: z.string().max(200),
        message: z.string().max(4000),
        level: z.enum(['info', 'success', 'warning', 'error', 'fatal']).default('error'),
        stack: z.string().max(16000).optional(),
        url: z.string().max(2000).optional(),
        extra: z.record(z.string(), z.unknown()).optional(),
      }),
  }),
}
