import type { SAML } from '@node-saml/node-saml'
import { SsoRefusal } from '../sso-refusal.ts'
import { readAssertion } from './saml-assertion.ts'
import { guardAssertion, guardResponse } from './saml-guard.ts'
import { asPem } from './saml-metadata.ts'
import { verifiedAssertion } from './saml-signature.ts'

const SKEW_MS = 60_000

export interface SamlSettings {
  /** Entity id of the provider. */
  entityId: string
  ssoUrl: string
  logoutUrl: string
  certificates: readonly string[]
  /** Our entity id. */
  ownId: string
  acsUrl: string
  logoutCallbackUrl: string
  privateKey: string
}
export interface SamlIdentity {
  subject: string
  sid: string | undefined
  claims: Record<string, unknown>
  /** May be used only once until it expires. */
  assertionId: string
  endsAt: number
}

/** Loaded on first use, because most instances have no SAML provider. */
async function client(settings: SamlSettings, requestId: string | undefined): Promise<SAML> {
  const { SAML, ValidateInResponseTo } = await import('@node-saml/node-saml')
  const sentAt = new Date().toISOString()
  return new SAML({
    idpCert: settings.certificates.map(asPem),
    issuer: settings.ownId,
    callbackUrl: settings.acsUrl,
    entryPoint: settings.ssoUrl,
    logoutUrl: settings.logoutUrl || settings.ssoUrl,
    idpIssuer: settings.entityId,
    audience: settings.ownId,
    privateKey: settings.privateKey,
    decryptionPvk: settings.privateKey,
    signatureAlgorithm: 'sha256',
    digestAlgorithm: 'sha256',
    disableRequestedAuthnContext: true,
    identifierFormat: null,
    acceptedClockSkewMs: SKEW_MS,
    // One of the two signatures is always required; providers differ in which one they send.
    wantAssertionsSigned: false,
    wantAuthnResponseSigned: false,
    validateInResponseTo: ValidateInResponseTo.always,
    generateUniqueId: () => requestId ?? '_unused',
    // Replay protection is ours: the flow is consumed before this code runs.
    cacheProvider: {
      saveAsync: async () => null,
      getAsync: async (key) => (key !== null && key === requestId ? sentAt : null),
      removeAsync: async () => null,
    },
  })
}

/** URL at the provider, with a signed request. */
export const samlRequestUrl = async (settings: SamlSettings, requestId: string, relay: string): Promise<string> =>
  (await client(settings, requestId)).getAuthorizeUrlAsync(relay, undefined, {})

export async function samlMetadataOf(settings: SamlSettings, certificate: string): Promise<string> {
  const { generateServiceProviderMetadata } = await import('@node-saml/node-saml')
  const pem = asPem(certificate)
  return generateServiceProviderMetadata({
    issuer: settings.ownId,
    callbackUrl: settings.acsUrl,
    publicCerts: pem,
    decryptionCert: pem,
    decryptionPvk: settings.privateKey,
    privateKey: settings.privateKey,
    wantAssertionsSigned: true,
    logoutCallbackUrl: settings.logoutCallbackUrl,
  }).replace(/(<SingleLogoutService[^>]*Binding=")[^"]+/, `$1${redirectBinding}`)
}
/** Binding for sign-out. Its signature covers the complete query string. */
const redirectBinding = 'urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect'

/** Verifies a response and returns the identity. Throws `SsoRefusal` for any problem. */
export async function readSamlResponse(
  settings: SamlSettings,
  requestId: string,
  encoded: string,
  now: number,
): Promise<SamlIdentity> {
  const refuseUnless = (isRight: boolean, reason: string) => {
    if (!isRight) throw new SsoRefusal(reason)
  }
  refuseUnless(encoded.length < 400_000 && /^[A-Za-z0-9+/=\s]+$/.test(encoded), 'not a response')
  const xml = Buffer.from(encoded, 'base64').toString('utf8')
  const response = guardResponse(xml)
  refuseUnless(
    response.destination === undefined || response.destination === settings.acsUrl,
    'meant for another place',
  )
  refuseUnless(response.inResponseTo === requestId, 'not the answer to this request')
  const verified =
    verifiedAssertion(xml, settings.certificates.map(asPem)) ?? (await verify(settings, requestId, encoded))
  guardAssertion(verified)
  const facts = readAssertion(verified)
  refuseUnless(facts.issuer === settings.entityId, 'from another provider')
  refuseUnless(facts.nameId !== '', 'without a subject')
  refuseUnless(facts.nameIdFormat !== transient, 'with a subject that changes each time')
  refuseUnless(
    facts.recipients.length > 0 && facts.recipients.every((to) => to === settings.acsUrl),
    'for another place',
  )
  refuseUnless(
    facts.inResponseTo.every((id) => id === '' || id === requestId),
    'not the answer to this request',
  )
  refuseUnless(facts.audiences.includes(settings.ownId), 'for another audience')
  refuseUnless(facts.notOnOrAfter + SKEW_MS > now, 'too late')
  refuseUnless(facts.notBefore - SKEW_MS <= now, 'too early')
  return {
    subject: facts.nameId,
    sid: facts.sessionIndex,
    claims: claimsOf(facts.attributes, facts.nameId, facts.nameIdFormat),
    assertionId: facts.id,
    endsAt: Number.isFinite(facts.notOnOrAfter) ? facts.notOnOrAfter + SKEW_MS : now + 24 * 3600_000,
  }
}
const transient = 'urn:oasis:names:tc:SAML:2.0:nameid-format:transient'

/** Verifies all kinds of signatures and encryption that the library supports. */
async function verify(settings: SamlSettings, requestId: string, encoded: string): Promise<string> {
  try {
    const saml = await client(settings, requestId)
    const { profile } = await saml.validatePostResponseAsync({ SAMLResponse: encoded })
    const xml = profile?.getAssertionXml?.()
    if (!xml) throw new SsoRefusal('without an assertion')
    return xml
  } catch (cause) {
    throw cause instanceof SsoRefusal ? cause : new SsoRefusal((cause as Error).message)
  }
}

/** Converts attributes to claims like those of OIDC: one value as text, several as a list. */
function claimsOf(attributes: Record<string, string[]>, nameId: string, format: string): Record<string, unknown> {
  const claims: Record<string, unknown> = { name_id: nameId }
  for (const [name, values] of Object.entries(attributes)) claims[name] = values.length === 1 ? values[0] : values
  const first = (...names: string[]) => names.map((name) => attributes[name]?.[0]).find((value) => value)
  const schema = 'http://schemas.xmlsoap.org/ws/2005/05/identity/claims/'
  claims.email ??=
    first('mail', 'urn:oid:0.9.2342.19200300.100.1.3', `${schema}emailaddress`) ??
    (format.endsWith(':emailAddress') ? nameId : undefined)
  claims.name ??= first('displayName', 'urn:oid:2.16.840.1.113730.3.1.241', `${schema}name`, 'cn')
  return claims
}
