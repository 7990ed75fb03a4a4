import { createHash, createPublicKey, timingSafeEqual, verify as verifySignature } from 'node:crypto'
import { SsoRefusal } from '../sso-refusal.ts'
import { attributeOf, canonical, elementsOf, readXml, textOf, type XmlElement } from './xml-tree.ts'

const signatureNs = 'http://www.w3.org/2000/09/xmldsig#'
const exclusive = 'http://www.w3.org/2001/10/xml-exc-c14n#'
const enveloped = 'http://www.w3.org/2000/09/xmldsig#enveloped-signature'
const signatures: Record<string, string> = {
  'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256': 'sha256',
  'http://www.w3.org/2001/04/xmldsig-more#rsa-sha384': 'sha384',
  'http://www.w3.org/2001/04/xmldsig-more#rsa-sha512': 'sha512',
}
const digests: Record<string, string> = {
  'http://www.w3.org/2001/04/xmlenc#sha256': 'sha256',
  'http://www.w3.org/2001/04/xmldsig-more#sha384': 'sha384',
  'http://www.w3.org/2001/04/xmlenc#sha512': 'sha512',
}
const base64 = /^[A-Za-z0-9+/=\s]+$/
const bad = (why: string) => new SsoRefusal(`Invalid signature: ${why}`)
const isSigned = (element: XmlElement) => elementsOf(element).some(isSignature)
const isSignature = ({ local, uri }: XmlElement) => local === 'Signature' && uri === signatureNs

/**
 * Verifies the assertion of a response and returns its canonical bytes; undefined if only the general verifier supports
 * the signature (encryption, other transforms or keys). The same tree is checked, verified and returned, so that no
 * second parser can read the document differently. Supports only the subset of XML signatures that providers use.
 */
export function verifiedAssertion(xml: string, certificates: readonly string[]): string | undefined {
  const response = readXml(xml)
  const [assertion, ...others] = elementsOf(response).filter(({ local }) => local === 'Assertion')
  if (!assertion || others.length) return undefined
  // Either the response or the assertion must be signed; providers differ.
  const signed = isSigned(response) ? response : assertion
  const parts = partsOf(signed)
  if (!parts) return undefined
  const { signature, signedInfo, value, hash, digest } = parts
  const found = createHash(digest.hash)
    .update(canonical(signed, digest.prefixes, signature))
    .digest()
  if (found.length !== digest.value.length || !timingSafeEqual(found, digest.value)) throw bad('something was changed')
  const bytes = Buffer.from(canonical(signedInfo, parts.prefixes))
  const keys = certificates.map((certificate) => createPublicKey(certificate))
  if (!keys.some((key) => key.asymmetricKeyType === 'rsa' && verifySignature(hash, bytes, key, value)))
    throw bad('made with another key')
  return canonical(assertion, digest.prefixes, signature)
}

function partsOf(signed: XmlElement) {
  const [signature, ...others] = elementsOf(signed).filter(isSignature)
  if (!signature) throw bad('there is none')
  if (others.length) throw bad('there are several')
  const [signedInfo, signatureValue, ...rest] = elementsOf(signature)
  if (signedInfo?.local !== 'SignedInfo' || signatureValue?.local !== 'SignatureValue') throw bad('not a signature')
  if (rest.some(({ local }) => local !== 'KeyInfo')) throw bad('it has more parts than one')
  const [canonicalization, method, reference, ...references] = elementsOf(signedInfo)
  if (
    canonicalization?.local !== 'CanonicalizationMethod' ||
    method?.local !== 'SignatureMethod' ||
    reference?.local !== 'Reference' ||
    references.length
  )
    throw bad('it has to be over one element')
  const id = attributeOf(signed, 'ID')
  if (!id || attributeOf(reference, 'URI') !== `#${id}`) throw bad('it is over another element')
  const digest = digestOf(reference)
  const hash = signatures[attributeOf(method, 'Algorithm') ?? '']
  if (!digest || !hash || attributeOf(canonicalization, 'Algorithm') !== exclusive) return undefined
  return { signature, signedInfo, prefixes: prefixesOf(canonicalization), value: bytesOf(signatureValue), hash, digest }
}

function digestOf(reference: XmlElement) {
  const [transforms, method, value, ...rest] = elementsOf(reference)
  if (transforms?.local !== 'Transforms' || method?.local !== 'DigestMethod' || value?.local !== 'DigestValue')
    return undefined
  const [first, second, ...others] = elementsOf(transforms)
  if (rest.length || !first || !second || others.length) return undefined
  if (attributeOf(first, 'Algorithm') !== enveloped || attributeOf(second, 'Algorithm') !== exclusive) return undefined
  const hash = digests[attributeOf(method, 'Algorithm') ?? '']
  return hash === undefined ? undefined : { hash, prefixes: prefixesOf(second), value: bytesOf(value) }
}
function prefixesOf(method: XmlElement): string[] {
  const list = elementsOf(method).find(({ local, uri }) => local === 'InclusiveNamespaces' && uri === exclusive)
  const names = (list && attributeOf(list, 'PrefixList'))?.split(/\s+/).filter(Boolean) ?? []
  return names.map((name) => (name === '#default' ? '' : name))
}
function bytesOf(element: XmlElement): Buffer {
  const text = textOf(element) ?? ''
  if (!base64.test(text)) throw bad('not Base64')
  return Buffer.from(text, 'base64')
}
