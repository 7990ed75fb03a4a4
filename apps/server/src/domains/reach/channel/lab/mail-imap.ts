import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { TLSSocket } from 'node:tls'
import { onLines } from './mail-lines.ts'

export interface StoredMail {
  uid: number
  raw: Buffer
}
interface ImapSide {
  inbox: StoredMail[]
  /** Connections that wait for new mail. */
  idling: Set<() => void>
  isKnown(user: string, password: string): boolean
  /** If set, the server supports STARTTLS. */
  certificate?: { key: string; cert: string }
}
const VALIDITY = 7

/** An IMAP4rev1 server with one inbox, as far as the adapter uses it. */
export function serveImap(socket: Duplex, side: ImapSide, isGreeted = false): void {
  const { inbox, idling, isKnown, certificate } = side
  const write = (text: string) => socket.write(`${text}\r\n`)
  let idleTag = ''
  let loginTag = ''
  /** How many mails this client knows of. */
  let known = 0
  function tell() {
    known = inbox.length
    write(`* ${known} EXISTS`)
  }
  socket.once('close', () => idling.delete(tell))

  function login(tag: string, secret: string) {
    const [, user = '', password = ''] = Buffer.from(secret, 'base64').toString().split('\0')
    write(isKnown(user, password) ? `${tag} OK welcome` : `${tag} NO [AUTHENTICATIONFAILED] Invalid credentials`)
  }
  function search(tag: string, what: string) {
    const from = /UID (\d+):\*/.exec(what)?.[1]
    const found = inbox.filter(({ uid }, at) => !from || uid >= Number(from) || at === inbox.length - 1)
    write(`* SEARCH ${found.map(({ uid }) => uid).join(' ')}`.trimEnd())
    write(`${tag} OK`)
  }
  function fetch(tag: string, what: string) {
    const uid = Number(/^(\d+)/.exec(what)?.[1])
    const at = inbox.findIndex((mail) => mail.uid === uid)
    const raw = inbox[at]?.raw
    if (raw) {
      write(`* ${at + 1} FETCH (UID ${uid} BODY[]<0> {${raw.length}}`)
      socket.write(raw)
      write(')')
    }
    write(`${tag} OK`)
  }
  function startTls(tag: string) {
    if (!certificate) return void write(`${tag} BAD unknown command`)
    write(`${tag} OK begin`)
    socket.removeAllListeners('data')
    const secret = new TLSSocket(socket as Socket, { isServer: true, ...certificate })
    secret.on('error', () => {})
    serveImap(secret, { inbox, idling, isKnown }, true)
  }
  const commands: Record<string, (tag: string, rest: string) => void> = {
    CAPABILITY(tag) {
      write('* CAPABILITY IMAP4rev1 IDLE AUTH=PLAIN')
      write(`${tag} OK`)
    },
    AUTHENTICATE(tag) {
      loginTag = tag
      write('+ ')
    },
    STARTTLS: startTls,
    SELECT(tag) {
      tell()
      write(`* OK [UIDVALIDITY ${VALIDITY}] valid`)
      write(`* OK [UIDNEXT ${(inbox.at(-1)?.uid ?? 0) + 1}] next`)
      write(`${tag} OK [READ-WRITE] done`)
    },
    'UID SEARCH': search,
    'UID FETCH': fetch,
    IDLE(tag) {
      idleTag = tag
      idling.add(tell)
      write('+ idling')
      if (known !== inbox.length) tell()
    },
    NOOP: (tag) => void write(`${tag} OK`),
    LOGOUT(tag) {
      write('* BYE')
      socket.end(`${tag} OK\r\n`)
    },
  }
  if (!isGreeted) write('* OK IMAP4rev1 ready')
  onLines(socket, (line) => {
    if (loginTag) {
      login(loginTag, line)
      loginTag = ''
      return
    }
    if (line === 'DONE') {
      idling.delete(tell)
      return void write(`${idleTag} OK`)
    }
    const [, tag = '', name = '', rest = ''] = /^(\S+) ((?:UID )?\S+) ?(.*)$/.exec(line) ?? []
    const run = commands[name.toUpperCase()]
    if (run) run(tag, rest)
    else write(`${tag || '*'} BAD unknown command`)
  })
}
