import type { Socket } from 'node:net'
import { ChannelFault } from '../../fault.ts'

const MAX_BYTES = 64 * 1024
const DEADLINE_MS = 15_000
const notOffered = () =>
  new ChannelFault('missing', {
    en: 'The IMAP server offers no STARTTLS. Choose another encryption or port',
    zh: 'IMAP 服务器不支持 STARTTLS，请更换加密方式或端口',
  })
const broken = (cause: string) =>
  new ChannelFault('later', { en: `The IMAP server: ${cause}`, zh: `IMAP 服务器：${cause}` })

/**
 * Upgrades an IMAP connection to TLS. Sends nothing else in plain text. Data after the server's consent could be
 * injected by somebody in between and would be read as if it were encrypted, so it fails the upgrade.
 */
export function startTls(socket: Socket): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  let text = ''
  let isAsked = false
  function look() {
    if (text.length > MAX_BYTES) return reject(broken('The line is too long'))
    const end = text.indexOf('\r\n')
    if (end === -1) return undefined
    const line = text.slice(0, end)
    text = text.slice(end + 2)
    if (!isAsked) {
      // A server that treats the connection as signed in already (`PREAUTH`) is refused.
      if (!/^\* OK/i.test(line)) return reject(broken('Not an IMAP server'))
      isAsked = true
      socket.write('S1 STARTTLS\r\n')
    } else if (line.startsWith('S1 ')) {
      if (!/^S1 OK/i.test(line)) return reject(notOffered())
      return text === '' ? resolve() : reject(broken('Something was said beside the consent to STARTTLS'))
    }
    return look()
  }
  const read = (chunk: Buffer) => {
    text += chunk.toString('latin1')
    look()
  }
  const end = () => reject(broken('The connection ended'))
  const timer = setTimeout(end, DEADLINE_MS).unref()
  socket.on('data', read)
  socket.once('close', end)
  return promise.finally(() => {
    clearTimeout(timer)
    socket.off('data', read)
    socket.off('close', end)
    socket.pause()
  })
}
