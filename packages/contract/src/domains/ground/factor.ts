import { z } from 'zod'
import { op } from '#kit.ts'
import { id } from '#shared/fields.ts'

const password = z.string().max(512)
/** Six digits from the authenticator app, or a recovery code. */
export const factorCode = z.string().trim().min(6).max(20)
const codes = z.object({ recovery_codes: z.array(z.string()) })

/** Two-step verification of the caller's own account. */
export const factor = {
  status: op('POST /api/passport/factor/status', {
    summary: 'Get whether your account has two-step verification',
    summaryZh: '获取账号的两步验证状态',
    output: () =>
      z.object({ is_on: z.boolean(), since: z.number(), recovery_codes_left: z.number(), passkeys: z.number() }),
  }),
  begin: op('POST /api/passport/factor/begin', {
    summary: 'Get a secret for your authenticator app; it counts once you have confirmed a code',
    summaryZh: '获取身份验证器应用的密钥，确认验证码后生效',
    input: () => z.object({ password }),
    output: () => z.object({ secret: z.string(), uri: z.string(), qr_picture: z.string() }),
  }),
  confirm: op('POST /api/passport/factor/confirm', {
    summary: 'Turn on two-step verification with a code from your app; your other sessions end',
    summaryZh: '用应用中的验证码开启两步验证，其他会话全部退出',
    input: () => z.object({ code: factorCode }),
    output: codes,
  }),
  turnOff: op('POST /api/passport/factor/turn_off', {
    summary: 'Turn off two-step verification',
    summaryZh: '关闭两步验证',
    stepUp: true,
    input: () => z.object({ password }),
  }),
  renewCodes: op('POST /api/passport/factor/renew_recovery_codes', {
    summary: 'Replace your recovery codes; the earlier ones no longer work',
    summaryZh: '重新生成恢复码，原有恢复码失效',
    stepUp: true,
    output: codes,
  }),
  stepUp: op('POST /api/passport/factor/step_up', {
    summary: 'Confirm your identity with a code before a sensitive action',
    summaryZh: '在敏感操作前用验证码确认身份',
    input: () => z.object({ code: factorCode }),
    output: () => z.object({ fresh_until: z.number() }),
  }),
  reset: op('POST /api/instance/user/reset_factor', {
    summary: 'Turn off the two-step verification of someone who lost their app and codes; their sessions end',
    summaryZh: '为丢失应用和恢复码的用户关闭两步验证，其会话全部退出',
    access: 'instance',
    stepUp: true,
    input: () => z.object({ user_id: id() }),
  }),
}
