import { generateKeyPairSync } from 'node:crypto'
import { ErrorCode } from '@orrery/contract/shared/error-codes'
import { beforeAll, describe, expect, test } from 'vitest'
import { sampleAccounts } from '#testing/idp/accounts.ts'
import { createSamlIdp, type SamlAnswerOptions } from '#testing/idp/saml-idp.ts'
import { readSamlLogout, samlLogoutAnswer, samlLogoutUrl } from './saml-logout.ts'
import { SsoRefusal } from '../sso-refusal.ts'
import { newOwnKey } from './own-key.ts'
import { readMetadata } from './saml-metadata.ts'
import { readSamlResponse, samlMetadataOf, samlRequestUrl, type SamlSettings } from './saml.ts'

const accounts = sampleAccounts('example.test')
const request = '_request-1'
let idp: Awaited<ReturnType<typeof createSamlIdp>>
let settings: SamlSettings
let [metadata, url] = ['', '']
beforeAll(async () => {
  idp = await createSamlIdp('http://127.0.0.1:1', accounts)
  const own = await newOwnKey('studio', Date.now())
  const base = 'https://studio.example.test/api/sso/saml/1'
  const ours = {
    ownId: `${base}/metadata`,
    acsUrl: `${base}/acs`,
    logoutCallbackUrl: `${base}/logout`,
    privateKey: own.privateKey,
  }
  settings = { ...readMetadata(idp.metadata, Date.now()), ...ours }
  metadata = await samlMetadataOf(settings, own.certificate)
  url = await samlRequestUrl(settings, request, 'relay')
})
const answer = async (options: SamlAnswerOptions = {}) => {
  const { SAMLResponse } = await idp.answer(url, metadata, 'ada', options)
  return Buffer.from(SAMLResponse, 'base64').toString('utf8')
}
const read = (xml: string, now = Date.now()) =>
  readSamlResponse(settings, request, Buffer.from(xml).toString('base64'), now)
const refused = async (xml: string) => expect(read(xml)).rejects.toBeInstanceOf(SsoRefusal)
const at = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString()

/** Splits a response into its parts, and builds a forged assertion. */
function partsOf(xml: string) {
  const assertion = /<saml:Assertion[\s\S]*<\/saml:Assertion>/.exec(xml)![0]
  const signature = /<ds:Signature[\s\S]*?<\/ds:Signature>|<Signature[\s\S]*?<\/Signature>/.exec(assertion)![0]
  const evil = assertion
    .replace(signature, '')
    .replaceAll('subject-ada', 'subject-ben')
    .replace(/ID="[^"]+"/, 'ID="_evil"')
  return { assertion, signature, evil }
}

describe('a response of the provider', () => {
  test.each([
    ['signed', {}],
    ['signed and encrypted', { isEncrypted: true }],
  ])('that is %s identifies the person', async (_, options) => {
    expect(await read(await answer(options))).toMatchObject({
      subject: 'subject-ada',
      sid: 'session-ada',
      claims: { email: 'ada@example.test', groups: ['engineering', 'admins'] },
    })
  })
  test('may be a minute late, but no more', async () => {
    const xml = await answer({
      replace: { ConditionsNotOnOrAfter: at(-0.5), SubjectConfirmationDataNotOnOrAfter: at(-0.5) },
    })
    expect(await read(xml)).toMatchObject({ subject: 'subject-ada' })
    await expect(read(xml, Date.now() + 60_000)).rejects.toThrow('too late')
  })
})

/** Response formats of real providers, which differ from that of samlify. */
const variants: Record<string, (xml: string) => string> = {
  'with prefixes declared far above': (xml) =>
    xml.replace('<samlp:Response ', '<samlp:Response xmlns:xs="urn:xs" xmlns:unused="urn:unused" '),
  'with an assertion in the default namespace': (xml) =>
    xml
      .replaceAll(/<(\/?)saml:(?!Issuer xmlns)/g, '<$1')
      .replace('<Assertion ', '<Assertion xmlns="urn:oasis:names:tc:SAML:2.0:assertion" ')
      .replace('<Issuer>', '<Issuer xmlns="urn:oasis:names:tc:SAML:2.0:assertion">'),
  'with line breaks and quotes': (xml) =>
    xml.replaceAll('><', '>\r\n  <').replace('{attrName}', 'Ada &quot;A&quot; &amp;&#13; Ä 𝄞 &lt;b&gt;'),
}
describe('a signature', () => {
  test.each(Object.entries(variants))('%s is accepted', async (_, template) => {
    expect(await read(await answer({ template }))).toMatchObject({ subject: 'subject-ada' })
  })
  test('protects the identity against a change of any character', async () => {
    const xml = await answer()
    const own = await read(xml)
    for (let at = 0; at < xml.length; at += 11) {
      const changed = xml.slice(0, at) + (xml[at] === 'x' ? 'y' : 'x') + xml.slice(at + 1)
      const found = await read(changed).catch((cause: unknown) => cause)
      if (!(found instanceof SsoRefusal)) expect(found, `at ${at}`).toEqual(own)
    }
  })
  test('must cover exactly the element that contains it', async () => {
    const xml = await answer()
    const { signature } = partsOf(xml)
    const reference = /<(ds:)?Reference[\s\S]*<\/(ds:)?Reference>/.exec(signature)![0]
    for (const change of [
      (text: string) => text.replace(reference, reference + reference),
      (text: string) => text.replace(reference, ''),
      (text: string) => text.replace(/URI="[^"]+"/, 'URI=""'),
      (text: string) => text.replace(/URI="[^"]+"/, 'URI="#elsewhere"'),
      (text: string) => text.replace(/(<(?:ds:)?DigestValue>)/, '$1<b/>'),
      (text: string) => text.replace(/<(ds:)?SignedInfo>/, '$&<x/>'),
      (text: string) => text.replace(/<(ds:)?SignatureValue>[^<]+/, '<$1SignatureValue>-'),
      (text: string) => text.replace('enveloped-signature', 'base64'),
    ])
      await refused(xml.replace(signature, change(signature)))
  })
})

describe('wrapped signatures', () => {
  const wrap: Record<string, (xml: string, parts: ReturnType<typeof partsOf>) => string> = {
    'a second assertion before the signed one': (xml, { assertion, evil }) => xml.replace(assertion, evil + assertion),
    'a second assertion after the signed one': (xml, { assertion, evil }) => xml.replace(assertion, assertion + evil),
    'the signed assertion inside the other': (xml, { assertion, evil }) =>
      xml.replace(assertion, evil.replace('</saml:Assertion>', `${assertion}</saml:Assertion>`)),
    'the signed assertion in an extension': (xml, { assertion, evil }) =>
      xml.replace(assertion, `<samlp:Extensions>${assertion}</samlp:Extensions>${evil}`),
    'both assertions with the same id': (xml, { assertion, evil }) =>
      xml.replace(assertion, evil.replace('_evil', /ID="([^"]+)"/.exec(assertion)![1]!) + assertion),
    'the signed assertion in an object of the signature': (xml, { assertion, signature, evil }) => {
      const carrying = signature.replace(
        /<\/(ds:)?Signature>$/,
        `<ds:Object xmlns:ds="http://www.w3.org/2000/09/xmldsig#">${assertion}</ds:Object>$&`,
      )
      return xml.replace(assertion, evil.replace('</saml:Issuer>', `</saml:Issuer>${carrying}`))
    },
    'the signature moved to the other assertion': (xml, { assertion, signature, evil }) =>
      xml.replace(
        assertion,
        evil.replace('</saml:Issuer>', `</saml:Issuer>${signature}`) + assertion.replace(signature, ''),
      ),
    'the whole response in an extension of another': (xml, { assertion, evil }) =>
      xml.replace(assertion, evil).replace('<saml:Issuer>', `<samlp:Extensions>${xml}</samlp:Extensions><saml:Issuer>`),
  }
  test.each(Object.entries(wrap))('%s is refused', async (_, change) => {
    const xml = await answer()
    const changed = change(xml, partsOf(xml))
    expect(changed).toContain('subject-ben')
    await refused(changed)
  })
})

describe('a response is refused', () => {
  test('with a comment, which could split a name', async () =>
    refused((await answer()).replace('subject-ada', 'subject-<!---->ada')))
  test('with entities or a document type', async () =>
    refused(`<!DOCTYPE x [<!ENTITY who "subject-ben">]>${(await answer()).replace('subject-ada', '&who;')}`))
  test('with an error status, even if it is signed', async () =>
    refused(await answer({ replace: { StatusCode: 'urn:oasis:names:tc:SAML:2.0:status:Responder' } })))
  test('with two signatures on one assertion', async () => {
    const xml = await answer()
    const { signature } = partsOf(xml)
    await refused(xml.replace(signature, signature + signature))
  })
  test('without a signature', async () => {
    const xml = await answer()
    await refused(xml.replace(partsOf(xml).signature, ''))
  })
  test('with a changed name', async () => refused((await answer()).replaceAll('subject-ada', 'subject-ben')))
  test('signed with another key', async () => {
    const other = await createSamlIdp('http://127.0.0.1:1', accounts)
    const { SAMLResponse } = await other.answer(url, metadata, 'ada')
    await refused(Buffer.from(SAMLResponse, 'base64').toString('utf8'))
  })
  test('signed with SHA-1', async () =>
    refused(await answer({ algorithm: 'http://www.w3.org/2000/09/xmldsig#rsa-sha1' })))
  test.each([
    ['another audience', { Audience: 'https://other.example.test' }],
    ['another recipient', { SubjectRecipient: 'https://other.example.test/acs' }],
    ['another destination', { Destination: 'https://other.example.test/acs' }],
    ['another request', { InResponseTo: '_request-2' }],
    ['another provider', { Issuer: 'https://other.example.test' }],
    ['an expired time', { ConditionsNotOnOrAfter: at(-3), SubjectConfirmationDataNotOnOrAfter: at(-3) }],
    ['a time in the future', { ConditionsNotBefore: at(3) }],
    ['no subject', { NameID: '' }],
    ['a subject for one sign-in only', { NameIDFormat: 'urn:oasis:names:tc:SAML:2.0:nameid-format:transient' }],
  ])('with %s', async (_, replace) => refused(await answer({ replace })))
  test('with more than 256 KB, or invalid XML', async () => {
    await refused((await answer()).replace('</samlp:Response>', `${' '.repeat(270_000)}</samlp:Response>`))
    await refused('<samlp:Response')
    await refused('nothing of the kind')
  })
})

describe('metadata of a provider', () => {
  const code = (name: keyof typeof ErrorCode.sso) => expect.objectContaining({ code: ErrorCode.sso[name] })
  test('is refused with an expired certificate', () => {
    const inElevenYears = Date.now() + 11 * 365 * 24 * 3600_000
    expect(() => readMetadata(idp.metadata, inElevenYears)).toThrow(code('expiredCertificate'))
  })
  test('is refused with entities, without a certificate, or if it is another document', () => {
    for (const xml of [`<!DOCTYPE x>${idp.metadata}`, metadata, '<html></html>', ''])
      expect(() => readMetadata(xml, Date.now())).toThrow(code('badMetadata'))
  })
  test('is refused with a short key', async () => {
    const { certificate } = await newOwnKey('weak', Date.now(), generateKeyPairSync('rsa', { modulusLength: 1024 }))
    const xml = idp.metadata.replaceAll(/(<(?:ds:)?X509Certificate>)[^<]+/g, `$1${certificate}`)
    expect(() => readMetadata(xml, Date.now())).toThrow(code('weakCertificate'))
  })
})

describe('sign-out', () => {
  const queryOf = (address: string) => new URL(address).search
  const readQuery = (query: string, now = Date.now()) =>
    readSamlLogout(settings, query, settings.logoutCallbackUrl, now)
  test('at the provider sends a signed request and gets a signed response', async () => {
    const logout = readQuery(queryOf(idp.logoutRequest(metadata, 'ada')))
    expect(logout).toMatchObject({ subject: 'subject-ada', relay: 'relay' })
    const answered = samlLogoutAnswer(settings, logout, '_answer', Date.now())
    expect(await idp.readLogout(metadata, answered)).toEqual({ inResponseTo: logout.id })
  })
  test('here redirects to the provider with a signed request', async () => {
    const who = { id: '_request', subject: 'subject-<ada>&', sid: 'session-ada' }
    expect(await idp.readLogout(metadata, samlLogoutUrl(settings, who, Date.now()))).toEqual({ nameId: who.subject })
  })
  test('is refused unsigned, changed, for another URL, late, with repeated parameters or with a weak signature', () => {
    const query = queryOf(idp.logoutRequest(metadata, 'ada'))
    const without = (name: string) => query.replace(new RegExp(`&?${name}=[^&]*`), '')
    const other = queryOf(idp.logoutRequest(metadata, 'ben')).match(/SAMLRequest=[^&]*/)![0]
    const bad = [
      without('Signature'),
      without('SigAlg'),
      query.replace(/SAMLRequest=[^&]*/, other),
      `${query}&${other}`,
      query.replace(/RelayState=[^&]*/, 'RelayState=elsewhere'),
      query.replace('rsa-sha256', 'rsa-sha1'),
      '?SAMLRequest=AAAA',
      '',
    ]
    for (const one of bad) expect(() => readQuery(one), one).toThrow(SsoRefusal)
    expect(() => readQuery(query, Date.now() + 6 * 60_000)).toThrow(SsoRefusal)
    expect(() => readSamlLogout(settings, query, 'https://elsewhere.test/logout', Date.now())).toThrow(SsoRefusal)
    expect(() => readSamlLogout({ ...settings, entityId: 'x' }, query, settings.logoutCallbackUrl, Date.now())).toThrow(
      SsoRefusal,
    )
  })
})
