import { afterFile } from '#testing/after-file.ts'
import type { Person, TestApp } from '#testing/test-app.ts'
import { sampleAccounts } from './accounts.ts'
import { openBreachServer } from './breach-server.ts'
import { openDns } from './dns.ts'
import { openLdapIdp } from './ldap-idp.ts'
import { oidcClient, openOidcIdp } from './oidc-idp.ts'
import { openSamlIdp } from './saml-idp.ts'

export const companyDomain = 'company.test'

/**
 * Simulated servers of a company: name server, identity providers and directory, with the settings for an app that uses
 * them.
 */
export async function openCompany() {
  const accounts = sampleAccounts(companyDomain)
  const records = new Map<string, string>()
  const [dns, oidc, saml, ldap, breach] = await Promise.all([
    openDns(records),
    openOidcIdp(accounts),
    openSamlIdp(accounts),
    openLdapIdp(accounts, companyDomain),
    openBreachServer(['stolen password 1']),
  ])
  afterFile(async () => {
    await Promise.all([dns.close(), oidc.close(), saml.close(), ldap.close(), breach.close()])
  })
  const settings = {
    dnsServers: [dns.address],
    egressAllow: [oidc.host, saml.host, breach.host, `localhost:${ldap.port}`],
    breachUrl: breach.url,
  }
  const shared = { domains: [companyDomain], creates_accounts: true, default_role: 'Member' as const, mapping: [] }
  const forms = {
    oidc: {
      ...shared,
      name: 'OIDC',
      secret: oidcClient.secret,
      config: {
        kind: 'oidc' as const,
        issuer: oidc.url,
        client_id: oidcClient.id,
        scopes: 'openid email profile groups',
      },
    },
    saml: {
      ...shared,
      name: 'SAML',
      trusts_email: true,
      config: { kind: 'saml' as const, metadata: saml.metadata },
    },
    ldap: {
      ...shared,
      name: 'LDAP',
      trusts_email: true,
      secret: ldap.reader.password,
      config: {
        kind: 'ldap' as const,
        host: 'localhost',
        port: ldap.port,
        security: 'starttls' as const,
        authority: ldap.authority,
        bind_dn: ldap.reader.dn,
        base_dn: ldap.base,
        groups: 'nested' as const,
      },
    },
  }
  return { accounts, records, dns, oidc, saml, ldap, breach, settings, forms }
}
export type Company = Awaited<ReturnType<typeof openCompany>>

/** Creates an enterprise with a verified domain. */
export async function openEnterprise(t: TestApp, admin: Person, company: Company, domain = companyDomain) {
  const { id } = await t.services.enterprises.create(admin.id, 'Company', '')
  const added = await admin.api.ssoDomain.add({ enterprise_id: id, domain })
  company.records.set(added.domain.record, added.domain.challenge)
  await admin.api.ssoDomain.verify({ enterprise_id: id, domain_id: added.domain.id })
  return id
}

/** A minimal browser for sign-ins: it stores cookies and follows redirects one at a time. */
export function openBrowserOf(t: TestApp, origin: string, cookie = '') {
  const jar = new Map<string, string>(cookie ? [cookie.split(/=(.*)/s).slice(0, 2) as [string, string]] : [])
  async function go(target: string, init: RequestInit = {}) {
    const path = target.startsWith(origin) ? target.slice(origin.length) : target
    const header = [...jar].map(([name, value]) => `${name}=${value}`).join('; ')
    const answer = await t.request(path, { ...init, headers: { ...(init.headers as object), cookie: header } })
    for (const set of answer.headers.getSetCookie()) {
      const [name, value] = set.split(';')[0]!.split(/=(.*)/s)
      if (value) jar.set(name!, value)
      else jar.delete(name!)
    }
    return { status: answer.status, to: answer.headers.get('location') ?? '', text: await answer.text() }
  }
  return {
    jar,
    go,
    isSignedIn: () => jar.has('session_key'),
    /** The error code that the sign-in page would show. */
    errorOf: ({ to }: { to: string }) => new URL(to, origin).searchParams.get('sso_error'),
  }
}
