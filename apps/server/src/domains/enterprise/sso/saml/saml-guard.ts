import { SaxesParser } from 'saxes'
import { SsoRefusal } from '../sso-refusal.ts'

const MAX_BYTES = 256 * 1024
const assertionNs = 'urn:oasis:names:tc:SAML:2.0:assertion'
const protocolNs = 'urn:oasis:names:tc:SAML:2.0:protocol'
const signatureNs = 'http://www.w3.org/2000/09/xmldsig#'
const success = 'urn:oasis:names:tc:SAML:2.0:status:Success'
const strongAlgorithms =
  /^http:\/\/www\.w3\.org\/(2001\/04\/xmldsig-more#(rsa|ecdsa)-sha(256|384|512)|2007\/05\/xmldsig-more#sha(256|384|512)-rsa-MGF1|2001\/04\/xmlenc#sha(256|512)|2001\/04\/xmldsig-more#sha384)$/

interface Seen {
  /** URL to which the response was sent. */
  destination: string | undefined
  inResponseTo: string | undefined
}

/**
 * Scans the text before verification. Refuses everything that two XML parsers may read differently or that enables
 * wrapping: entities, comments, several assertions, repeated ids, more signatures than signable elements.
 */
export function guardResponse(xml: string): Seen {
  let statuses = 0
  let isSuccess = false
  const seen = scan(xml, ({ local, uri, attributes, depth }) => {
    if (depth === 0 && (local !== 'Response' || uri !== protocolNs)) throw new SsoRefusal('not a response')
    if (local === 'StatusCode' && uri === protocolNs && depth === 2) {
      statuses += 1
      isSuccess = attributes.Value === success
    }
  })
  if (statuses !== 1 || !isSuccess) throw new SsoRefusal('the provider answered with an error')
  if (seen.assertions + seen.encrypted !== 1) throw new SsoRefusal('exactly one assertion is accepted')
  if (seen.signatures > 2) throw new SsoRefusal('too many signatures')
  return { destination: seen.root.Destination, inResponseTo: seen.root.InResponseTo }
}

/** Applies the same rules to a decrypted assertion. */
export function guardAssertion(xml: string): void {
  const seen = scan(xml, ({ local, uri, depth }) => {
    if (depth === 0 && (local !== 'Assertion' || uri !== assertionNs)) throw new SsoRefusal('not an assertion')
  })
  if (seen.assertions !== 1 || seen.signatures > 1) throw new SsoRefusal('exactly one assertion is accepted')
}

interface Element {
  local: string
  uri: string
  attributes: Record<string, string>
  /** Depth of the element; 0 for the root. */
  depth: number
}
function scan(xml: string, onElement: (element: Element) => void) {
  if (Buffer.byteLength(xml) > MAX_BYTES) throw new SsoRefusal('larger than 256 KB')
  const parser = new SaxesParser({ xmlns: true })
  const ids = new Set<string>()
  const found = { assertions: 0, encrypted: 0, signatures: 0, root: {} as Record<string, string> }
  let depth = 0
  let inEncryption = false
  let failure: Error | undefined
  const refuse = (reason: string) => void (failure ??= new SsoRefusal(reason))
  parser.on('error', () => refuse('not well-formed XML'))
  parser.on('doctype', () => refuse('a document type is not accepted'))
  parser.on('comment', () => refuse('comments are not accepted'))
  parser.on('processinginstruction', () => refuse('processing instructions are not accepted'))
  parser.on('opentag', ({ local, uri, attributes: raw }) => {
    const attributes: Record<string, string> = {}
    for (const item of Object.values(raw)) if (item.prefix === '') attributes[item.local] = item.value
    const id = attributes.ID ?? attributes.Id ?? attributes.id
    if (id !== undefined && ids.has(id)) refuse('an id is used twice')
    if (id !== undefined) ids.add(id)
    if (depth === 0) found.root = attributes
    if (local === 'Assertion' && uri === assertionNs) found.assertions += 1
    if (local === 'EncryptedAssertion' && uri === assertionNs) found.encrypted += 1
    if (uri === signatureNs) {
      if (local === 'Signature') found.signatures += 1
      if (local === 'Object') refuse('signatures with objects are not accepted')
      const isAlgorithm = local === 'SignatureMethod' || local === 'DigestMethod'
      // The digest of RSA-OAEP is part of the encryption, not of a signature.
      if (isAlgorithm && !strongAlgorithms.test(attributes.Algorithm ?? '') && !inEncryption)
        refuse('signed with an algorithm weaker than SHA-256')
    }
    if (local === 'EncryptionMethod') inEncryption = true
    try {
      if (!failure) onElement({ local, uri, attributes, depth })
    } catch (cause) {
      failure ??= cause as Error
    }
    depth += 1
  })
  parser.on('closetag', ({ local }) => {
    depth -= 1
    if (local === 'EncryptionMethod') inEncryption = false
  })
  parser.write(xml).close()
  if (failure) throw failure
  return found
}
