import { X509Certificate } from 'node:crypto'
import { SaxesParser } from 'saxes'
import { ssoErrors } from '../sso.errors.ts'

export interface SamlMetadata {
  entityId: string
  ssoUrl: string
  logoutUrl: string
  certificates: string[]
}
const redirect = 'urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect'
const MIN_RSA_BITS = 2048

/** Reads the metadata of a provider. */
export function readMetadata(xml: string, now: number): SamlMetadata {
  const found: SamlMetadata = { entityId: '', ssoUrl: '', logoutUrl: '', certificates: [] }
  const path: string[] = []
  let [text, use, isBad] = ['', '', xml.length > 512 * 1024]
  const parser = new SaxesParser({ xmlns: true })
  parser.on('error', () => void (isBad = true))
  parser.on('doctype', () => void (isBad = true))
  parser.on('opentag', ({ local, attributes: raw }) => {
    const at = (name: string) => Object.values(raw).find((item) => item.local === name)?.value ?? ''
    path.push(local)
    text = ''
    if (local === 'EntityDescriptor') found.entityId ||= at('entityID')
    if (!path.includes('IDPSSODescriptor')) return
    if (local === 'KeyDescriptor') use = at('use')
    if (local === 'SingleSignOnService' && at('Binding') === redirect) found.ssoUrl ||= at('Location')
    if (local === 'SingleLogoutService' && at('Binding') === redirect) found.logoutUrl ||= at('Location')
  })
  parser.on('text', (part) => void (text += part))
  parser.on('closetag', ({ local }) => {
    if (local === 'X509Certificate' && path.includes('IDPSSODescriptor') && use !== 'encryption')
      found.certificates.push(text.replaceAll(/\s/g, ''))
    path.pop()
  })
  if (!isBad) parser.write(xml).close()
  if (isBad || !found.entityId || !found.ssoUrl || !found.certificates.length) throw ssoErrors.badMetadata()
  for (const certificate of found.certificates) checkCertificate(certificate, now)
  return found
}

/** Refuses weak and expired certificates. */
function checkCertificate(base64: string, now: number): void {
  const certificate = parse(base64)
  const { asymmetricKeyType: type, asymmetricKeyDetails: details } = certificate.publicKey
  if (type === 'rsa' && (details?.modulusLength ?? 0) < MIN_RSA_BITS)
    throw ssoErrors.weakCertificate({ bits: details?.modulusLength ?? 0 })
  if (type !== 'rsa' && type !== 'ec') throw ssoErrors.badMetadata()
  const end = Date.parse(certificate.validTo)
  if (end <= now) throw ssoErrors.expiredCertificate({ date: new Date(end).toISOString().slice(0, 10) })
}
function parse(base64: string): X509Certificate {
  try {
    return new X509Certificate(Buffer.from(base64, 'base64'))
  } catch {
    throw ssoErrors.badMetadata()
  }
}
export const asPem = (base64: string) =>
  `-----BEGIN CERTIFICATE-----\n${base64.match(/.{1,64}/g)!.join('\n')}\n-----END CERTIFICATE-----`
