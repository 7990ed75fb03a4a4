import { SMTPServer } from 'smtp-server'
import { afterFile } from './after-file.ts'

export interface MailServer {
  port: number
  /** Received mails, oldest first. */
  received: { to: string; text: string }[]
  account: { user: string; password: string }
}

/** A real mail server on this machine that accepts mail from one account. */
export async function openMailServer(): Promise<MailServer> {
  const account = { user: 'studio', password: 'open sesame' }
  const received: MailServer['received'] = []
  const server = new SMTPServer({
    disabledCommands: ['STARTTLS'],
    onAuth({ username, password }, _, done) {
      const isRight = username === account.user && password === account.password
      return isRight ? done(null, { user: username }) : done(new Error('no such account'))
    },
    onRcptTo({ address }, _, done) {
      return address.startsWith('refused') ? done(new Error('mailbox unavailable')) : done()
    },
    onData(stream, { envelope }, done) {
      const parts: Buffer[] = []
      stream.on('data', (part: Buffer) => parts.push(part))
      stream.on('end', () => {
        const text = Buffer.concat(parts).toString().replaceAll('=\r\n', '').replaceAll('=3D', '=')
        received.push({ to: envelope.rcptTo.map(({ address }) => address).join(), text })
        done()
      })
    },
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  afterFile(() => new Promise<void>((resolve) => server.close(() => resolve())))
  return { port: (server.server.address() as { port: number }).port, received, account }
}
