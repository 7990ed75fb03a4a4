import type { IdpAccount } from './accounts.ts'

/** Sends all people and groups of a directory by SCIM. Idempotent: existing entries are not changed. */
export async function announce(
  request: (path: string, init: RequestInit) => Response | Promise<Response>,
  token: string,
  accounts: readonly IdpAccount[],
  tell: (line: string) => void = () => undefined,
): Promise<void> {
  async function send(method: string, path: string, given?: object) {
    const response = await request(path, {
      method,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/scim+json' },
      ...(given && { body: JSON.stringify(given) }),
    })
    tell(`${response.status} ${method} ${path}`)
    // The answer to a change of a group has no body.
    const body = JSON.parse((await response.text()) || '{}') as { id?: string; Resources?: { id: string }[] }
    return { status: response.status, body }
  }
  /** Creates the entry. Returns its id, or the id of the existing one. */
  async function make(kind: 'Users' | 'Groups', name: 'displayName' | 'userName', value: string, body: object) {
    const made = await send('POST', `/${kind}`, { ...body, [name]: value })
    if (made.status === 201) return made.body.id!
    const found = await send('GET', `/${kind}?filter=${encodeURIComponent(`${name} eq "${value}"`)}`)
    const id = found.body.Resources?.[0]?.id
    if (id === undefined) throw new Error(`${value} was refused with ${made.status}: ${JSON.stringify(made.body)}`)
    return id
  }
  const members = new Map<string, { value: string }[]>()
  for (const { email, name, groups } of accounts) {
    const id = await make('Users', 'userName', email, {
      schemas: ['urn:ietf:params:scim:schemas:core:2.0:User'],
      displayName: name,
      emails: [{ value: email, type: 'work', primary: true }],
      active: true,
    })
    for (const group of groups) members.set(group, [...(members.get(group) ?? []), { value: id }])
  }
  for (const [group, people] of members) {
    const schemas = ['urn:ietf:params:scim:schemas:core:2.0:Group']
    const id = await make('Groups', 'displayName', group, { schemas, members: people })
    await send('PATCH', `/Groups/${id}`, {
      schemas: ['urn:ietf:params:scim:api:messages:2.0:PatchOp'],
      Operations: [{ op: 'replace', path: 'members', value: people }],
    })
  }
}
