import type { contract } from '@orrery/contract'
import type { Handlers } from '#kit/http/context.ts'
import type { MiniSessions } from './mini-session.service.ts'

export const miniSessionRoutes = (sessions: MiniSessions): Handlers<typeof contract.miniSession> => ({
  begin: async (input) => {
    const { token, openId, botId, seconds } = await sessions.begin({
      botId: input.bot_id,
      appId: input.app_id,
      connectorId: input.connector_id,
      code: input.code,
      executeMode: input.execute_mode,
    })
    return {
      benefit: { remove_watermark: true },
      open_id: openId,
      access_token: token,
      expires_in: seconds,
      // The platforms return neither with the code.
      user_name: '',
      user_avatar_url: '',
      connector_uid: openId,
      bot_id: botId,
      project_id: '',
    }
  },
})
