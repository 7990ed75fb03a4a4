import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import * as samlify from 'samlify'
import { newOwnKey } from '#domains/enterprise/sso/saml/own-key.ts'
import type { IdpAccount } from './accounts.ts'

samlify.setSchemaValidator({ validate: async () => 'accepted' })
const { binding, format } = samlify.Constants.namespace

export interface SamlAnswerOptions {
  isEncrypted?: boolean
  /** Values that override those of the template before it is signed. */
  replace?: Partial<Record<string, string>>
  /** Changes the template before it is signed. */
  template?: (xml: string) => string
  algorithm?: string
}

/** A SAML provider built with samlify, which shares no code with our implementation. */
export async function createSamlIdp(url: string, accounts: readonly IdpAccount[], now = Date.now()) {
  const { privateKey, certificate } = await newOwnKey('idp', now)
  const entityId = `${url}/metadata`
  const build = (algorithm?: string, template?: (xml: string) => string, isAssertionEncrypted = false) => {
    const context = (template ?? ((xml) => xml))(samlify.SamlLib.defaultLoginResponseTemplate.context).replace(
      '{AttributeStatement}',
      '<saml:AttributeStatement><saml:Attribute Name="email"><saml:AttributeValue>{attrEmail}</saml:AttributeValue></saml:Attribute><saml:Attribute Name="name"><saml:AttributeValue>{attrName}</saml:AttributeValue></saml:Attribute>{attrGroups}</saml:AttributeStatement>',
    )
    return samlify.IdentityProvider({
      entityID: entityId,
      privateKey,
      signingCert: certificate,
      isAssertionEncrypted,
      wantAuthnRequestsSigned: true,
      requestSignatureAlgorithm: algorithm ?? 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256',
      nameIDFormat: [format.persistent],
      singleLogoutService: [{ Binding: binding.redirect, Location: `${url}/logout` }],
      singleSignOnService: [{ Binding: binding.redirect, Location: `${url}/sso` }],
      loginResponseTemplate: { context, attributes: [] },
    })
  }
  const plain = build()

  /** Answers a request sent by redirect, after checking its signature. */
  async function answer(requestUrl: string, spMetadata: string, username: string, options: SamlAnswerOptions = {}) {
    const sp = samlify.ServiceProvider({ metadata: spMetadata })
    const idp = build(options.algorithm, options.template, options.isEncrypted)
    const query = Object.fromEntries(new URL(requestUrl).searchParams)
    const octetString = new URL(requestUrl).search.slice(1).split('&Signature=')[0]!
    const { extract } = await idp.parseLoginRequest(sp, 'redirect', { query, octetString })
    const account = accounts.find((one) => one.username === username)!
    const at = (ms: number) => new Date(Date.now() + ms).toISOString()
    const acs = /AssertionConsumerService[^>]*Location="([^"]+)"/.exec(spMetadata)![1]!
    const values: Record<string, string> = {
      ID: `_${crypto.randomUUID()}`,
      AssertionID: `_${crypto.randomUUID()}`,
      Destination: acs,
      Audience: sp.entityMeta.getEntityID(),
      SubjectRecipient: acs,
      AssertionConsumerServiceURL: acs,
      EntityID: sp.entityMeta.getEntityID(),
      Issuer: entityId,
      IssueInstant: at(0),
      StatusCode: samlify.Constants.StatusCode.Success,
      ConditionsNotBefore: at(-5000),
      ConditionsNotOnOrAfter: at(300_000),
      SubjectConfirmationDataNotOnOrAfter: at(300_000),
      NameIDFormat: format.persistent,
      NameID: `subject-${account.username}`,
      InResponseTo: extract.request?.id as string,
      AuthnStatement: `<saml:AuthnStatement AuthnInstant="${at(0)}" SessionIndex="session-${account.username}"><saml:AuthnContext><saml:AuthnContextClassRef>urn:oasis:names:tc:SAML:2.0:ac:classes:Password</saml:AuthnContextClassRef></saml:AuthnContext></saml:AuthnStatement>`,
      attrEmail: account.email,
      attrName: account.name,
      attrGroups: account.groups.length
        ? `<saml:Attribute Name="groups">${account.groups.map((group) => `<saml:AttributeValue>${group}</saml:AttributeValue>`).join('')}</saml:Attribute>`
        : '',
      ...options.replace,
    }
    const { context } = await idp.createLoginResponse(sp, { extract }, 'post', {}, (template: string) => ({
      id: values.ID!,
      context: template.replaceAll(/\{(\w+)\}/g, (whole, key: string) => values[key] ?? whole),
    }))
    return { SAMLResponse: context as string, RelayState: query.RelayState ?? '' }
  }
  const spOf = (metadata: string) =>
    samlify.ServiceProvider({ metadata, wantLogoutRequestSigned: true, wantLogoutResponseSigned: true })
  /** The URL to which the provider redirects the browser of a person who signed out there. */
  function logoutRequest(spMetadata: string, username: string): string {
    const user = { logoutNameID: `subject-${username}` }
    return plain.createLogoutRequest(spOf(spMetadata), 'redirect', user, 'relay').context
  }
  /** Reads a logout message sent by redirect. Throws unless the other side has signed it. */
  async function readLogout(spMetadata: string, url: string): Promise<{ nameId?: string; inResponseTo?: string }> {
    const { searchParams, search } = new URL(url)
    const message = { query: Object.fromEntries(searchParams), octetString: search.slice(1).split('&Signature=')[0]! }
    const signing = samlify.IdentityProvider({
      metadata: plain.getMetadata(),
      wantLogoutRequestSigned: true,
      wantLogoutResponseSigned: true,
    })
    if (searchParams.has('SAMLResponse')) {
      const { extract } = await signing.parseLogoutResponse(spOf(spMetadata), 'redirect', message)
      return { inResponseTo: (extract as { response: { inResponseTo: string } }).response.inResponseTo }
    }
    const { extract } = await signing.parseLogoutRequest(spOf(spMetadata), 'redirect', message)
    return { nameId: (extract as { nameID: string }).nameID }
  }
  return { entityId, metadata: plain.getMetadata(), privateKey, certificate, answer, logoutRequest, readLogout }
}

/** A SAML provider with a sign-in page, for people and browsers. */
export async function openSamlIdp(accounts: readonly IdpAccount[], port = 0) {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const idp = await createSamlIdp(url, accounts)
  const html = (body: string) => `<!doctype html><meta charset="utf-8"><title>SAML</title>${body}`
  server.on('request', (request, response) => {
    const target = new URL(request.url ?? '/', url)
    const respond = async () => {
      if (target.pathname === '/metadata') return { type: 'application/xml', text: idp.metadata }
      const username = target.searchParams.get('username')
      if (!username) {
        const rest = target.search.slice(1)
        const links = accounts.map(
          ({ username: one, name }) => `<p><a href="/sso?username=${one}&${rest}">${name}</a></p>`,
        )
        return { type: 'text/html', text: html(links.join('')) }
      }
      target.searchParams.delete('username')
      const original = `${url}/sso?${(request.url ?? '').split('?')[1]!.replace(/^username=[^&]*&/, '')}`
      const sp = await fetch(issuerOf(original))
      const { SAMLResponse, RelayState } = await idp.answer(original, await sp.text(), username)
      const acs = issuerOf(original).replace(/metadata$/, 'acs')
      const fields = Object.entries({ SAMLResponse, RelayState }).map(
        ([name, value]) => `<input type="hidden" name="${name}" value="${value}">`,
      )
      const form = `<form method="post" action="${acs}">${fields.join('')}<button>Continue</button></form>`
      return { type: 'text/html', text: html(form) }
    }
    respond().then(
      ({ type, text }) => response.setHeader('content-type', type).end(text),
      (cause: unknown) => response.writeHead(400).end(String(cause)),
    )
  })
  return {
    ...idp,
    url,
    host: new URL(url).host,
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
/** The entity id of the service provider, which is the URL of its metadata. */
function issuerOf(requestUrl: string): string {
  const encoded = new URL(requestUrl).searchParams.get('SAMLRequest')!
  const xml = samlify.Utility.inflateString(encoded)
  return /<(?:\w+:)?Issuer[^>]*>([^<]+)</.exec(xml)![1]!
}
