import type { Bus } from '#kit/bus.ts'
import type { Config } from '#kit/config.ts'
import type { Log } from '#kit/log.ts'
import type { Mail, SmtpServer } from '#kit/mail.ts'
import type { Secrets } from '#kit/secrets.ts'
import type { AuditService } from '#domains/ground/audit/audit.service.ts'
import { instanceErrors } from './instance.errors.ts'
import type { SettingsService } from './settings.service.ts'
import { createLiveSetting } from './shared/live-setting.ts'

export interface MailDeps {
  settings: SettingsService
  audit: AuditService
  mail: Mail
  secrets: Secrets
  bus: Bus
  log: Log
  /** Of SMTP_URL: used until the owner chooses a server. */
  fixed: Config['smtp']
}
/** As it is stored: the password is sealed. */
type Stored = Omit<SmtpServer, 'password'> & { sealed: string }
/** Without a password the stored one is meant. */
export type MailInput = Omit<SmtpServer, 'password'> & { password?: string | undefined }

/** The mail server of the instance, as its owner chose it. Every process sends with it at once. */
export function createMailService({ audit, mail, secrets, fixed, ...deps }: MailDeps) {
  const unsealed = (stored: Stored | null): SmtpServer | undefined => {
    if (!stored) return undefined
    const { sealed, ...server } = stored
    return { ...server, password: sealed && secrets.open(sealed) }
  }
  const chosen = createLiveSetting<Stored | null>(deps, 'mail', null, (stored) => mail.use(unsealed(stored)))

  /** A stored password is sent to nobody but the server and the user that it was entered for. */
  function complete({ password, ...input }: MailInput): SmtpServer {
    if (password !== undefined || !input.user) return { ...input, password: password ?? '' }
    const before = unsealed(chosen.get())
    if (!before?.password || before.host !== input.host || before.user !== input.user)
      throw instanceErrors.mailPasswordNeeded()
    return { ...input, password: before.password }
  }
  return {
    start: chosen.load,
    get() {
      const stored = chosen.get()
      return { source: stored ? ('settings' as const) : fixed ? ('environment' as const) : ('none' as const), stored }
    },
    async save(input: MailInput, actorId: string) {
      const { password, ...server } = complete(input)
      await chosen.set({ ...server, sealed: password && secrets.seal(password) })
      await audit.record({ actorId, action: 'instance.mail', target: 'mail', detail: { name: server.host } })
    },
    async remove(actorId: string) {
      await chosen.set(null)
      await audit.record({ actorId, action: 'instance.mail', target: 'mail' })
    },
    /** Sends a mail with these settings, whether they are saved or not, and says what is wrong with them. */
    async test(input: MailInput, to: string, locale: string) {
      const server = complete(input)
      const text =
        locale === 'en'
          ? { subject: 'Test mail', text: 'This instance can send mail with these settings.' }
          : { subject: '测试邮件', text: '本实例可以使用当前设置发送邮件。' }
      await mail.sendWith(server, { to, ...text }).catch((cause: unknown) => {
        throw refusalOf(cause, server.host)
      })
    },
  }
}
export type MailService = ReturnType<typeof createMailService>

/** What the library says by its codes, in words of ours. */
function refusalOf(cause: unknown, host: string) {
  const { code = '', response = '', message = '' } = cause as { code?: string; response?: string; message?: string }
  const reason = (response || message).slice(0, 200)
  if (code === 'EAUTH') return instanceErrors.mailRefusedLogin()
  if (code === 'EENVELOPE') return instanceErrors.mailRefusedAddress({ reason })
  if (['ECONNECTION', 'ESOCKET', 'ETIMEDOUT', 'EDNS', 'ETLS'].includes(code))
    return instanceErrors.mailUnreachable({ host })
  return instanceErrors.mailFailed({ reason })
}
