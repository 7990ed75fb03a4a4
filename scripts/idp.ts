import { openBreachServer } from '../apps/server/src/testing/idp/breach-server.ts'
import { openDns } from '../apps/server/src/testing/idp/dns.ts'
import { sampleAccounts } from '../apps/server/src/testing/idp/accounts.ts'
import { openLdapIdp } from '../apps/server/src/testing/idp/ldap-idp.ts'
import { oidcClient, openOidcIdp } from '../apps/server/src/testing/idp/oidc-idp.ts'
import { miniProgram, openMiniProgramServer } from '../apps/server/src/testing/idp/mini-program-server.ts'
import { announce } from '../apps/server/src/testing/idp/scim-client.ts'
import { openSamlIdp } from '../apps/server/src/testing/idp/saml-idp.ts'

/** Services of a fictitious company on this machine, for trying single sign-on, provisioning and mini programs. */
const [first = 'company.test', ...more] = process.argv.slice(2)
if (first === 'scim') {
  const [base = '', token = '', of = 'company.test'] = more
  const request = (path: string, init: RequestInit) => fetch(`${base.replace(/\/$/, '')}${path}`, init)
  await announce(request, token, sampleAccounts(of), (line) => process.stdout.write(`${line}\n`))
  process.exit()
}
const [domain, challenge] = [first, more[0]]
const accounts = sampleAccounts(domain)
const records = new Map<string, string>()
if (challenge) records.set(`_orrery-challenge.${domain}`, challenge)
const [dns, oidc, saml, ldap, breach, mini] = await Promise.all([
  openDns(records),
  openOidcIdp(accounts, 9461),
  openSamlIdp(accounts, 9462),
  openLdapIdp(accounts, domain, 9463),
  openBreachServer(['stolen password 1'], 9464),
  openMiniProgramServer(accounts, 9465),
])

process.stdout.write(`Start the server with
  DNS_SERVERS=${dns.address} EGRESS_ALLOW=${oidc.host},${saml.host},${breach.host},${mini.host},localhost:${ldap.port} PASSWORD_BREACH_URL=${breach.url}

Accounts         ${accounts.map(({ username }) => username).join(', ')} (password: password), @${domain}
Domain           npm run idp -- ${domain} <value of the TXT record>
OpenID Connect   issuer ${oidc.url}
                 client ${oidcClient.id}, secret ${oidcClient.secret}
SAML             metadata ${saml.url}/metadata
LDAP             localhost:${ldap.port}, StartTLS or none, base ${ldap.base}
                 bind ${ldap.reader.dn}, password ${ldap.reader.password}
SCIM             npm run idp -- scim <address> <token> ${domain}
                 announces the accounts and their groups
Mini programs    WeChat and Douyin at ${mini.url}, AppID ${miniProgram.appId}, secret ${miniProgram.secret}
                 the code of a visitor is their name and anything, once: ada-1
Stolen           “stolen password 1” is refused as a password
`)
