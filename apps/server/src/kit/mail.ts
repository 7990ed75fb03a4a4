import type { Config } from './config.ts'

export interface SmtpServer {
  host: string
  port: number
  /** `tls` from the first byte, `starttls` after a greeting, or none. */
  security: 'tls' | 'starttls' | 'none'
  user: string
  password: string
  from: string
}
interface Message {
  to: string
  subject: string
  text: string
  html?: string
  messageId?: string
}
export interface Mail {
  /** Whether a mail server is configured. */
  isOn(): boolean
  /**
   * Sets the server that the owner of the instance chose; without one, the server of the environment is used, if any.
   */
  use(server: SmtpServer | undefined): void
  /** Sets the name of the product in mails. */
  setName(name: string): void
  send(message: Message): Promise<void>
  /** Sends through a server that is not in use yet, to test it. */
  sendWith(server: SmtpServer, message: Message): Promise<void>
  sendResetCode(to: string, code: string, locale: string): Promise<void>
  sendInvitation(invitation: Invitation): Promise<void>
}
interface Invitation {
  to: string
  inviter: string
  space: string
  key: string
  locale: string
}
const TIMEOUT_MS = 15_000

/** Sends mail over SMTP if a server is configured. */
export function createMail(fixed: Config['smtp'], publicUrl: string): Mail {
  let chosen: SmtpServer | undefined
  let productName = 'Orrery'
  let transport: ReturnType<typeof open> | undefined
  const sender = (from: string) => ({ name: productName, address: from })
  const isOn = () => chosen !== undefined || fixed !== undefined
  const send: Mail['send'] = async (message) => {
    const from = chosen?.from ?? fixed?.from
    if (from === undefined) throw new Error('This instance has no mail server')
    transport ??= open(chosen ?? fixed!.url)
    await (await transport).sendMail({ from: sender(from), ...message })
  }
  return {
    isOn,
    use(server) {
      chosen = server
      void transport?.then((old) => old.close())
      transport = undefined
    },
    setName: (name) => void (productName = name),
    send,
    async sendWith(server, message) {
      const trial = await open(server)
      try {
        await trial.sendMail({ from: sender(server.from), ...message })
      } finally {
        trial.close()
      }
    },
    sendResetCode(to, code, locale) {
      // The link contains the configured address, never the one from the request.
      const link = `${publicUrl}/sign?mode=reset&email=${encodeURIComponent(to)}`
      return locale === 'en'
        ? send({
            to,
            subject: `Your ${productName} password code`,
            text: `Your code is ${code}. It can be used once within 30 minutes.\n\nEnter it here: ${link}\n\nIf you didn't request it, you can ignore this email.`,
          })
        : send({
            to,
            subject: `${productName} 密码重置验证码`,
            text: `验证码：${code}，30 分钟内有效，仅可使用一次。\n\n请在此输入：${link}\n\n如非本人操作，请忽略此邮件。`,
          })
    },
    sendInvitation({ to, inviter, space, key, locale }) {
      const link = `${publicUrl}/invite/${encodeURIComponent(key)}`
      return locale === 'en'
        ? send({
            to,
            subject: `${inviter} invited you to ${space} on ${productName}`,
            text: `${inviter} invited you to work in “${space}” on ${productName}.\n\nOpen this link within 7 days to join:\n${link}\n\nIf you do not know the sender, do nothing.`,
          })
        : send({
            to,
            subject: `${inviter} 邀请你加入「${space}」`,
            text: `${inviter} 邀请你加入 ${productName} 上的「${space}」空间。\n\n请在 7 天内打开以下链接加入：\n${link}\n\n如不认识发件人，请忽略此邮件。`,
          })
    },
  }
}

async function open(server: string | SmtpServer) {
  const { createTransport } = await import('nodemailer')
  if (typeof server === 'string') return createTransport(server)
  const { host, port, security, user, password } = server
  return createTransport({
    host,
    port,
    secure: security === 'tls',
    requireTLS: security === 'starttls',
    ignoreTLS: security === 'none',
    ...(user && { auth: { user, pass: password } }),
    connectionTimeout: TIMEOUT_MS,
    greetingTimeout: TIMEOUT_MS,
    socketTimeout: TIMEOUT_MS,
  })
}
