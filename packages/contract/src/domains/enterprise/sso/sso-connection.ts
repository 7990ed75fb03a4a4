import { z } from 'zod'
import { op } from '#kit.ts'
import { id, name } from '#shared/fields.ts'

const access = { on: 'enterprise', id: 'enterprise_id', can: 'configure' } as const
const s = (max: number) => z.string().trim().max(max)
const oidc = z.object({
  kind: z.literal('oidc'),
  issuer: s(500).min(1),
  client_id: s(300).min(1),
  scopes: s(300).default('openid email profile'),
})
const saml = z.object({
  kind: z.literal('saml'),
  /** Metadata of the provider, as XML. Empty leaves it unchanged. */
  metadata: z
    .string()
    .max(512 * 1024)
    .default(''),
  /** Alternatively the URL to fetch the metadata from. */
  metadata_url: s(500).default(''),
})
const ldap = z.object({
  kind: z.literal('ldap'),
  host: s(253).min(1),
  port: z.number().int().min(1).max(65_535),
  security: z.enum(['tls', 'starttls', 'none']),
  authority: z.string().max(20_000).default(''),
  bind_dn: s(500).default(''),
  base_dn: s(500).min(1),
  user_filter: s(500).default('(&(objectClass=person)(uid={username}))'),
  id_attribute: s(60).default('entryUUID'),
  groups: z.enum(['memberOf', 'search', 'nested']).default('memberOf'),
  group_base_dn: s(500).default(''),
})
const mapping = z.array(z.object({ claim: s(200).min(1), value: s(300).min(1), group_id: id() })).max(500)
const settings = {
  name: name(50),
  config: z.discriminatedUnion('kind', [oidc, saml, ldap]),
  /** Client secret or bind password. Omitted: unchanged. */
  secret: z.string().max(2000).optional(),
  /** Verified domains of the enterprise whose people sign in through this connection. */
  domains: z.array(s(253)).max(100),
  creates_accounts: z.boolean().default(true),
  default_role: z.enum(['Member', 'Guest']).default('Member'),
  trusts_email: z.boolean().default(false),
  mapping: mapping.default([]),
}
const connection = z.object({
  id: z.string(),
  kind: z.enum(['oidc', 'saml', 'ldap']),
  name: z.string(),
  config: z.record(z.string(), z.unknown()),
  has_secret: z.boolean(),
  domains: z.array(z.string()),
  creates_accounts: z.boolean(),
  default_role: z.enum(['Member', 'Guest']),
  trusts_email: z.boolean(),
  mapping: z.array(z.object({ claim: z.string(), value: z.string(), group_id: z.string() })),
  state: z.enum(['draft', 'tested', 'active', 'off']),
  is_enforced: z.boolean(),
  tested_at: z.number(),
  tested_claims: z.record(z.string(), z.unknown()).nullable(),
  /** Groups that the tested claims map to. */
  tested_groups: z.array(z.string()),
  /** Values to copy into the provider. */
  redirect_uri: z.string(),
  metadata_url: z.string(),
  logout_url: z.string(),
})
export type SsoConnection = z.infer<typeof connection>
const one = { enterprise_id: id(), connection_id: id() }

/** The connections through which people of an enterprise sign in. */
export const ssoConnections = {
  list: op('POST /api/enterprise/sso/list', {
    summary: 'List the single sign-on connections of an enterprise',
    summaryZh: '列出企业的单点登录连接',
    access,
    input: () => z.object({ enterprise_id: id() }),
    output: () =>
      z.object({
        connections: z.array(connection),
        break_glass: z.array(
          z.object({ user_id: z.string(), name: z.string(), email: z.string(), last_used_at: z.number() }),
        ),
      }),
  }),
  create: op('POST /api/enterprise/sso/create', {
    summary: 'Create a single sign-on connection as a draft',
    summaryZh: '创建单点登录连接草稿',
    access,
    stepUp: true,
    input: () => z.object({ enterprise_id: id(), ...settings }),
    output: () => z.object({ connection }),
  }),
  update: op('POST /api/enterprise/sso/update', {
    summary: 'Change a single sign-on connection; a changed provider has to be tested again',
    summaryZh: '修改单点登录连接，更换身份提供商后需重新测试',
    access,
    stepUp: true,
    input: () => z.object({ ...one, ...settings }),
    output: () => z.object({ connection }),
  }),
  remove: op('POST /api/enterprise/sso/remove', {
    summary: 'Remove a single sign-on connection',
    summaryZh: '移除单点登录连接',
    access,
    stepUp: true,
    input: () => z.object(one),
  }),
  testLdap: op('POST /api/enterprise/sso/test_ldap', {
    summary: 'Test a directory with one account; nobody is signed in',
    summaryZh: '用一个账号测试目录连接，不会登录',
    access,
    limit: { by: 'user', max: 20, seconds: 60 },
    input: () => z.object({ ...one, username: s(200).min(1), password: z.string().max(512) }),
    output: () => z.object({ connection }),
  }),
  sync: op('POST /api/enterprise/sso/sync', {
    summary: 'Compare people and groups with a directory now, and suspend those who are no longer there',
    summaryZh: '立即与目录同步人员和用户组，停用目录中已不存在的人员',
    access,
    limit: { by: 'user', max: 20, seconds: 60 },
    input: () => z.object(one),
    output: () =>
      z.object({
        /** How many of the people who came from the directory are still in it. */
        found: z.number(),
        known: z.number(),
        suspended: z.number(),
        /** The directory returned less than half of the people, so nothing was changed. */
        is_skipped: z.boolean(),
      }),
  }),
  setState: op('POST /api/enterprise/sso/set_state', {
    summary: 'Activate a tested connection, or turn it off',
    summaryZh: '启用已测试的连接，或将其停用',
    access,
    stepUp: true,
    input: () => z.object({ ...one, is_active: z.boolean() }),
    output: () => z.object({ connection }),
  }),
  enforce: op('POST /api/enterprise/sso/enforce', {
    summary: 'Require single sign-on, or allow other ways again',
    summaryZh: '强制单点登录，或恢复其他登录方式',
    access,
    stepUp: true,
    input: () => z.object({ ...one, is_enforced: z.boolean() }),
    output: () => z.object({ connection }),
  }),
  preview: op('POST /api/enterprise/sso/preview_enforcement', {
    summary: 'Get who could no longer sign in with a password if single sign-on were required',
    summaryZh: '预览强制单点登录后哪些人不能再用密码登录',
    access,
    input: () => z.object(one),
    output: () =>
      z.object({
        total: z.number(),
        people: z.array(z.object({ user_id: z.string(), name: z.string(), email: z.string(), is_linked: z.boolean() })),
      }),
  }),
  addBreakGlass: op('POST /api/enterprise/sso/break_glass/add', {
    summary: 'Name a break-glass account, which signs in with password and second factor when the provider is down',
    summaryZh: '设置应急账号，身份提供商故障时可用密码和第二因素登录',
    access,
    stepUp: true,
    input: () => z.object({ enterprise_id: id(), user_id: id() }),
  }),
  removeBreakGlass: op('POST /api/enterprise/sso/break_glass/remove', {
    summary: 'Remove a break-glass account',
    summaryZh: '移除应急账号',
    access,
    stepUp: true,
    input: () => z.object({ enterprise_id: id(), user_id: id() }),
  }),
}
