import { z } from 'zod'
import { op } from '#kit.ts'
import { id } from '#shared/fields.ts'

const access = { on: 'enterprise', id: 'enterprise_id', can: 'configure' } as const

/** How a directory keeps people and groups of an enterprise up to date. */
export const provisioning = {
  serve: op(
    [
      'GET /scim/v2/*path',
      'POST /scim/v2/*path',
      'PUT /scim/v2/*path',
      'PATCH /scim/v2/*path',
      'DELETE /scim/v2/*path',
    ],
    {
      summary: 'SCIM 2.0 (RFC 7643, RFC 7644): Users, Groups, Bulk, with a token of the enterprise',
      summaryZh: 'SCIM 2.0（RFC 7643、RFC 7644）：用户、用户组、批量操作，使用企业的令牌',
      access: 'public',
      ownAuthorization: true,
      reply: 'raw',
      body: 'raw',
      bodyLimit: 1024 * 1024,
      input: () => z.object({ path: z.string().max(300) }),
    },
  ),
  status: op('POST /api/enterprise/scim/status', {
    summary: 'Get the SCIM URL, tokens and last calls of an enterprise',
    summaryZh: '获取企业的 SCIM 地址、令牌和最近的调用',
    access,
    input: () => z.object({ enterprise_id: id() }),
    output: () =>
      z.object({
        base_url: z.string(),
        tokens: z.array(
          z.object({
            id: z.string(),
            hint: z.string(),
            created_at: z.number(),
            expires_at: z.number(),
            last_used_at: z.number(),
          }),
        ),
        calls: z.array(
          z.object({
            id: z.string(),
            at: z.number(),
            method: z.string(),
            path: z.string(),
            request: z.string(),
            status: z.number(),
            answer: z.string(),
          }),
        ),
        people: z.number(),
        groups: z.number(),
      }),
  }),
  createToken: op('POST /api/enterprise/scim/create_token', {
    summary: 'Create a SCIM token; it is shown once',
    summaryZh: '创建 SCIM 令牌，仅显示一次',
    access,
    stepUp: true,
    input: () => z.object({ enterprise_id: id(), days: z.number().int().min(1).max(730).default(365) }),
    output: () => z.object({ id: z.string(), token: z.string() }),
  }),
  revokeToken: op('POST /api/enterprise/scim/revoke_token', {
    summary: 'Revoke a SCIM token',
    summaryZh: '吊销 SCIM 令牌',
    access,
    stepUp: true,
    input: () => z.object({ enterprise_id: id(), token_id: id() }),
  }),
}
