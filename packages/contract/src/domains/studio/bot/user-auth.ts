import { z } from 'zod'
import { op } from '#kit.ts'

const connectorId = z.string().min(1).max(20)

/** The user's grants to this instance at a channel. */
export const userAuth = {
  auths: op('POST /api/user/get_user_auth_list', {
    summary: 'Channels that need an authorisation, and whether the caller gave it',
    reply: 'flat',
    output: () =>
      z.object({
        data: z.array(
          z.object({
            id: z.string(),
            name: z.string(),
            icon: z.string(),
            /** 1 given, 2 not, 3 under way. */
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
    summary: 'The state to go to a channel with; it comes back with the code',
    input: () => z.object({ connector_id: connectorId }),
    output: () => z.object({ state: z.record(z.string(), z.string()) }),
  }),
  authCode: op('POST /api/user/auth/code', {
    summary: 'Take the code that a channel sent the caller back with',
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
    summary: 'Forget what a channel gave the caller',
    input: () => z.object({ connector_id: connectorId }),
  }),
}
