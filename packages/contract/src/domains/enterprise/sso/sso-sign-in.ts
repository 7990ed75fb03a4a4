import { z } from 'zod'
import { op } from '#kit.ts'
import { userSchema } from '#domains/ground/passport.ts'
import { id } from '#shared/fields.ts'

const limit = { by: 'address', max: 120, seconds: 60 } as const
const path = { connection_id: id() }

/** Signing in through the provider of an enterprise. */
export const ssoSignIn = {
  discover: op('POST /api/passport/sso/discover', {
    summary: 'Get the ways in which people of an email domain sign in',
    summaryZh: '获取某邮箱域名的登录方式',
    access: 'public',
    limit,
    input: () => z.object({ email: z.string().trim().max(254) }),
    output: () =>
      z.object({
        connections: z.array(z.object({ id: z.string(), kind: z.enum(['oidc', 'saml', 'ldap']), name: z.string() })),
        is_enforced: z.boolean(),
      }),
  }),
  begin: op('GET /api/sso/begin', {
    summary: 'Go to the provider of an enterprise to sign in, to test a connection, or to link your account',
    summaryZh: '前往企业的身份提供商登录、测试连接或关联账号',
    access: 'public',
    limit,
    reply: 'raw',
    input: () =>
      z.object({
        ...path,
        purpose: z.enum(['sign-in', 'test', 'link']).default('sign-in'),
        redirect: z.string().max(500).default(''),
        hint: z.string().max(254).optional(),
      }),
  }),
  oidcCallback: op('GET /api/sso/oidc/{connection_id}/callback', {
    summary: 'Return from an OpenID Connect provider',
    summaryZh: '从 OpenID Connect 提供方返回',
    access: 'public',
    limit,
    reply: 'raw',
    input: () => z.object(path),
  }),
  oidcLogout: op('POST /api/sso/oidc/{connection_id}/logout', {
    summary: 'Be told by an OpenID Connect provider that someone signed out (back-channel logout)',
    summaryZh: '接收 OpenID Connect 提供方的退出通知（后端通道退出）',
    access: 'public',
    ownAuthorization: true,
    limit,
    reply: 'raw',
    body: 'raw',
    bodyLimit: 64 * 1024,
    input: () => z.object(path),
  }),
  samlMetadata: op('GET /api/sso/saml/{connection_id}/metadata', {
    summary: 'Get the SAML metadata of a connection',
    summaryZh: '获取连接的 SAML 元数据',
    access: 'public',
    limit,
    reply: 'raw',
    input: () => z.object(path),
  }),
  samlAnswer: op('POST /api/sso/saml/{connection_id}/acs', {
    summary: 'Return from a SAML provider',
    summaryZh: '从 SAML 提供方返回',
    access: 'public',
    ownAuthorization: true,
    limit,
    reply: 'raw',
    body: 'raw',
    bodyLimit: 512 * 1024,
    input: () => z.object(path),
  }),
  samlLogout: op('GET /api/sso/saml/{connection_id}/logout', {
    summary: 'Be told by a SAML provider that someone signed out, or return from signing out there',
    summaryZh: '接收 SAML 提供方的退出通知，或在该处退出后返回',
    access: 'public',
    ownAuthorization: true,
    limit,
    reply: 'raw',
    input: () => z.object(path),
  }),
  finish: op('GET /api/sso/finish', {
    summary: 'Finish a sign-in through a provider in the browser that began it',
    summaryZh: '在发起登录的浏览器中完成登录',
    access: 'public',
    limit,
    reply: 'raw',
    input: () => z.object({ code: z.string().min(1).max(100) }),
  }),
  ldap: op('POST /api/passport/sso/ldap', {
    summary: 'Sign in with the username and password of a directory',
    summaryZh: '用目录的用户名和密码登录',
    access: 'public',
    limit: { by: 'address', max: 60, seconds: 60 },
    input: () => z.object({ ...path, username: z.string().trim().min(1).max(200), password: z.string().max(512) }),
    output: userSchema,
  }),
  identities: op('POST /api/passport/sso/identities', {
    summary: 'List the company sign-ins that are linked to your account',
    summaryZh: '列出与你的账号关联的企业登录',
    output: () =>
      z.object({
        identities: z.array(
          z.object({
            connection_id: z.string(),
            name: z.string(),
            kind: z.enum(['oidc', 'saml', 'ldap']),
            linked_at: z.number(),
            last_used_at: z.number(),
          }),
        ),
        /** Connections of the caller's enterprises that are not linked yet. */
        linkable: z.array(z.object({ connection_id: z.string(), name: z.string() })),
      }),
  }),
}
