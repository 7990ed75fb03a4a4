import type { KillField } from './channel-kill.ts'
import { sampleAccounts } from './idp/accounts.ts'
import { openDns } from './idp/dns.ts'
import { openLdapIdp } from './idp/ldap-idp.ts'
import { type StartedWork, runKillRounds } from './kill-rounds.ts'
import type { Api } from './test-app.ts'

const DOMAIN = 'company.test'
const PATIENCE_MS = 120_000
const BOTS = 12
const BULK = 40
const password = 'correct horse 7'

interface Made {
  enterprise_id: string
  ownerId: string
  scim: string
  ldap: string
}
interface Round {
  made: Made
  n: number
  url: string
}
export interface KillCompany {
  env: Record<string, string>
  records: Map<string, string>
  directory: Awaited<ReturnType<typeof openLdapIdp>>
  accounts: ReturnType<typeof sampleAccounts>
  close(): Promise<void>
}

/** Simulated servers that the processes call: a name server and a directory with enough people. */
export async function openKillCompany(): Promise<KillCompany> {
  const [one] = sampleAccounts(DOMAIN)
  const accounts = Array.from({ length: 12 }, (_, n) => ({
    ...one!,
    username: `person${n}`,
    name: `Person ${n}`,
    email: `person${n}@${DOMAIN}`,
  }))
  const records = new Map<string, string>()
  const [dns, directory] = await Promise.all([openDns(records), openLdapIdp(accounts, DOMAIN)])
  return {
    env: { DNS_SERVERS: dns.address, EGRESS_ALLOW: `127.0.0.1,localhost:${directory.port}` },
    records,
    directory,
    accounts,
    close: async () => void (await Promise.all([dns.close(), directory.close()])),
  }
}

/**
 * Runs two processes and kills one in each round at a random moment during a removal, the move of a space, a SCIM bulk,
 * a directory synchronisation and an export of the audit log. Afterwards each is complete or was not started, and
 * nobody keeps a right that was withdrawn.
 */
export function runEnterpriseKills(field: KillField, company: KillCompany, rounds: number) {
  return runKillRounds<Made>(field, {
    rounds,
    patienceMs: PATIENCE_MS,
    prepare: (api, _, url) => prepare(field, company, api, url),
    async begin(api, round) {
      return [
        await beginRemoval(field, api, round),
        await beginMove(api, round),
        beginBulk(round),
        await beginSync(company, api, round),
        beginExport(api, round),
      ]
    },
  })
}

async function prepare(field: KillField, company: KillCompany, api: Api, url: string): Promise<Made> {
  const { enterprise_id } = await api.enterprise.create({ name: 'Company' })
  const { domain } = await api.ssoDomain.add({ enterprise_id, domain: DOMAIN })
  company.records.set(domain.record, domain.challenge)
  await api.ssoDomain.verify({ enterprise_id, domain_id: domain.id })
  const { connection } = await api.ssoConnections.create({
    enterprise_id,
    name: 'Directory',
    domains: [DOMAIN],
    creates_accounts: true,
    default_role: 'Member',
    trusts_email: true,
    mapping: [],
    secret: company.directory.reader.password,
    config: {
      kind: 'ldap',
      host: 'localhost',
      port: company.directory.port,
      security: 'starttls',
      authority: company.directory.authority,
      bind_dn: company.directory.reader.dn,
      base_dn: company.directory.base,
      groups: 'memberOf',
    },
  } as never)
  const one = { enterprise_id, connection_id: connection.id }
  await api.ssoConnections.testLdap({ ...one, username: 'person0', password: 'password' })
  await api.ssoConnections.setState({ ...one, is_active: true })
  for (const { username } of company.accounts)
    await field.client(url).ssoSignIn.ldap({ connection_id: connection.id, username, password: 'password' })
  const { token } = await api.provisioning.createToken({ enterprise_id })
  const ownerId = (await api.passport.accountInfo({})).user_id_str
  return { enterprise_id, ownerId, scim: token, ldap: connection.id }
}

/** Removes a person who owns a space with bots. */
async function beginRemoval(field: KillField, api: Api, { made, n, url }: Round): Promise<StartedWork> {
  const { enterprise_id, ownerId: receiver } = made
  const theirs = field.client(url)
  const person = await theirs.passport.register({ email: `leaver${n}@${DOMAIN}`, password })
  const user_id = person.user_id_str
  await api.enterprisePeople.add({
    enterprise_id,
    enterprise_people: [{ user_id, enterprise_role_type_list: ['Member'] }],
  })
  const { space_id } = await theirs.enterpriseSpaces.create({ enterprise_id, name: `Of leaver ${n}` })
  for (let at = 0; at < BOTS; at += 1) await theirs.bot.create({ space_id, name: `Bot ${at}` })
  const ended = api.enterprisePeople.remove({ enterprise_id, user_id, receiver }).catch(() => undefined)
  const leaver = async (by: Api) =>
    (await by.enterprisePeople.leavers({ enterprise_id, page_size: 100 })).leavers.find(
      (one) => one.user.user_id === user_id,
    )
  const stays = async (by: Api) =>
    (await by.enterprisePeople.search({ enterprise_id, search_key: `leaver${n}@`, page: 1, page_size: 5 }))
      .enterprise_people_list
  return {
    name: `removal ${n}`,
    ended,
    async isOver(by) {
      const found = await leaver(by)
      return found ? found.ended_at > 0 : (await stays(by)).length === 1
    },
    async fault(by) {
      const found = await leaver(by)
      if (!found) return (await stays(by))[0]?.status === 'active' ? '' : 'not begun, and yet not active'
      const { remains } = await by.enterprisePeople.leaver({ enterprise_id, removal_id: found.removal_id })
      const left = Object.entries(remains).filter(([, count]) => count > 0)
      return left.length ? `keeps ${JSON.stringify(left)}` : ''
    },
  }
}

/** Moves a team space into the enterprise: with all its contents, or not at all. */
async function beginMove(api: Api, { made: { enterprise_id }, n }: Round): Promise<StartedWork> {
  const { id } = await api.space.create({ name: `Moves ${n}` })
  await api.bot.create({ space_id: id, name: 'Bot' })
  const ended = api.enterpriseSpaces.moveIn({ enterprise_id, space_ids: [id] }).catch(() => undefined)
  return {
    name: `move ${n}`,
    ended,
    isOver: async () => true,
    async fault(by) {
      const { spaces } = await by.enterpriseSpaces.list({ enterprise_id })
      const isIn = spaces.some((space) => space.space_id === id)
      const { bot_space_list } = await by.space.list({})
      const shown = bot_space_list.find((space) => space.id === id) as { enterprise_id?: string } | undefined
      return (shown?.enterprise_id === enterprise_id) === isIn ? '' : 'half in'
    },
  }
}

/** Interrupts a SCIM bulk. It must not create more people than it contains. */
function beginBulk({ made: { enterprise_id, scim }, n, url }: Round): StartedWork {
  const names = Array.from({ length: BULK }, (_, at) => `bulk-${n}-${at}@${DOMAIN}`)
  const Operations = names.map((userName) => ({
    method: 'POST',
    path: '/Users',
    bulkId: userName,
    data: {
      schemas: ['urn:ietf:params:scim:schemas:core:2.0:User'],
      userName,
      emails: [{ value: userName, type: 'work', primary: true }],
      active: true,
    },
  }))
  const body = JSON.stringify({ schemas: ['urn:ietf:params:scim:api:messages:2.0:BulkRequest'], Operations })
  const headers = { authorization: `Bearer ${scim}`, 'content-type': 'application/scim+json' }
  const ended = fetch(`${url}/scim/v2/Bulk`, { method: 'POST', headers, body })
    .then((answer) => answer.text())
    .catch(() => undefined)
  return {
    name: `bulk ${n}`,
    ended,
    isOver: async () => true,
    async fault(by) {
      const { total } = await by.enterprisePeople.search({
        enterprise_id,
        search_key: `bulk-${n}-`,
        page: 1,
        page_size: 100,
      })
      return total <= BULK ? '' : `${total} people of ${BULK}`
    },
  }
}

/** Removes a person from the directory. After a complete synchronisation, they have to be suspended. */
async function beginSync(
  company: KillCompany,
  api: Api,
  { made: { enterprise_id, ldap }, n }: Round,
): Promise<StartedWork> {
  const one = { enterprise_id, connection_id: ldap }
  // Remove at most five: an answer with fewer than half of the people changes nothing.
  const at = company.accounts.findIndex((account) => account.username === `person${11 - (n % 5)}`)
  const [gone] = at < 0 ? [] : company.accounts.splice(at, 1)
  const ended = api.ssoConnections.sync(one).catch(() => undefined)
  return {
    name: `sync ${n}`,
    ended,
    isOver: async () => true,
    async fault(by) {
      if (!gone) return ''
      await by.ssoConnections.sync(one)
      const { enterprise_people_list: found } = await by.enterprisePeople.search({
        enterprise_id,
        search_key: `${gone.username}@`,
        page: 1,
        page_size: 5,
      })
      return found[0]?.status === 'suspended' ? '' : `${gone.username} is ${found[0]?.status ?? 'missing'}`
    },
  }
}

/** Interrupts an export. Afterwards the audit log has to be intact. */
function beginExport(api: Api, { made: { enterprise_id }, n }: Round): StartedWork {
  const ended = api.enterpriseAudit.list({ enterprise_id, page: 1, size: 100 }).catch(() => undefined)
  const cut = api.enterpriseAudit.export({ enterprise_id, format: 'jsonl' } as never)
  return {
    name: `export ${n}`,
    ended: Promise.all([ended, Promise.resolve(cut).catch(() => undefined)]),
    isOver: async () => true,
    async fault(by) {
      // Verifying the whole chain is rate-limited.
      if (n % 5 > 0) return ''
      const { broken } = await by.enterpriseAudit.verify({ enterprise_id })
      return broken ? `the chain breaks at ${broken.no}` : ''
    },
  }
}
