import { z } from 'zod'
import { op } from '#kit.ts'
import { id, idOrNone, int, name } from '#shared/fields.ts'
import { CREDENTIAL_LIMITS } from '#shared/limits.ts'

const DurationDay = ['1', '30', '90', '180', '365', 'customize', 'permanent'] as const
const list = z.array(z.string().max(100)).max(200)
const permission = z.object({
  account_permission: z.object({ permission_list: list }).optional(),
  enterprise_permission: z.object({ permission_list: list }).optional(),
  workspace_permission: z
    .object({
      /** 1: the listed spaces. 2: all spaces of the enterprise. */
      option: int().pipe(z.union([z.literal(1), z.literal(2)])),
      workspace_id_list: z.array(id()).max(200).optional(),
      permission_list: list,
    })
    .optional(),
})
export type ServicePermission = z.infer<typeof permission>
const identity = z.object({
  id: z.string(),
  name: z.string(),
  created_at: z.number(),
  updated_at: z.number(),
  /** Seconds; -1 for never. */
  last_used_at: z.number(),
  expire_at: z.number(),
})

/** Accounts of programs: without email, password or session, but members of spaces like people. */
export const serviceIdentity = {
  create: op('POST /api/permission_api/service/create_service_identity', {
    summary: 'Create a service identity; its token is shown once',
    summaryZh: '创建服务身份，令牌仅显示一次',
    input: () =>
      z.object({
        name: name(CREDENTIAL_LIMITS.name),
        organization_id: idOrNone(),
        expire_at: int().optional(),
        duration_day: z.enum(DurationDay).default('30'),
        permission,
      }),
    output: () => z.object({ service_identity: identity, token: z.string() }),
  }),
  get: op('GET /api/permission_api/service/get_service_identity', {
    summary: 'Get a service identity with its permissions',
    summaryZh: '获取服务身份及其权限',
    input: () => z.object({ id: id() }),
    output: () => z.object({ service_identity: identity, service_permission: permission }),
  }),
  list: op('GET /api/permission_api/service/list_service_identities', {
    summary: 'List your service identities, or those of an organisation',
    summaryZh: '列出你的或某个组织的服务身份',
    input: () => z.object({ organization_id: idOrNone() }),
    output: () => z.object({ service_identity_list: z.array(identity) }),
  }),
  update: op('POST /api/permission_api/service/update_service_identity', {
    summary: 'Change the name, the permissions or the expiry of a service identity',
    summaryZh: '修改服务身份的名称、权限或有效期',
    input: () =>
      z.object({
        id: id(),
        name: name(CREDENTIAL_LIMITS.name).optional(),
        expire_at: int().optional(),
        duration_day: z.enum(DurationDay).optional(),
        permission: permission.optional(),
      }),
  }),
  remove: op('POST /api/permission_api/service/delete_service_identity', {
    summary: 'Delete a service identity; its token ends immediately',
    summaryZh: '删除服务身份，令牌立即失效',
    input: () => z.object({ id: id() }),
  }),
}
