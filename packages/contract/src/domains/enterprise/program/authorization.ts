import { z } from 'zod'
import { op } from '#kit.ts'
import { id, idOrNone, pageNumber, pageSize } from '#shared/fields.ts'
import { wireChoice, wireValue } from '#shared/wire-enum.ts'

const ChecklistItemType = { obo: 'Obo', app_auth: 'AppAuth', personal_access_token: 'PersonalAccessToken' } as const
const reachItem = z.object({
  id: id(),
  type: z.enum(['app', 'pat']),
  name: z.string().optional(),
  created_at: z.number().optional(),
  expire_at: z.number().optional(),
  is_authorized: z.boolean().optional(),
})

/** What people and enterprises allow apps and tokens to do. */
export const appAuthorization = {
  declared: op('POST /api/permission_api/app/authorize_app_with_declared_permission', {
    summary: 'Allow an app everything that it declares',
    summaryZh: '授权应用其声明的全部权限',
    input: () => z.object({ appid: id(), organization_id: idOrNone() }),
  }),
  specified: op('POST /api/permission_api/app/authorize_app_with_specified_permission', {
    summary: 'Allow an app what it declares, in chosen spaces',
    summaryZh: '在指定空间中授权应用',
    input: () => z.object({ appid: id(), workspace_list: z.array(id()).min(1).max(200), organization_id: idOrNone() }),
  }),
  ofApp: op('GET /v1/oauth-apps/{appid}/authorizations', {
    summary: 'List who has authorised an app, with a JWT that the app signed',
    summaryZh: '使用应用签名的 JWT 列出已授权该应用的账号',
    access: 'public',
    ownAuthorization: true,
    reply: 'flat',
    limit: { by: 'address', max: 120, seconds: 60 },
    input: () => z.object({ appid: id(), page_num: pageNumber(), page_size: pageSize(20, 100) }),
    output: () =>
      z.object({
        detail: z.object({ logid: z.string() }),
        data: z.object({
          items: z.array(
            z.object({
              id: z.string(),
              account: z.object({
                account_id: z.string(),
                account_type: z.enum(['personal', 'enterprise']),
                account_name: z.string(),
                account_avatar_url: z.string(),
              }),
              permission: z.object({
                account_permission: z.object({ permissions: z.array(z.string()) }),
                workspace_permission: z
                  .object({ workspace_ids: z.array(z.string()), permissions: z.array(z.string()) })
                  .optional(),
              }),
            }),
          ),
          has_more: z.boolean(),
        }),
      }),
  }),
  checklist: op('POST /api/permission_api/app/get_checklist_for_workspace_migration', {
    summary: 'List the tokens and apps that would lose spaces moved into an enterprise',
    summaryZh: '列出空间移入企业后会失效的令牌和应用',
    input: () => z.object({ workspace_id_list: z.array(id()).min(1).max(50) }),
    output: () =>
      z.object({
        checklist: z.array(
          z.object({
            user_info: z.object({
              name: z.string(),
              username: z.string(),
              avator_url: z.string(),
              icon_url: z.string(),
            }),
            id: z.string(),
            name: z.string(),
            affected_workspaces: z.array(z.object({ name: z.string(), icon_url: z.string() })),
            checklist_item_type: wireValue(ChecklistItemType),
            /** Whether the caller owns the item and so can migrate it. */
            can_migrate: z.boolean(),
          }),
        ),
      }),
  }),
  migrate: op('POST /api/permission_api/app/batch_migrate_authorization', {
    summary: 'Keep tokens and apps working in spaces that move into an enterprise',
    summaryZh: '空间移入企业后保留令牌和应用的权限',
    input: () =>
      z.object({
        authorization_list: z
          .array(z.object({ authorization_type: wireChoice(ChecklistItemType), authorization_id: id() }))
          .min(1)
          .max(200),
      }),
  }),
  reach: op('POST /api/permission_api/app/get_apps_and_patlist_for_personalaccountpermission_authorization', {
    summary: 'List the enterprise tokens and apps that may reach your own spaces',
    summaryZh: '列出可访问个人空间的企业令牌和应用',
    input: () => z.object({ page: pageNumber(), page_size: pageSize(20, 100) }),
    output: () =>
      z.object({
        enterprise_name: z.string(),
        crossaccount_authinfo: z.array(reachItem.extend({ id: z.string() })),
        total: z.number(),
        has_more: z.boolean(),
      }),
  }),
  allowReach: op('POST /api/permission_api/app/authorize_apps_and_patlist_with_personalaccountpermission', {
    summary: 'Let enterprise tokens and apps reach your own spaces',
    summaryZh: '允许企业令牌和应用访问个人空间',
    input: () => z.object({ crossaccount_authinfo_list: z.array(reachItem).max(100).default([]) }),
  }),
  revokeReach: op('POST /api/permission_api/app/revoke_app_and_pat_personalaccountpermission', {
    summary: 'Take an enterprise token or app out of your own spaces',
    summaryZh: '取消企业令牌或应用对个人空间的访问',
    input: () => z.object({ crossaccount_authinfo: reachItem }),
  }),
}
