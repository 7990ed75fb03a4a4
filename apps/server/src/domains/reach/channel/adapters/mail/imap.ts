import type { Socket } from 'node:net'

/** One response of the server. Literals of any length are kept apart from their line. */
interface Line {
  text: string
  literals: Buffer[]
}
/** A command that the server refused. */
export class ImapRefusal extends Error {
  override name = 'ImapRefusal'
  readonly isLogin: boolean
  constructor(text: string, isLogin: boolean) {
    super(text.slice(0, 300))
    this.isLogin = isLogin
  }
}
const MAX_LINE = 64 * 1024
const MAX_LITERAL = 26 * 1024 * 1024
const MAX_MAIL = 25 * 1024 * 1024
const COMMAND_MS = 60_000
const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']
const quoted = (text: string) => `"${text.replaceAll(/["\\]/g, String.raw`\$&`)}"`
const base64 = (text: string) => Buffer.from(text).toString('base64')

/** The subset of IMAP4rev1 needed to read an inbox and wait for new mail. */
export async function openImap(socket: Socket, isGreeted = false) {
  const lines = readLines(socket)
  let tags = 0
  let hasNew = false
  const next = () => withDeadline(lines.next(), COMMAND_MS)
  const write = (text: string) => socket.write(`${text}\r\n`)
  const noteNew = ({ text }: Line) => void (/^\* \d+ EXISTS/i.test(text) && (hasNew = true))

  /** Sends a command and returns the responses before its completion. Answers each `+` with the next of `more`. */
  async function command(text: string, more: string[] = []): Promise<Line[]> {
    const tag = `A${(tags += 1)}`
    const rest = [...more]
    const answers: Line[] = []
    write(`${tag} ${text}`)
    for (;;) {
      const line = await next()
      if (line.text.startsWith('+')) write(rest.shift() ?? '*')
      else if (line.text.startsWith(`${tag} `)) {
        if (/^\S+ OK/i.test(line.text)) return answers
        throw new ImapRefusal(line.text.slice(tag.length + 1), /^(LOGIN|AUTHENTICATE)/.test(text))
      } else {
        noteNew(line)
        answers.push(line)
      }
    }
  }
  const uidsIn = (answers: Line[]) =>
    answers
      .filter(({ text }) => /^\* SEARCH/i.test(text))
      .flatMap(({ text }) => text.split(' ').slice(2).map(Number))
      .filter(Number.isInteger)
      .toSorted((a, b) => a - b)

  async function idle(ms: number, signal: AbortSignal): Promise<void> {
    const tag = `A${(tags += 1)}`
    const left = new AbortController()
    let isEnding = false
    const end = () => {
      if (!isEnding && !left.signal.aborted) write('DONE')
      isEnding = true
    }
    write(`${tag} IDLE`)
    void until(ms, AbortSignal.any([signal, left.signal])).then(end)
    try {
      for (;;) {
        const line = await withDeadline(lines.next(), ms + COMMAND_MS)
        noteNew(line)
        if (line.text.startsWith(`${tag} `)) return
        if (hasNew) end()
      }
    } finally {
      left.abort()
    }
  }

  if (!isGreeted && !/^\* (OK|PREAUTH)/i.test((await next()).text)) throw new Error('Not an IMAP server')
  const capabilities = (await command('CAPABILITY')).map(({ text }) => text.toUpperCase()).join(' ')
  let canIdle = / IDLE\b/.test(capabilities)

  return {
    async login(user: string, password: string): Promise<void> {
      if (capabilities.includes('AUTH=PLAIN')) await command('AUTHENTICATE PLAIN', [base64(`\0${user}\0${password}`)])
      else await command(`LOGIN ${quoted(user)} ${quoted(password)}`)
      // Some servers list their capabilities only after the login.
      const known = (await command('CAPABILITY')).map(({ text }) => text.toUpperCase()).join(' ')
      canIdle = / IDLE\b/.test(known)
    },
    async select(): Promise<{ validity: string; next: number }> {
      const answers = (await command('SELECT INBOX')).map(({ text }) => text).join('\n')
      hasNew = false
      const numberOf = (name: string) => new RegExp(String.raw`\[${name} (\d+)\]`, 'i').exec(answers)?.[1]
      return { validity: numberOf('UIDVALIDITY') ?? '0', next: Number(numberOf('UIDNEXT') ?? 1) }
    },
    /** Uids of mail from this one on. The server returns the newest mail even if its uid is lower. */
    from: async (uid: number) => uidsIn(await command(`UID SEARCH UID ${uid}:*`)).filter((found) => found >= uid),
    async since(time: number): Promise<number[]> {
      const day = new Date(time)
      const date = `${day.getUTCDate()}-${months[day.getUTCMonth()]!}-${day.getUTCFullYear()}`
      return uidsIn(await command(`UID SEARCH SINCE ${date}`))
    },
    /** The raw mail, without marking it as read; undefined if it was deleted. */
    async fetch(uid: number): Promise<Buffer | undefined> {
      const answers = await command(`UID FETCH ${uid} (UID BODY.PEEK[]<0.${MAX_MAIL}>)`)
      return answers.find(({ text }) => new RegExp(String.raw`\bUID ${uid}\b`, 'i').test(text))?.literals[0]
    },
    /** Waits until new mail arrives, `ms` have passed, or `signal` aborts. */
    async wait(ms: number, signal: AbortSignal): Promise<void> {
      if (hasNew || signal.aborted) return void (hasNew = false)
      if (!canIdle) {
        await until(ms, signal)
        if (!signal.aborted) await command('NOOP')
        hasNew = false
        return
      }
      await idle(ms, signal)
      hasNew = false
    },
    close() {
      socket.end(`A${(tags += 1)} LOGOUT\r\n`)
      socket.destroySoon()
    },
  }
}
export type Imap = Awaited<ReturnType<typeof openImap>>

/** Reads lines one after the other. A line that is too long closes the connection, since no honest server sends one. */
function readLines(socket: Socket) {
  let buffer = Buffer.alloc(0)
  let chunks: Buffer[] = []
  let waiting = 0
  let line: Line = { text: '', literals: [] }
  const ready: Line[] = []
  const readers: { resolve(line: Line): void; reject(cause: Error): void }[] = []
  let ended: Error | undefined
  function end(cause: Error) {
    ended ??= cause
    for (const reader of readers.splice(0)) reader.reject(ended)
  }
  function take(): boolean {
    if (waiting > 0) {
      if (buffer.length < waiting) return false
      line.literals.push(buffer.subarray(0, waiting))
      buffer = buffer.subarray(waiting)
      waiting = 0
      return true
    }
    const at = buffer.indexOf('\r\n')
    if (at === -1) {
      if (buffer.length > MAX_LINE) socket.destroy(new Error('The line is too long'))
      return false
    }
    const text = buffer.subarray(0, at).toString()
    buffer = buffer.subarray(at + 2)
    line.text += text
    const size = /\{(\d+)\}$/.exec(text)?.[1]
    if (size === undefined) {
      const reader = readers.shift()
      if (reader) reader.resolve(line)
      else ready.push(line)
      line = { text: '', literals: [] }
    } else if (Number(size) > MAX_LITERAL) {
      socket.destroy(new Error('The text is too long'))
      return false
    } else if (Number(size) === 0) line.literals.push(Buffer.alloc(0))
    else waiting = Number(size)
    return true
  }
  socket.on('data', (chunk: Buffer) => {
    chunks.push(chunk)
    // Concatenate a large mail once, instead of with each chunk.
    if (buffer.length + chunks.reduce((sum, piece) => sum + piece.length, 0) < waiting) return
    buffer = Buffer.concat([buffer, ...chunks])
    chunks = []
    while (take());
  })
  socket.once('close', () => end(new Error('The connection ended')))
  socket.once('error', end)
  return {
    next: () =>
      new Promise<Line>((resolve, reject) => {
        const line = ready.shift()
        if (line) resolve(line)
        else if (ended) reject(ended)
        else readers.push({ resolve, reject })
      }),
  }
}
async function withDeadline<T>(work: Promise<T>, ms: number): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('The mail server does not answer')), ms).unref()
  })
  return Promise.race([work, late]).finally(() => clearTimeout(timer))
}
const until = (ms: number, signal: AbortSignal) =>
  new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, ms).unref()
    signal.addEventListener('abort', () => (clearTimeout(timer), resolve()), { once: true })
  })
