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
  /** From SMTP_URL: used until the owner chooses a server. */
  fixed: Config['smtp']
}
/** The stored form: the password is sealed. */
type Stored = Omit<SmtpServer, 'password'> & { sealed: string }
/** Without a password, the stored one is used. */
export type MailInput = Omit<SmtpServer, 'password'> & { password?: string | undefined }

/** The mail server that the instance owner chose. Changes apply in every process at once. */
export function createMailService({ audit, mail, secrets, fixed, ...deps }: MailDeps) {
  const unsealed = (stored: Stored | null): SmtpServer | undefined => {
    if (!stored) return undefined
    const { sealed, ...server } = stored
    return { ...server, password: sealed && secrets.open(sealed) }
  }
  const chosen = createLiveSetting<Stored | null>(deps, 'mail', null, (stored) => mail.use(unsealed(stored)))

  /** Adds the stored password, but only for the server and the user that it was entered for. */
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
    /** Sends a test mail with the given settings, saved or not; throws an error that names what is wrong with them. */
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

/** Translates error codes of the mail library into our errors. */
function refusalOf(cause: unknown, host: string) {
  const { code = '', response = '', message = '' } = cause as { code?: string; response?: string; message?: string }
  const reason = (response || message).slice(0, 200)
  if (code === 'EAUTH') return instanceErrors.mailRefusedLogin()
  if (code === 'EENVELOPE') return instanceErrors.mailRefusedAddress({ reason })
  if (['ECONNECTION', 'ESOCKET', 'ETIMEDOUT', 'EDNS', 'ETLS'].includes(code))
    return instanceErrors.mailUnreachable({ host })
  return instanceErrors.mailFailed({ reason })
}
