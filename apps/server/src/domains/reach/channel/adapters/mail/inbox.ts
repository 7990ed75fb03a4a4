import type { Place } from '../../adapter.ts'
import { ChannelFault } from '../../fault.ts'
import { type Imap, ImapRefusal, openImap } from './imap.ts'
import { startTls } from './starttls.ts'

/** Connects to the mailbox of an account and signs in. */
export async function openInbox(
  place: Pick<Place, 'config' | 'stream'>,
): Promise<{ imap: Imap; validity: string; next: number }> {
  const { config } = place
  const security = config.imap_security || 'tls'
  const port = Number(config.imap_port || (security === 'tls' ? 993 : 143))
  const socket = await place.stream({
    host: config.imap_host ?? '',
    port,
    isSecure: security !== 'none',
    ...(security === 'starttls' && { before: startTls }),
  })
  try {
    const imap = await openImap(socket, security === 'starttls')
    await imap.login(config.user || (config.address ?? ''), config.password ?? '')
    return { imap, ...(await imap.select()) }
  } catch (cause) {
    socket.destroy()
    throw faultOf(cause)
  }
}
function faultOf(cause: unknown): ChannelFault {
  if (cause instanceof ImapRefusal && cause.isLogin)
    return new ChannelFault('refused', {
      en: 'The IMAP server does not accept the user name or password. Enter new ones and test again',
      zh: 'IMAP 服务器不接受该用户名或密码，请重新填写并测试',
    })
  const said = (cause as Error).message
  return new ChannelFault('later', { en: `The IMAP server: ${said}`, zh: `IMAP 服务器：${said}` })
}
