import { z } from 'zod'
import { op } from '#kit.ts'

const connectorId = z.string().min(1).max(20)

/** Authorisations of this instance by the user on other platforms. */
export const userAuth = {
  auths: op('POST /api/user/get_user_auth_list', {
    summary: 'List channels that need authorisation and whether you granted it',
    summaryZh: '列出需要授权的渠道及你的授权状态',
    reply: 'flat',
    output: () =>
      z.object({
        data: z.array(
          z.object({
            id: z.string(),
            name: z.string(),
            icon: z.string(),
            /** 1 authorised, 2 not authorised, 3 in progress. */
            auth_status: z.number(),
            auth_login_info: z.object({
              app_id: z.string(),
              response_type: z.string(),
              authorize_url: z.string(),
              scope: z.string(),
              client_id: z.string(),
            }),
          }),
        ),
      }),
  }),
  authState: op('GET /api/user/auth/connector_state', {
    summary: 'Get the state for authorising a channel',
    summaryZh: '获取渠道授权所需的 state',
    input: () => z.object({ connector_id: connectorId }),
    output: () => z.object({ state: z.record(z.string(), z.string()) }),
  }),
  authCode: op('POST /api/user/auth/code', {
    summary: 'Submit the code returned by a channel',
    summaryZh: '提交渠道返回的授权码',
    limit: { by: 'user', max: 20, seconds: 60 },
    input: () =>
      z.object({
        code: z.string().min(1).max(4000),
        connector_id: connectorId,
        encrypt_state: z.string().max(4000).default(''),
        state: z.record(z.string(), z.string().max(4000)).default({}),
      }),
  }),
  cancelAuth: op('POST /api/user/auth/cancel', {
    summary: 'Revoke your authorisation of a channel',
    summaryZh: '撤销你对渠道的授权',
    input: () => z.object({ connector_id: connectorId }),
  }),
}
