import type { Outgoing, Place, Target } from '../../adapter.ts'
import { ChannelFault } from '../../fault.ts'
import { type Dialect, plainText, render } from '../render.ts'
import { ownMailId } from './read.ts'

const TIMEOUT_MS = 30_000
const escape = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
const html: Dialect = {
  escape,
  bold: (text) => `<b>${text}</b>`,
  italic: (text) => `<i>${text}</i>`,
  strike: (text) => `<s>${text}</s>`,
  code: (text) => `<code>${escape(text)}</code>`,
  fence: (text) => `<pre>${escape(text)}</pre>`,
  quote: (text) => `<blockquote>${text}</blockquote>`,
  link: (text, href) => `<a href="${escape(href)}">${escape(text)}</a>`,
}
const shownAsHtml = (markdown: string) => `<div style="white-space: pre-wrap">${render(markdown, html)}</div>`

/** An SMTP transport on a connection opened through the guard. */
async function openSmtp(place: Place) {
  const { createTransport } = await import('nodemailer')
  const { config } = place
  const host = config.smtp_host ?? ''
  const security = config.smtp_security || 'tls'
  const isSecure = security === 'tls'
  return createTransport({
    host,
    secure: isSecure,
    requireTLS: security === 'starttls',
    ignoreTLS: security === 'none',
    tls: { servername: host },
    auth: { user: config.user || config.address || '', pass: config.password ?? '' },
    greetingTimeout: TIMEOUT_MS,
    socketTimeout: TIMEOUT_MS,
    disableFileAccess: true,
    disableUrlAccess: true,
    getSocket(_, done) {
      const port = Number(config.smtp_port || (isSecure ? 465 : 587))
      place.stream({ host, port, isSecure }).then(
        (connection) => done(null, { connection, secured: isSecure }),
        (cause: Error) => done(cause, undefined),
      )
    },
  })
}

interface SmtpError extends Error {
  code?: string
  responseCode?: number
  response?: string
}
/** The fault that a failed delivery means. Before the end of the data, the server has not accepted anything. */
function smtpFault(cause: unknown, isHandedOver: boolean): unknown {
  const { code = '', responseCode = 0, response = '' } = cause as SmtpError
  const said = response || (cause as Error).message
  const words = { en: `The SMTP server says: ${said}`, zh: `SMTP 服务器返回：${said}` }
  if (code === 'EAUTH' || responseCode === 535)
    return new ChannelFault('refused', {
      en: 'The SMTP server does not accept the user name or password. Enter new ones and test again',
      zh: 'SMTP 服务器不接受该用户名或密码，请重新填写并测试',
    })
  if (code === 'ETLS')
    return new ChannelFault('missing', {
      en: 'The SMTP server offers no STARTTLS. Choose another encryption or port',
      zh: 'SMTP 服务器不支持 STARTTLS，请更换加密方式或端口',
    })
  if (responseCode >= 500) return new ChannelFault('never', words)
  if (responseCode >= 400) return new ChannelFault('later', words)
  if (!code) return cause
  return new ChannelFault(isHandedOver ? 'uncertain' : 'later', words)
}

export async function checkSmtp(place: Place): Promise<void> {
  const transport = await openSmtp(place)
  try {
    await transport.verify()
  } catch (cause) {
    throw smtpFault(cause, false)
  } finally {
    transport.close()
  }
}

/** Answers a mail in its thread. Returns the id of the new mail. */
export async function sendMail(
  place: Place,
  to: Target,
  { text, file }: Outgoing,
  key: string,
  bytes: Buffer | undefined,
): Promise<string> {
  const { config } = place
  const { subject = '', id = '', references = '' } = to.reply
  const messageId = ownMailId(key, to.threadKey, config.address ?? '')
  const transport = await openSmtp(place)
  let isHandedOver = false
  transport.use('stream', ({ message }, done) => {
    const make = message.createReadStream.bind(message)
    message.createReadStream = (...given) => {
      const stream = make(...given)
      stream.once('end', () => (isHandedOver = true))
      return stream
    }
    done()
  })
  try {
    await transport.sendMail({
      from: { name: config.sender_name || (config.address ?? ''), address: config.address ?? '' },
      to: to.reply.to ?? to.chatId,
      subject: /^re:/i.test(subject) ? subject : `Re: ${subject}`.trim(),
      messageId,
      ...(id && { inReplyTo: id, references: `${references} ${id}`.trim() }),
      // Keeps programs on the other side from answering.
      headers: { 'Auto-Submitted': 'auto-replied', 'X-Auto-Response-Suppress': 'All' },
      text: text ? render(text, plainText) : (file?.name ?? ''),
      ...(text && { html: shownAsHtml(text) }),
      ...(file && bytes && { attachments: [{ filename: file.name, contentType: file.contentType, content: bytes }] }),
    })
    return messageId
  } catch (cause) {
    throw smtpFault(cause, isHandedOver)
  } finally {
    transport.close()
  }
}
