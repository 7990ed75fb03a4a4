import type { Contract } from '@orrery/contract'
import type { Handlers } from '#kit/http/context.ts'
import type { UserAuthService } from './user-auth.service.ts'

type UserAuthOps = Pick<Contract['bot'], 'auths' | 'authState' | 'authCode' | 'cancelAuth'>

export function userAuthRoutes(auths: UserAuthService): Handlers<UserAuthOps> {
  return {
    auths: async (_, ctx) => ({
      data: (await auths.list(ctx.userId)).map(({ connector, status }) => ({
        id: connector.id,
        name: connector.name,
        icon: connector.icon,
        auth_status: status,
        auth_login_info: connector.login,
      })),
    }),
    authState: async (input, ctx) => {
      const { state, address } = await auths.state(ctx.userId, input.connector_id)
      return { state: { encrypt_state: state, ...(address && { authorize_url: address }) } }
    },
    authCode: async (input, ctx) => {
      await auths.accept(
        ctx.userId,
        input.connector_id,
        input.code,
        input.encrypt_state || (input.state.encrypt_state ?? ''),
      )
      return {}
    },
    cancelAuth: async (input, ctx) => {
      await auths.cancel(ctx.userId, input.connector_id)
      return {}
    },
  }
}
