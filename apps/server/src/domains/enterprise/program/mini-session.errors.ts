import { ErrorCode } from '@orrery/contract/shared/error-codes'
import { defineFixedErrors } from '#kit/errors.ts'

const code = ErrorCode.publicApi.badRequest
export const miniSessionErrors = defineFixedErrors({
  noConnector: {
    code,
    status: 400,
    en: 'connector_id: no published bot is set up for this mini program. Set the channel up and publish the bot to it',
    zh: 'connector_id：没有智能体发布到该小程序，请先配置渠道并发布',
  },
  onlyPublished: {
    code,
    status: 400,
    en: 'execute_mode: only the published version can be used',
    zh: 'execute_mode：只能使用已发布的版本',
  },
  usedBefore: {
    code,
    status: 400,
    en: 'code: was used before. Ask the platform for a new one (wx.login or tt.login)',
    zh: 'code：已被使用，请重新调用 wx.login 或 tt.login',
  },
  refused: {
    code,
    status: 400,
    en: 'code: the platform refused it: {platform}',
    zh: 'code：平台拒绝了该凭证：{platform}',
  },
  away: {
    code,
    status: 502,
    en: 'The platform could not be reached. Try again in a moment',
    zh: '无法连接平台，请稍后重试',
  },
})
