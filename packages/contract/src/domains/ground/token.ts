import { z } from 'zod'
import { op } from '#kit.ts'
import { id, idOrNone, int, name, pageFromZero, pageSize } from '#shared/fields.ts'
import { CREDENTIAL_LIMITS } from '#shared/limits.ts'

const workspacePermission = z.object({
  option: int().optional(),
  workspace_id_list: z.array(id()).max(200).optional(),
  permission_list: z.array(z.object({ resource_type: z.string(), actions: z.array(z.string()).max(100) })).max(100),
})
const permissions = {
  workspace_permission: workspacePermission.optional(),
  workspace_permission_v2: z
    .object({
      option: int().optional(),
      workspace_id_list: z.array(id()).max(200).optional(),
      permission_list: z.array(z.string()).max(200),
    })
    .optional(),
  account_permission: z.object({ permission_list: z.array(z.string()).max(200) }).optional(),
  enterprise_permission: z.object({ permission_list: z.array(z.string()).max(200) }).optional(),
}
const tokenSchema = z.object({
  id: z.string(),
  name: z.string(),
  created_at: z.number(),
  updated_at: z.number(),
  /** Seconds; -1 for never. */
  last_used_at: z.number(),
  expire_at: z.number(),
})
const DurationDay = ['1', '30', '90', '180', '365', 'customize', 'permanent'] as const

export const token = {
  create: op('POST /api/permission_api/pat/create_personal_access_token_and_permission', {
    summary: 'Create a personal access token; it is shown once',
    summaryZh: '创建个人访问令牌，仅显示一次',
    stepUp: true,
    input: () =>
      z.object({
        name: name(CREDENTIAL_LIMITS.name),
        expire_at: int().optional(),
        duration_day: z.enum(DurationDay).default('30'),
        /** The organisation that owns and administers the token; empty for the caller. */
        organization_id: idOrNone(),
        ...permissions,
      }),
    output: () => z.object({ personal_access_token: tokenSchema, token: z.string() }),
  }),
  update: op('POST /api/permission_api/pat/update_personal_access_token_and_permission', {
    summary: 'Rename a token or change its permissions',
    summaryZh: '修改令牌的名称或权限',
    stepUp: true,
    input: () => z.object({ id: id(), name: name(CREDENTIAL_LIMITS.name).optional(), ...permissions }),
  }),
  remove: op('POST /api/permission_api/pat/delete_personal_access_token_and_permission', {
    summary: 'Revoke a token',
    summaryZh: '撤销令牌',
    input: () => z.object({ id: id() }),
  }),
  list: op('GET /api/permission_api/pat/list_personal_access_tokens', {
    summary: 'List your tokens',
    summaryZh: '列出你的令牌',
    input: () =>
      z.object({
        page: pageFromZero(),
        size: pageSize(50, 200),
        search_option: z.enum(['all', 'owned', 'others']).optional(),
        organization_id: idOrNone(),
      }),
    output: () =>
      z.object({
        personal_access_tokens: z.array(
          tokenSchema.extend({
            creator_name: z.string(),
            creator_unique_name: z.string(),
            creator_avatar_url: z.string(),
            creator_icon_url: z.string(),
            locked: z.boolean(),
            creator_status: z.enum(['active', 'deactivated', 'offboarded']),
          }),
        ),
        has_more: z.boolean(),
      }),
  }),
  get: op('GET /api/permission_api/pat/get_personal_access_token_and_permission', {
    summary: 'Get a token with its permissions',
    summaryZh: '获取令牌及其权限',
    input: () => z.object({ id: id() }),
    output: () => z.object({ personal_access_token: tokenSchema, ...permissions }),
  }),
  inWorkspace: op('GET /api/permission_api/pat/check_personal_access_token_in_workspace', {
    summary: 'Check whether you have a token for a space',
    summaryZh: '检查你是否有某空间的令牌',
    access: { on: 'space', id: 'workspace_id', can: 'view' },
    input: () => z.object({ workspace_id: id() }),
    output: () => z.object({ exist: z.boolean() }),
  }),
  listByCreator: op('GET /api/permission_api/permission/list_personal_access_tokens_by_creator', {
    summary: 'List all your tokens at once',
    summaryZh: '一次列出你的全部令牌',
    input: () => z.object({ organization_id: idOrNone() }),
    output: () => z.object({ personal_access_tokens: z.array(tokenSchema) }),
  }),
  supported: op('GET /api/permission_api/pat/list_personal_access_token_support_permissions', {
    summary: 'List the permissions a token can have',
    summaryZh: '列出令牌可拥有的权限',
    output: () =>
      z.object({
        permission_list: z.array(z.object({ resource_type: z.string(), actions: z.array(z.string()) })),
      }),
  }),
}
