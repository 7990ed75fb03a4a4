import { z } from 'zod'
import { op } from '#kit.ts'
import { bool, id, idOrNone } from '#shared/fields.ts'

const appOwner = z.object({ name: z.string(), username: z.string(), avator_url: z.string(), icon_url: z.string() })
const onApp = () => z.object({ appid: id(), enterprise_id: idOrNone() })
const manage = { on: 'enterprise', id: 'enterprise_id', can: 'manageApps' } as const

/** Installation of apps in enterprises: a member requests it, an admin decides. */
export const appInstallation = {
  info: op('GET /api/permission_api/app/get_app_installation_request_info', {
    summary: 'Get what an app asks for before it is installed',
    summaryZh: '获取安装应用前的权限申请',
    input: () => z.object({ appid: id() }),
    output: () =>
      z.object({
        certificated: z.literal('Noncertificated'),
        name: z.string(),
        request_permission: z.array(z.string()),
        request_permission_v2: z.object({
          workspace_permission: z.array(z.string()),
          account_permission: z.array(z.string()),
          enterprise_permission: z.array(z.string()),
        }),
      }),
  }),
  consent: op('POST /api/permission_api/app/app_installation_consent', {
    summary: 'Install an app in an enterprise, or ask its admins to',
    summaryZh: '在企业中安装应用，或向管理员申请安装',
    input: () => z.object({ appid: id(), installation_account_hint: z.string().min(1).max(40) }),
  }),
  askOnBehalf: op('POST /api/permission_api/app/submit_app_obo_installation_review', {
    summary: 'Ask the admins to let an app act on behalf of people',
    summaryZh: '申请允许应用代表成员操作',
    input: onApp,
  }),
  installOnBehalf: op('POST /api/permission_api/app/install_app_obo', {
    summary: 'Let an app act on behalf of people of an enterprise',
    summaryZh: '允许应用代表企业成员操作',
    input: onApp,
  }),
  uninstallOnBehalf: op('POST /api/permission_api/app/uninstall_app_obo', {
    summary: 'Stop an app from acting on behalf of people, or reject its request',
    summaryZh: '停止应用代表成员操作，或拒绝其申请',
    input: onApp,
  }),
  list: op('GET /api/permission_api/app/list_app_installations', {
    summary: 'List the apps of an enterprise',
    summaryZh: '列出企业的应用',
    input: () => z.object({ enterprise_id: idOrNone() }),
    output: () =>
      z.object({
        installations: z.array(
          z.object({
            app_owner: appOwner,
            app_id: z.string(),
            app_name: z.string(),
            permission_list: z.array(z.string()),
            installation_status: z.enum([
              'pending_review_app_auth',
              'pending_review_app_obo',
              'approved_app_auth',
              'approved_app_obo',
            ]),
          }),
        ),
        total: z.number(),
      }),
  }),
  decide: op('POST /api/enterprise/app/decide', {
    summary: 'Approve or remove an app that acts as itself',
    summaryZh: '批准或移除以自身身份运行的应用',
    access: manage,
    input: () => z.object({ enterprise_id: id(), appid: id(), approved: bool() }),
  }),
  tokens: op('POST /api/enterprise/token/list', {
    summary: 'List the tokens and service identities that are kept in an enterprise',
    summaryZh: '列出企业中的令牌和服务身份',
    access: manage,
    input: () => z.object({ enterprise_id: id() }),
    output: () =>
      z.object({
        tokens: z.array(
          z.object({
            id: z.string(),
            kind: z.enum(['pat', 'service']),
            name: z.string(),
            owner: z.string(),
            created_at: z.number(),
            last_used_at: z.number(),
            expire_at: z.number(),
            locked: z.boolean(),
          }),
        ),
      }),
  }),
  revokeToken: op('POST /api/enterprise/token/revoke', {
    summary: 'End a token of a person in an enterprise',
    summaryZh: '终止企业成员的令牌',
    access: manage,
    input: () => z.object({ enterprise_id: id(), id: id() }),
  }),
}
