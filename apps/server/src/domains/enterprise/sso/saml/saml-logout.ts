import { createSign, createVerify } from 'node:crypto'
import { deflateRawSync, inflateRawSync } from 'node:zlib'
import { SaxesParser } from 'saxes'
import { SsoRefusal } from '../sso-refusal.ts'
import type { SamlSettings } from './saml.ts'
import { asPem } from './saml-metadata.ts'

const MAX_BYTES = 64 * 1024
const FRESH_MS = 5 * 60_000
const rsaSha256 = 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256'
const digests: Readonly<Record<string, string>> = {
  [rsaSha256]: 'sha256',
  'http://www.w3.org/2001/04/xmldsig-more#rsa-sha384': 'sha384',
  'http://www.w3.org/2001/04/xmldsig-more#rsa-sha512': 'sha512',
}
const escaped = (text: string) => text.replaceAll(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`)

export interface SamlLogout {
  id: string
  subject: string
  sid: string | undefined
  relay: string
}

/** URL with a signed message for the redirect binding: the signature covers the query string itself. */
function signedRedirect(settings: SamlSettings, name: 'SAMLRequest' | 'SAMLResponse', xml: string, relay: string) {
  const message = deflateRawSync(xml).toString('base64')
  const query = [
    `${name}=${encodeURIComponent(message)}`,
    ...(relay ? [`RelayState=${encodeURIComponent(relay)}`] : []),
    `SigAlg=${encodeURIComponent(rsaSha256)}`,
  ].join('&')
  const signature = createSign('sha256').update(query).sign(settings.privateKey, 'base64')
  const joint = settings.logoutUrl.includes('?') ? '&' : '?'
  return `${settings.logoutUrl}${joint}${query}&Signature=${encodeURIComponent(signature)}`
}
const head = (settings: SamlSettings, id: string, now: number) =>
  `ID="${escaped(id)}" Version="2.0" IssueInstant="${new Date(now).toISOString()}" Destination="${escaped(settings.logoutUrl)}"`
const issuer = (settings: SamlSettings) => `<saml:Issuer>${escaped(settings.ownId)}</saml:Issuer>`
const spaces = 'xmlns:samlp="urn:oasis:names:tc:SAML:2.0:protocol" xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion"'

/** URL at the provider for signing out there too. */
export function samlLogoutUrl(settings: SamlSettings, who: Pick<SamlLogout, 'id' | 'subject' | 'sid'>, now: number) {
  const session = who.sid ? `<samlp:SessionIndex>${escaped(who.sid)}</samlp:SessionIndex>` : ''
  const subject = `<saml:NameID>${escaped(who.subject)}</saml:NameID>`
  const xml = `<samlp:LogoutRequest ${spaces} ${head(settings, who.id, now)}>${issuer(settings)}${subject}${session}</samlp:LogoutRequest>`
  return signedRedirect(settings, 'SAMLRequest', xml, '')
}
/** Response to a logout request of the provider. */
export function samlLogoutAnswer(settings: SamlSettings, { id, relay }: SamlLogout, answerId: string, now: number) {
  const status = `<samlp:Status><samlp:StatusCode Value="urn:oasis:names:tc:SAML:2.0:status:Success"/></samlp:Status>`
  const xml = `<samlp:LogoutResponse ${spaces} ${head(settings, answerId, now)} InResponseTo="${escaped(id)}">${issuer(settings)}${status}</samlp:LogoutResponse>`
  return signedRedirect(settings, 'SAMLResponse', xml, relay)
}

/** Verifies a logout request of the provider. Throws `SsoRefusal` for any problem; reads only signed parts. */
export function readSamlLogout(settings: SamlSettings, query: string, ownUrl: string, now: number): SamlLogout {
  const parts = query.replace(/^\?/, '').split('&')
  const raw = (name: string) => {
    const found = parts.filter((part) => part.startsWith(`${name}=`))
    if (found.length > 1) throw new SsoRefusal(`${name} comes twice`)
    return found[0]
  }
  const value = (name: string) => decodeURIComponent((raw(name)?.slice(name.length + 1) ?? '').replaceAll('+', '%20'))
  const digest = digests[value('SigAlg')]
  if (digest === undefined || !raw('Signature') || !raw('SAMLRequest')) throw new SsoRefusal('not signed well enough')
  const signed = ['SAMLRequest', 'RelayState', 'SigAlg'].flatMap((name) => raw(name) ?? []).join('&')
  const isRight = settings.certificates.some((certificate) =>
    createVerify(digest).update(signed).verify(asPem(certificate), value('Signature'), 'base64'),
  )
  if (!isRight) throw new SsoRefusal('signed by somebody else')
  const request = readRequest(inflated(value('SAMLRequest')))
  if (request.issuer !== settings.entityId) throw new SsoRefusal('from another provider')
  if (request.destination && request.destination !== ownUrl) throw new SsoRefusal('meant for another place')
  if (!(Math.abs(now - request.at) < FRESH_MS)) throw new SsoRefusal('too old')
  if (!request.id || !request.subject) throw new SsoRefusal('without a subject')
  return { id: request.id, subject: request.subject, sid: request.sid, relay: value('RelayState') }
}
function inflated(message: string): string {
  try {
    return inflateRawSync(Buffer.from(message, 'base64'), { maxOutputLength: MAX_BYTES }).toString('utf8')
  } catch {
    throw new SsoRefusal('not a request')
  }
}
function readRequest(xml: string) {
  const found = {
    id: '',
    issuer: '',
    destination: '',
    at: Number.NaN,
    subject: '',
    sid: undefined as string | undefined,
  }
  const path: string[] = []
  let text = ''
  const parser = new SaxesParser({ xmlns: true })
  const refuse = (reason: string) => () => {
    throw new SsoRefusal(reason)
  }
  parser.on('doctype', refuse('with entities'))
  // XML parsers disagree about names that contain comments.
  parser.on('comment', refuse('with a comment'))
  parser.on('opentag', ({ local, attributes }) => {
    path.push(local)
    text = ''
    if (path.length > 1) return
    if (local !== 'LogoutRequest') throw new SsoRefusal('not a request')
    const at = (name: string) => attributes[name]?.value ?? ''
    Object.assign(found, { id: at('ID'), destination: at('Destination'), at: Date.parse(at('IssueInstant')) })
  })
  parser.on('text', (part) => void (text += part))
  parser.on('closetag', () => {
    const where = path.join('/')
    if (where === 'LogoutRequest/Issuer') found.issuer = text.trim()
    if (where === 'LogoutRequest/NameID') found.subject = text.trim()
    if (where === 'LogoutRequest/SessionIndex') found.sid ??= text.trim()
    path.pop()
    text = ''
  })
  parser.on('error', refuse('not a request'))
  parser.write(xml).close()
  return found
}
