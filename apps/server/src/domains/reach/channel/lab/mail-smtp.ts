import type { Duplex } from 'node:stream'
import { onLines } from './mail-lines.ts'

interface SmtpSide {
  isKnown(user: string, password: string): boolean
  /** Returns false to accept the mail but break the connection before the acknowledgement. */
  take(to: string, raw: Buffer): Promise<boolean>
  isTooMany(): boolean
}
const addressIn = (line: string) => /<([^>]*)>/.exec(line)?.[1] ?? ''

/** An SMTP submission server, as far as a client with one account uses it. */
export function serveSmtp(socket: Duplex, { isKnown, take, isTooMany }: SmtpSide): void {
  const write = (text: string) => socket.write(`${text}\r\n`)
  let to = ''
  let text: string[] | undefined
  let isIn = false

  function login(line: string) {
    const [, user = '', password = ''] = Buffer.from(line.split(' ')[2] ?? '', 'base64')
      .toString()
      .split('\0')
    isIn = isKnown(user, password)
    write(isIn ? '235 2.7.0 welcome' : '535 5.7.8 Authentication credentials invalid')
  }
  async function end(lines: string[]) {
    text = undefined
    const raw = lines.map((line) => line.replace(/^\.\./, '.')).join('\r\n')
    if (await take(to, Buffer.from(raw, 'latin1'))) write('250 2.0.0 taken')
    else socket.destroy()
  }
  function receive(line: string) {
    if (!isIn) return write('530 5.7.0 Authentication required')
    if (isTooMany()) return write('451 4.7.1 Too many mails, try again later')
    to = addressIn(line)
    return write(to.startsWith('refused') ? '550 5.1.1 No such mailbox' : '250 2.1.5 fine')
  }
  write('220 lab.example ESMTP')
  onLines(socket, (line) => {
    if (text) {
      if (line === '.') return end(text)
      text.push(line)
      return
    }
    const command = line.slice(0, 4).toUpperCase()
    if (command === 'EHLO') socket.write('250-lab.example\r\n250-8BITMIME\r\n250 AUTH PLAIN\r\n')
    else if (command === 'AUTH') login(line)
    else if (command === 'MAIL') write('250 2.1.0 fine')
    else if (command === 'RCPT') receive(line)
    else if (command === 'DATA') {
      text = []
      write('354 go on')
    } else if (command === 'QUIT') socket.end('221 2.0.0 bye\r\n')
    else write('250 fine')
  })
}
