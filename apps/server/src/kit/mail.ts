import type { Config } from './config.ts'

export interface Mail {
  sendResetCode(to: string, code: string, locale: string): Promise<void>
  send(message: { to: string; subject: string; text: string; html?: string }): Promise<void>
}

/** Mail over SMTP, when the instance has it. */
export function createMail(options: NonNullable<Config['smtp']>, publicUrl: string): Mail {
  const open = async () => (await import('nodemailer')).createTransport(options.url)
  let transport: ReturnType<typeof open> | undefined
  const send: Mail['send'] = async (message) => {
    transport ??= open()
    await (await transport).sendMail({ from: options.from, ...message })
  }
  return {
    send,
    sendResetCode(to, code, locale) {
      // The address in the link is the configured one, never the one that the request came with.
      const link = `${publicUrl}/sign?mode=reset&email=${encodeURIComponent(to)}`
      return locale === 'en'
        ? send({
            to,
            subject: 'Your Orrery password code',
            text: `Your code is ${code}. It can be used once within 30 minutes.\n\nEnter it here: ${link}\n\nIf you didn't request it, you can ignore this email.`,
          })
        : send({
            to,
            subject: 'Orrery 密码重置验证码',
            text: `验证码：${code}，30 分钟内有效，仅可使用一次。\n\n请在此输入：${link}\n\n如非本人操作，请忽略此邮件。`,
          })
    },
  }
}
