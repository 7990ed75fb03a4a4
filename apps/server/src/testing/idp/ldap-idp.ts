import { type AddressInfo, connect, createServer as createTcp, type Socket } from 'node:net'
import { createSecureContext, TLSSocket } from 'node:tls'
import ldap from 'ldapjs'
import { newOwnKey } from '#domains/enterprise/sso/saml/own-key.ts'
import { asPem } from '#domains/enterprise/sso/saml/saml-metadata.ts'
import type { IdpAccount } from './accounts.ts'

const inChain = '1.2.840.113556.1.4.1941'
/** Nested groups: members of the key are also members of the values. */
const parents: Readonly<Record<string, string[]>> = { engineering: ['staff'], staff: ['everyone'] }

/** The part of ldapjs that is used here. Its handlers are untyped. */
interface LdapRequest {
  dn: { toString(): string }
  credentials: string
  filter: { toString(): string; matches(entry: object): boolean }
}
interface LdapResponse {
  send(entry: object): void
  end(): void
}

/** An LDAP directory with ldapjs, behind a proxy that adds StartTLS, which ldapjs does not support. */
export async function openLdapIdp(accounts: readonly IdpAccount[], domain: string, port = 0) {
  const base = domain
    .split('.')
    .map((part) => `dc=${part}`)
    .join(', ')
  const dnOf = (username: string) => `uid=${username}, ou=people, ${base}`
  const groupDn = (name: string) => `cn=${name}, ou=groups, ${base}`
  const reader = { dn: `cn=reader, ${base}`, password: 'reader-password' }
  const entries = () =>
    accounts.map(({ username, email, name, groups }) => ({
      dn: dnOf(username),
      attributes: {
        objectClass: ['person'],
        uid: username,
        cn: name,
        mail: email,
        displayName: name,
        entryUUID: `uuid-of-${username}`,
        memberOf: groups.map(groupDn),
      },
    }))
  const nested = (name: string): string[] => [name, ...(parents[name] ?? []).flatMap(nested)]
  const searches: string[] = []
  const server = ldap.createServer()
  const plain = (dn: { toString(): string }) => dn.toString().toLowerCase().replaceAll(/\s/g, '')
  server.bind('', (request: LdapRequest, response: LdapResponse, next: (error?: Error) => void) => {
    const dn = plain(request.dn)
    const account = accounts.find((one) => plain(dnOf(one.username)) === dn)
    const expected = dn === plain(reader.dn) ? reader.password : account?.password
    // As in every directory, an empty password is an anonymous bind, which succeeds.
    if (request.credentials !== '' && request.credentials !== expected)
      return next(new ldap.InvalidCredentialsError() as unknown as Error)
    response.end()
    return next()
  })
  server.search('', (request: LdapRequest, response: LdapResponse, next: (error?: Error) => void) => {
    const filter = String(request.filter)
    searches.push(filter)
    const member = new RegExp(`^\\(member(:${inChain.replaceAll('.', '\\.')}:)?=(.*)\\)$`).exec(filter)
    if (member) {
      const account = accounts.find((one) => plain(dnOf(one.username)) === plain(member[2]!))
      const names = new Set((account?.groups ?? []).flatMap((name) => (member[1] ? nested(name) : [name])))
      for (const name of names) response.send({ dn: groupDn(name), attributes: { cn: name } })
    } else for (const entry of entries()) if (request.filter.matches(entry.attributes)) response.send(entry)
    response.end()
    return next()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()))
  const inner = Number(new URL(server.url).port)

  const { privateKey, certificate } = await newOwnKey('localhost', Date.now())
  const secureContext = createSecureContext({ key: privateKey, cert: asPem(certificate) })
  const front = createTcp((socket) => {
    socket.on('error', () => {})
    socket.once('data', (first) => {
      // An extended request (0x77) for StartTLS. The answer repeats the message id.
      if (first[5] !== 0x77) return forward(socket, first)
      const id = first[4]!
      socket.write(Buffer.from([0x30, 12, 0x02, 1, id, 0x78, 7, 0x0a, 1, 0, 0x04, 0, 0x04, 0]))
      const secured = new TLSSocket(socket, { isServer: true, secureContext })
      secured.on('error', () => {})
      forward(secured)
    })
  })
  function forward(socket: Socket, first?: Buffer) {
    const out = connect(inner, '127.0.0.1')
    out.on('error', () => socket.destroy())
    socket.on('close', () => out.destroy())
    if (first) out.write(first)
    socket.pipe(out).pipe(socket)
  }
  await new Promise<void>((resolve) => front.listen(port, '127.0.0.1', resolve))
  return {
    port: (front.address() as AddressInfo).port,
    base,
    reader,
    authority: asPem(certificate),
    searches,
    groupDn,
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => {})
        front.close(() => resolve())
      }),
  }
}
