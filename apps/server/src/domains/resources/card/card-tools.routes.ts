import type { contract } from '@orrery/contract'
import type { BriefTokens } from '#kit/brief-token.ts'
import type { Ctx, Handlers } from '#kit/http/context.ts'
import type { CardFiles } from './card-file.service.ts'
import type { OfficialTemplates } from './card-official.service.ts'
import type { CardSettings } from './card-setting.service.ts'
import { cardErrors } from './card.errors.ts'

export interface CardToolsDeps {
  files: CardFiles
  tokens: BriefTokens
  settings: CardSettings
  official: OfficialTemplates
}
const FILES = 'card-files'

export function cardToolsRoutes({
  files,
  tokens,
  settings,
  official,
}: CardToolsDeps): Handlers<typeof contract.cardTools> {
  /** The user of the token, or the signed-in user. */
  function readerOf(token: string, ctx: Ctx): string {
    const userId = token ? tokens.read(FILES, token)?.['user'] : ctx.userId
    if (!userId) throw cardErrors.badToken()
    return userId
  }
  return {
    token: ({ expire_time }, ctx) => ({ token: tokens.make(FILES, { user: ctx.userId }, expire_time) }),
    image: async ({ token, file_name, need_data }, ctx) => {
      const { url, data, contentType } = await files.read(file_name, readerOf(token, ctx), need_data)
      return { url, data, content_type: contentType }
    },
    file: async ({ token, file_name, file_url, need_data }, ctx) => {
      const { url, data } = await files.read(file_name || file_url, readerOf(token, ctx), need_data)
      return { url, data }
    },
    settings: async ({ setting_keys }, ctx) => ({
      user_settings: (await settings.list(ctx.userId, setting_keys)).map(({ key, value }) => ({
        setting_key: key,
        setting_value: value,
      })),
    }),
    saveSettings: async ({ user_settings }, ctx) => {
      await settings.save(
        ctx.userId,
        user_settings.map(({ setting_key: key, setting_value: value }) => ({ key, value })),
      )
      return {}
    },
    updateOfficial: async ({ stage, ids }) => {
      await official.update(stage, ids)
      return { finished: true }
    },
  }
}
