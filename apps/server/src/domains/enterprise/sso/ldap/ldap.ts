import type { Client, Entry } from 'ldapts'
import { isLoopback } from '#kit/config.ts'
import type { Egress } from '#kit/egress/egress.ts'
import { secured } from '#kit/egress/secured.ts'
import { SsoRefusal } from '../sso-refusal.ts'

export interface LdapSettings {
  host: string
  port: number
  /** `none` is allowed on loopback only. */
  security: 'tls' | 'starttls' | 'none'
  /** PEM of a private certificate authority. */
  authority: string
  bindDn: string
  bindPassword: string
  baseDn: string
  /** Contains `{username}`, e.g. `(&(objectClass=person)(uid={username}))`. */
  userFilter: string
  /** Attribute that never changes, such as entryUUID or objectGUID. */
  idAttribute: string
  groups: 'memberOf' | 'search' | 'nested'
  groupBaseDn: string
}
export interface LdapPerson {
  subject: string
  dn: string
  claims: Record<string, unknown>
}
const TIMEOUT_MS = 10_000
const PAGE = 500
const matchInChain = '1.2.840.113556.1.4.1941'
const ldapPorts: ReadonlySet<number> = new Set([389, 636, 3268, 3269])

/** Escapes user input for a filter (RFC 4515). */
const escapeFilter = (text: string): string =>
  text.replaceAll(/[\\*()\0]/g, (sign) => `\\${sign.charCodeAt(0).toString(16).padStart(2, '0')}`)

/** LDAP client, subject to the rules for outgoing connections. */
export function createLdap({ egress }: { egress: Pick<Egress, 'stream'> }) {
  async function withClient<T>(settings: LdapSettings, work: (client: Client) => Promise<T>): Promise<T> {
    const { Client: LdapClient } = await import('ldapts')
    if (settings.security === 'none' && !isLoopback(settings.host))
      throw new SsoRefusal('without encryption only on this machine')
    const ca = settings.authority || undefined
    const plain = await egress.stream({ host: settings.host, port: settings.port, isSecure: false, ports: ldapPorts })
    const tls = { ...(ca && { ca }), servername: settings.host }
    const socket = settings.security === 'tls' ? await secured(plain, tls) : plain
    const client = new LdapClient({
      url: `ldap://${settings.host}:${settings.port}`,
      timeout: TIMEOUT_MS,
      connectTimeout: TIMEOUT_MS,
      createConnection: (() => socket) as never,
    })
    try {
      if (settings.security === 'starttls') await client.startTLS(tls)
      return await work(client)
    } finally {
      await client.unbind().catch(() => {})
      socket.destroy()
    }
  }

  async function groupsOf(client: Client, settings: LdapSettings, dn: string, entry: Entry): Promise<string[]> {
    if (settings.groups === 'memberOf') return listOf(entry.memberOf)
    const member = settings.groups === 'nested' ? `member:${matchInChain}:` : 'member'
    const { searchEntries } = await client.search(settings.groupBaseDn || settings.baseDn, {
      filter: `(${member}=${escapeFilter(dn)})`,
      attributes: ['cn'],
      paged: { pageSize: PAGE },
    })
    return searchEntries.map((group) => group.dn)
  }
  async function personOf(client: Client, settings: LdapSettings, entry: Entry): Promise<LdapPerson> {
    const id = entry[settings.idAttribute]
    const subject = Buffer.isBuffer(id) ? id.toString('hex') : textOf(id)
    if (!subject) throw new SsoRefusal(`the entry has no ${settings.idAttribute}`)
    const claims: Record<string, unknown> = { dn: entry.dn, groups: await groupsOf(client, settings, entry.dn, entry) }
    for (const [name, value] of Object.entries(entry))
      if (!Buffer.isBuffer(value) && name !== 'dn' && name !== 'memberOf') claims[name] = value
    claims.email ??= textOf(entry.mail)
    claims.name ??= textOf(entry.displayName) || textOf(entry.cn)
    return { subject, dn: entry.dn, claims }
  }
  const isBinary = (settings: LdapSettings) =>
    /guid$/i.test(settings.idAttribute) ? { explicitBufferAttributes: [settings.idAttribute] } : {}
  const attributes = (settings: LdapSettings) => ['*', 'memberOf', settings.idAttribute]

  return {
    /** Signs a person in with a password. Throws `SsoRefusal` if the directory refuses. */
    async signIn(settings: LdapSettings, username: string, password: string): Promise<LdapPerson> {
      // An empty password would be an anonymous bind, which every directory accepts.
      if (password === '' || username.trim() === '') throw new SsoRefusal('empty')
      return withClient(settings, async (client) => {
        if (settings.bindDn) await client.bind(settings.bindDn, settings.bindPassword)
        const filter = settings.userFilter.replaceAll('{username}', () => escapeFilter(username.trim()))
        const { searchEntries } = await client.search(settings.baseDn, {
          filter,
          scope: 'sub',
          sizeLimit: 2,
          attributes: attributes(settings),
          ...isBinary(settings),
        })
        if (searchEntries.length !== 1) throw new SsoRefusal(searchEntries.length ? 'several entries' : 'no entry')
        const entry = searchEntries[0]!
        const person = await personOf(client, settings, entry)
        await client.bind(entry.dn, password).catch(() => {
          throw new SsoRefusal('wrong password')
        })
        return person
      })
    },
    /** All people that match the filter, fetched in pages. */
    everyone: (settings: LdapSettings): Promise<LdapPerson[]> =>
      withClient(settings, async (client) => {
        if (settings.bindDn) await client.bind(settings.bindDn, settings.bindPassword)
        const { searchEntries } = await client.search(settings.baseDn, {
          filter: settings.userFilter.replaceAll('{username}', '*'),
          scope: 'sub',
          paged: { pageSize: PAGE },
          attributes: attributes(settings),
          ...isBinary(settings),
        })
        const people: LdapPerson[] = []
        for (const entry of searchEntries) people.push(await personOf(client, settings, entry))
        return people
      }),
  }
}
export type Ldap = ReturnType<typeof createLdap>

const listOf = (value: Entry[string] | undefined): string[] =>
  value === undefined ? [] : (Array.isArray(value) ? value : [value]).map(String)
const textOf = (value: Entry[string] | undefined): string => listOf(value)[0] ?? ''
