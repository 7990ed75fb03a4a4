import { z } from 'zod'
import { op } from '#kit.ts'
import { id, idOrNone, name, pageNumber, pageSize, text } from '#shared/fields.ts'
import { CREDENTIAL_LIMITS } from '#shared/limits.ts'
import { wireChoice, wireValue } from '#shared/wire-enum.ts'

const AppType = { normal: 'Normal', connector: 'Connector' } as const
const AppStatus = { active2: 'Active', deactive: 'Deactive' } as const
const Certificated = { noncertificated: 'Noncertificated', certificated: 'Certificated' } as const
const AuthorizationType = { auth_app: 'AuthApp', on_behalf_of_user: 'OnBehalfOfUser' } as const
export const OauthClientType = {
  legacy: 'Legacy',
  web_backend: 'WebBackend',
  single_page_or_native: 'SinglePageOrNative',
  terminal: 'Terminal',
  service: 'Service',
} as const
const declared = z.array(z.object({ resource_type: z.string(), actions: z.array(z.string()).max(100) })).max(100)
const appMeta = z.object({
  appid: z.string(),
  app_owner_id: z.string(),
  name: z.string(),
  description: z.string(),
  created_at: z.number(),
  declared_permission: declared,
  declared_permission_v2: z.array(z.string()),
  client_id: z.string(),
  app_type: wireValue(AppType),
  status: wireValue(AppStatus),
  certificated: wireValue(Certificated),
  client_type: wireValue(OauthClientType),
})
export type OauthAppMeta = z.infer<typeof appMeta>
const configuration = z.object({ redirect_uris: z.array(z.string().min(1).max(2000)).max(20) })
const secret = z.object({ id: z.string(), mask: z.string(), plaintext: z.string().optional() })
const appid = z.object({ appid: id() })
const code = z.string().max(2000)
const authorizeInput = z.object({
  response_type: code.default(''),
  client_id: code.default(''),
  redirect_uri: code.default(''),
  state: code.default(''),
  scope: code.default(''),
  code_challenge: code.default(''),
  code_challenge_method: code.default(''),
  workspace_id: id().optional(),
})

/**
 * Third-party programs that act for people here (RFC 6749, 7636, 8628, 7523), and the page on which a person consents.
 */
export const oauth = {
  createApp: op('POST /api/permission_api/app/create_app_meta', {
    summary: 'Register an OAuth app',
    summaryZh: '注册 OAuth 应用',
    input: () =>
      z.object({
        app_type: wireChoice(AppType).default('Normal'),
        client_type: wireChoice(OauthClientType).default('WebBackend'),
        name: name(CREDENTIAL_LIMITS.name),
        description: text(500).default(''),
        organization_id: idOrNone(),
      }),
    output: () => z.object({ app_meta: appMeta }),
  }),
  updateApp: op('POST /api/permission_api/app/update_app_meta', {
    summary: 'Update an OAuth app; when turned off, its tokens stop working',
    summaryZh: '更新 OAuth 应用，停用后令牌立即失效',
    input: () =>
      z.object({
        appid: id(),
        name: name(CREDENTIAL_LIMITS.name).optional(),
        description: text(500).optional(),
        status: wireChoice(AppStatus).optional(),
        oauth2_configuration: configuration.optional(),
        declared_permission: declared.optional(),
        declared_permission_v2: z.array(z.string()).max(200).optional(),
      }),
  }),
  deleteApp: op('POST /api/permission_api/app/delete_app', {
    summary: 'Delete an OAuth app with all its tokens',
    summaryZh: '删除 OAuth 应用及其全部令牌',
    input: appid,
  }),
  getApp: op('GET /api/permission_api/app/get_app_meta', {
    summary: 'Get one of your OAuth apps',
    summaryZh: '获取你的一个 OAuth 应用',
    input: appid,
    output: () =>
      z.object({
        app_meta: appMeta,
        oauth2_configuration: configuration,
        public_keys: z.array(z.object({ fingerprint: z.string() })),
        client_secrets: z.array(secret),
        request_permission: z.array(z.string()),
      }),
  }),
  listApps: op('GET /api/permission_api/app/list_app_meta', {
    summary: 'List your OAuth apps',
    summaryZh: '列出你的 OAuth 应用',
    input: () => z.object({ organization_id: idOrNone() }),
    output: () => z.object({ apps: z.array(appMeta) }),
  }),
  configure: op('POST /api/permission_api/app/put_oauth2_configuration', {
    summary: 'Set the redirect URLs of an OAuth app',
    summaryZh: '设置 OAuth 应用的回调地址',
    input: () => z.object({ appid: id(), oauth2_configuration: configuration }),
  }),
  createSecret: op('POST /api/permission_api/app/create_client_secret', {
    summary: 'Create a client secret; it is shown once',
    summaryZh: '创建客户端密钥，仅显示一次',
    stepUp: true,
    input: appid,
    output: () => z.object({ client_secret: secret }),
  }),
  deleteSecret: op('POST /api/permission_api/app/delete_client_secret', {
    summary: 'Delete a client secret',
    summaryZh: '删除客户端密钥',
    input: () => z.object({ appid: id(), client_secret_id: id() }),
  }),
  uploadKey: op('POST /api/permission_api/app/upload_public_key', {
    summary: 'Register the public key of a service app',
    summaryZh: '登记服务类应用的公钥',
    stepUp: true,
    input: () => z.object({ appid: id(), public_key_pem: z.string().min(1).max(20_000) }),
    output: () => z.object({ fingerprint: z.string() }),
  }),
  deleteKey: op('POST /api/permission_api/app/delete_public_key', {
    summary: 'Delete a public key',
    summaryZh: '删除公钥',
    input: () => z.object({ fingerprint: z.string().min(1).max(200) }),
  }),
  authorizedApps: op('GET /api/permission_api/app/list_authorized_apps', {
    summary: 'List the apps you have authorised',
    summaryZh: '列出你已授权的应用',
    input: () => z.object({ page: pageNumber(), size: pageSize(20, 100) }),
    output: () =>
      z.object({
        authorized_apps: z.array(
          z.object({
            appid: z.string(),
            name: z.string(),
            description: z.string(),
            authorized_permission: z.array(z.string()),
            app_owner_info: z.object({ name: z.string(), username: z.string(), avator_url: z.string() }),
            authorization_type: wireValue(AuthorizationType),
          }),
        ),
        total: z.number(),
      }),
  }),
  revoke: op('POST /api/permission_api/app/revoke_app_authorized_permission', {
    summary: 'Revoke the authorisation of an app',
    summaryZh: '撤销应用授权',
    input: () =>
      z.object({
        appid: id(),
        authorization_type: wireChoice(AuthorizationType).default('AuthApp'),
        organization_id: idOrNone(),
      }),
  }),
  impersonate: op('POST /api/permission_api/coze_web_app/impersonate_coze_user', {
    // No scope: a token cannot obtain another token; only a person in a browser can.
    summary: 'Get a short-lived token for your own pages with limited permissions',
    summaryZh: '为你自己的页面获取短期、受限的令牌',
    limit: { by: 'user', max: 60, seconds: 60 },
    input: () =>
      z.object({
        duration_seconds: z.coerce
          .number()
          .default(900)
          .transform((seconds) => Math.min(3600, Math.max(1, Math.floor(seconds)))),
        scope: z
          .object({
            workspace_permission: z
              .object({
                workspace_id_list: z.array(id()).min(1).max(100).optional(),
                permission_list: z.array(z.string().max(100)).max(200).optional(),
              })
              .optional(),
            account_permission: z
              .object({ permission_list: z.array(z.string().max(100)).max(200).optional() })
              .optional(),
          })
          .optional(),
      }),
    output: () => z.object({ access_token: z.string(), expires_in: z.number(), token_type: z.string() }),
  }),
  requestInfo: op('GET /api/permission_api/app/get_app_authorization_request_info', {
    summary: 'Get what an app asks for',
    summaryZh: '获取应用申请的权限',
    input: () => z.object({ authorize_key: code }),
    output: () =>
      z.object({
        name: z.string(),
        description: z.string(),
        client_type: wireValue(OauthClientType),
        certificated: wireValue(Certificated),
        request_permission: z.array(z.string()),
        device_location: z.object({ device_ip: z.string(), device_city: z.string() }).optional(),
        authorizedWorkspace: z.object({ name: z.string() }).optional(),
        /** The enterprise of that space, or the one in which the app was created; only shown to its people. */
        enterprise: z.object({ name: z.string(), is_of_app: z.boolean() }).optional(),
      }),
  }),
  authorize: op(
    ['GET /api/permission/oauth2/authorize', 'GET /api/permission/oauth2/workspace_id/{workspace_id}/authorize'],
    {
      summary: 'Start the authorisation of an app in the browser',
      summaryZh: '在浏览器中发起应用授权',
      access: 'public',
      reply: 'raw',
      limit: { by: 'address', max: 120, seconds: 60 },
      input: authorizeInput,
    },
  ),
  consent: op('POST /api/permission/oauth2/authorize_consent', {
    summary: 'Allow or deny what an app asks for',
    summaryZh: '允许或拒绝应用的申请',
    input: () => z.object({ authorize_key: code, consent: z.boolean() }),
    output: () => z.object({ redirect_uri: z.string() }),
  }),
  deviceCode: op(
    ['POST /api/permission/oauth2/device/code', 'POST /api/permission/oauth2/workspace_id/{workspace_id}/device/code'],
    {
      summary: 'Start signing in on a device without a browser',
      summaryZh: '在没有浏览器的设备上发起登录',
      access: 'public',
      ownAuthorization: true,
      reply: 'flat',
      limit: { by: 'address', max: 60, seconds: 60 },
      input: () => z.object({ client_id: code.default(''), workspace_id: id().optional() }),
      output: () =>
        z.object({
          device_code: z.string(),
          user_code: z.string(),
          verification_uri: z.string(),
          verification_url: z.string(),
          expires_in: z.number(),
          interval: z.number(),
        }),
    },
  ),
  verifyDevice: op('POST /api/permission/oauth2/device/verification', {
    summary: 'Find the request of a device by its code',
    summaryZh: '按设备码查找设备请求',
    limit: { by: 'user', max: 10, seconds: 60 },
    input: () => z.object({ user_code: z.string().trim().min(1).max(40) }),
    output: () => z.object({ redirect_uri: z.string() }),
  }),
  token: op(['POST /api/permission/oauth2/token', 'POST /api/permission/oauth2/account/{account_id}/token'], {
    summary: 'Exchange a code, refresh token, device code or signed assertion for a token',
    summaryZh: '用授权码、刷新令牌、设备码或签名断言换取令牌',
    access: 'public',
    ownAuthorization: true,
    reply: 'raw',
    limit: { by: 'address', max: 600, seconds: 60 },
    input: () =>
      z.object({
        grant_type: code.default(''),
        client_id: code.default(''),
        redirect_uri: code.default(''),
        code: code.default(''),
        code_verifier: code.default(''),
        refresh_token: code.default(''),
        device_code: code.default(''),
        duration_seconds: z.number().optional(),
        scope: z.unknown().optional(),
        account_id: z.string().max(40).optional(),
      }),
  }),
}
