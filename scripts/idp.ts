import { openBreachServer } from '../apps/server/src/testing/idp/breach-server.ts'
import { openDns } from '../apps/server/src/testing/idp/dns.ts'
import { sampleAccounts } from '../apps/server/src/testing/idp/accounts.ts'
import { openLdapIdp } from '../apps/server/src/testing/idp/ldap-idp.ts'
import { oidcClient, openOidcIdp } from '../apps/server/src/testing/idp/oidc-idp.ts'
import { openSamlIdp } from '../apps/server/src/testing/idp/saml-idp.ts'

/** Identity providers of a made-up company on this machine, to try single sign-on with. */
const [domain = 'company.test', challenge] = process.argv.slice(2)
const accounts = sampleAccounts(domain)
const records = new Map<string, string>()
if (challenge) records.set(`_orrery-challenge.${domain}`, challenge)
const [dns, oidc, saml, ldap, breach] = await Promise.all([
  openDns(records),
  openOidcIdp(accounts, 9461),
  openSamlIdp(accounts, 9462),
  openLdapIdp(accounts, domain, 9463),
  openBreachServer(['stolen password 1'], 9464),
])

process.stdout.write(`Start the server with
  DNS_SERVERS=${dns.address} EGRESS_ALLOW=${oidc.host},${saml.host},${breach.host},localhost:${ldap.port} PASSWORD_BREACH_URL=${breach.url}

Accounts         ${accounts.map(({ username }) => username).join(', ')} (password: password), @${domain}
Domain           npm run idp -- ${domain} <value of the TXT record>
OpenID Connect   issuer ${oidc.url}
                 client ${oidcClient.id}, secret ${oidcClient.secret}
SAML             metadata ${saml.url}/metadata
LDAP             localhost:${ldap.port}, StartTLS or none, base ${ldap.base}
                 bind ${ldap.reader.dn}, password ${ldap.reader.password}
Stolen           “stolen password 1” is refused as a password
`)
