import {
  type Access,
  collaborativeKinds,
  type EnterpriseAction,
  type EnterpriseRole,
  enterpriseRoles,
  mayEnterprise,
  mayResource,
  maySpace,
  type Op,
  partKinds,
  type ResourceAction,
  type ResourceKind,
  type SpaceAction,
  SpaceRole,
  SpaceType,
} from '@orrery/contract'
import { toOpenApi } from '@orrery/contract/openapi'
import { contract } from '@orrery/contract'
import { ErrorCode } from '@orrery/contract/shared/error-codes'
import { beforeAll, describe, expect, test } from 'vitest'
import { allOps } from './app.ts'
import { openTestApp, type Person, type TestApp } from '#testing/test-app.ts'

type Fields = Record<string, { description?: string }>
interface Described {
  operationId: string
  summary: string
  parameters?: { name: string; schema: { description?: string } }[]
  requestBody?: { content: Record<string, { schema?: { properties?: Fields } }> }
  responses: { '200': { content: Record<string, object> } }
  'x-audience': string
  'x-events'?: { event: string; description: string }[]
}
/** Names and schemas of the top-level inputs of a call. */
const fieldsOf = ({ parameters, requestBody }: Described): [string, { description?: string }][] => [
  ...(parameters ?? []).map(({ name, schema }): [string, { description?: string }] => [name, schema]),
  ...Object.values(requestBody?.content ?? {}).flatMap(({ schema }) => Object.entries(schema?.properties ?? {})),
]

/** Walks every operation; new ones are included automatically. */
const ops = allOps()
const seen = new Map<string, string>()

describe('every operation', () => {
  test.each(ops.map(({ domain, name, op }) => [`${domain}.${name}`, op] as const))('%s is well formed', (id, op) => {
    expect(op.summary.length, 'has a summary').toBeGreaterThan(5)
    expect(op.summaryZh ?? '', 'has a summary in Chinese').toMatch(/\p{Script=Han}|^登录$/u)
    for (const { method, path } of op.routes) {
      const key = `${method} ${path.replaceAll(/\{\w+\}/g, '{}')}`
      expect(seen.get(key), `${key} is used twice`).toBeUndefined()
      seen.set(key, id)
    }
    if (typeof op.access === 'object' && !op.access.optional) {
      const missing = op.input.safeParse({})
      const refused =
        !missing.success &&
        missing.error.issues.some(
          (issue) => op.access !== 'public' && (op.access as { id: string }).id.startsWith(String(issue.path[0])),
        )
      expect(refused, `the id ${op.access.id} of its access rule must be required`).toBe(true)
    }
  })
  test('can be described as OpenAPI 3.1', () => {
    const document = toOpenApi(contract, '1') as { paths: Record<string, object> }
    expect(Object.keys(document.paths).length).toBeGreaterThan(30)
  })
  describe.each(['en', 'zh-CN'] as const)('is described for readers (%s)', (locale) => {
    const document = toOpenApi(contract, '1', locale) as {
      tags: { name: string; 'x-displayName': string }[]
      paths: Record<string, Record<string, Described>>
    }
    const described = Object.values(document.paths).flatMap((item) => Object.values(item))
    const isWritten = (text: string) =>
      locale === 'zh-CN'
        ? /\p{Script=Han}|^(ID|URL|OAuth|Webhook|API Key|Base URL|Top P)/u.test(text)
        : /^[\x20-\x7E–…’]+$/.test(text)

    test('by group and summary', () => {
      for (const tag of document.tags) expect(tag['x-displayName'], 'a name in describe/groups.ts').not.toBe(tag.name)
      for (const { operationId, summary } of described)
        expect(isWritten(summary), `${operationId}: ${summary}`).toBe(true)
    })
    test('field by field, where programs call it', () => {
      const silent = described
        .filter((operation) => operation['x-audience'] === 'public')
        .flatMap((operation) =>
          fieldsOf(operation)
            .filter(([, schema]) => !isWritten(String(schema.description ?? '')))
            .map(([name]) => `${operation.operationId}: ${name}`),
        )
      expect([...new Set(silent)]).toEqual([])
    })
    test('event by event, where the answer is a stream', () => {
      const streams = described.filter((operation) => operation.responses['200'].content['text/event-stream'])
      expect(streams.filter((operation) => !operation['x-events']).map((operation) => operation.operationId)).toEqual(
        [],
      )
      for (const { 'x-events': events } of streams)
        for (const event of events!) expect(isWritten(event.description), event.event).toBe(true)
    })
  })
})

describe('the role matrix', () => {
  let t: TestApp
  const people: Record<string, Person | undefined> = { anonymous: undefined }
  let spaceId: string
  let enterpriseId: string
  beforeAll(async () => {
    t = await openTestApp()
    const instanceOwner = await t.register('instance')
    for (const name of ['outsider', 'member', 'admin', 'owner', ...Object.keys(collaborators)])
      people[name] = await t.register(name.replaceAll(' ', '-'))
    people.instance = instanceOwner
    spaceId = (await people.owner!.api.space.create({ name: 'Matrix' })).id
    await people.owner!.api.space.addMembers({
      space_id: spaceId,
      member_info_list: [
        ...['member', ...Object.keys(collaborators)].map((name) => ({ user_id: people[name]!.id })),
        { user_id: people.admin!.id, space_role_type: 2 },
      ],
    })
    enterpriseId = (await people.owner!.api.enterprise.create({ name: 'Matrix' })).enterprise_id
    for (const [name, role] of Object.entries(enterprisePeople)) {
      people[name] = await t.register(name.replaceAll(' ', '-'))
      await t.services.enterprises.addPerson(enterpriseId, { userId: people[name].id, roles: [role] })
    }
    await t.services.enterprises.changed(enterpriseId)
    const { token } = await people.owner!.api.serviceIdentity.create({
      name: 'Matrix',
      organization_id: await t.services.enterprises.rootOf(enterpriseId),
      permission: { enterprise_permission: { permission_list: [] } },
    })
    service = token
  })
  const roles = {
    anonymous: undefined,
    outsider: SpaceRole.default,
    member: SpaceRole.member,
    admin: SpaceRole.admin,
    owner: SpaceRole.owner,
  } as const
  /** One person of an enterprise per role. */
  const enterprisePeople: Record<string, EnterpriseRole> = Object.fromEntries(
    enterpriseRoles.map((role) => [`enterprise-${role}`, role]),
  )
  let service: string
  /** Members of the space with one of these roles on the resource itself. */
  const collaborators = { editor: 'BotEditor', developer: 'BotDeveloper', operator: 'BotOperator' } as const
  type Role = keyof typeof roles

  const kindOf = ({ on }: Pick<Exclude<Access, string>, 'on'>) => (on === 'resource' ? 'bot' : on) as ResourceKind
  /** Resources that no call has changed, by kind: a call refused for its caller or input leaves them unchanged. */
  const untouched = new Map<ResourceKind, string>()
  const refusals = new Set([400, 401, 403])
  /** A resource of the kind in the rule, created by an outsider. */
  async function thing(on: Exclude<Access, string>['on']): Promise<string | undefined> {
    if (on === 'space') return spaceId
    if (on === 'enterprise') return enterpriseId
    if ((partKinds as readonly string[]).includes(on)) return undefined
    const kind = kindOf({ on })
    const known = untouched.get(kind)
    if (known) return known
    const made = { kind, spaceId, ownerId: people.instance!.id, name: 'Matrix thing' }
    const { id } = await t.services.resources.create(made)
    untouched.set(kind, id)
    return id
  }
  const inputFor = (op: Op, id: string | undefined) => {
    const input: Record<string, unknown> = {}
    if (typeof op.access === 'object' && id) {
      const keys = op.access.id.split('.')
      keys.reduce<Record<string, unknown>>(
        (at, key, index) => (at[key] = index === keys.length - 1 ? id : {}) as Record<string, unknown>,
        input,
      )
    }
    return input
  }
  async function call(op: Op, who: Person | undefined, input: Record<string, unknown>) {
    const { method, path } = op.routes[0]!
    const url = path.replace(/[{*](\w+)\}?/g, (_, key: string) => String(input[key] ?? '1'))
    const query =
      method === 'GET' || method === 'DELETE'
        ? `?${new URLSearchParams(
            Object.entries(input)
              .filter(([key]) => !path.includes(`{${key}}`))
              .map(([key, value]) => [key, String(value)]),
          )}`
        : ''
    const headers: Record<string, string> = {
      'x-requested-with': 'XMLHttpRequest',
      ...(who && { cookie: who.cookie() }),
    }
    let body: BodyInit | undefined
    if (method !== 'GET' && op.body === 'form') {
      const form = new FormData()
      for (const [key, value] of Object.entries(input)) form.set(key, String(value))
      body = form
    } else if (method !== 'GET') {
      headers['content-type'] = 'application/json'
      body = JSON.stringify(input)
    }
    const response = await t.request(url + query, { method, headers, body })
    const isJson = (response.headers.get('content-type') ?? '').includes('json')
    return {
      status: response.status,
      body: isJson ? ((await response.json()) as { code: number; msg: string }) : { code: 0, msg: '' },
    }
  }
  const ended = new Set([
    'passport.logout',
    'promptMembers.logout',
    'enterprisePeople.leave',
    'space.exit',
    'space.remove',
    'space.transfer',
  ])

  for (const { domain, name, op } of ops) {
    const id = `${domain}.${name}`
    if (ended.has(id)) continue
    for (const role of Object.keys(roles) as Role[])
      test(`${id}: ${role}`, async () => {
        const rule = op.access
        const target = typeof rule === 'object' ? await thing(rule.on) : undefined
        const { status, body } = await call(op, people[role], inputFor(op, target))
        if (typeof rule === 'object' && role !== 'outsider' && !refusals.has(status)) untouched.delete(kindOf(rule))
        expect(status, body.msg).not.toBe(500)
        // The call requires a key that belongs to no account.
        if (rule === 'public' && op.ownAuthorization && status === 401) return
        if (rule === 'public')
          return expect([401, 403], body.msg).not.toContain(
            status === 403 && body.code !== ErrorCode.kit.noAccess ? 0 : status,
          )
        if (role === 'anonymous')
          return expect(body).toMatchObject({
            code: /^\/(v|open_api)/.test(op.routes[0]!.path) ? 4100 : ErrorCode.kit.notSignedIn,
          })
        if (rule === 'user' || rule === 'visitor' || (typeof rule === 'object' && target === undefined))
          return expect(status).not.toBe(401)
        if (rule === 'instance') return expect(status).toBe(403)
        // Only members of an enterprise can see it; the owner of the space is its super admin here.
        if (rule.on === 'enterprise' && role !== 'owner') return expect(status).toBe(404)
        if (rule.on === 'enterprise') return expect([401, 403, 404], body.msg).not.toContain(status)
        if (role === 'outsider') return expect(status).toBe(404)
        const allowed =
          rule.on === 'space'
            ? maySpace(roles[role]!, SpaceType.team, rule.can as SpaceAction)
            : mayResource(
                kindOf(rule),
                { spaceType: SpaceType.team, spaceRole: roles[role]!, isOwner: false, roles: [] },
                rule.can as ResourceAction,
              )
        if (allowed) expect([401, 403], body.msg).not.toContain(status)
        else expect(status, body.msg).toBe(403)
      })
  }

  /** Calls on resources that have collaborators. */
  const shared = ops.filter(
    ({ op: { access } }) =>
      typeof access === 'object' && (collaborativeKinds as readonly string[]).concat('resource').includes(access.on),
  )
  const sharedThings = new Map<string, string>()
  /** One resource of each kind is used for all calls: no collaborator may delete it. */
  async function sharedThing(kind: ResourceKind, name: string, role: string): Promise<string> {
    const known = sharedThings.get(`${kind} ${name}`)
    if (known) return known
    const id = (await thing(kind as 'bot'))!
    untouched.delete(kind)
    await t.services.collaborators.add(id, kind, people[name]!.id, [role], people.instance!.id)
    sharedThings.set(`${kind} ${name}`, id)
    return id
  }
  describe.each(Object.entries(collaborators))('for a collaborator: %s', (name, role) => {
    test.each(shared.map(({ domain, name: call, op }) => [`${domain}.${call}`, op] as const))('%s', async (_, op) => {
      const rule = op.access as Exclude<Access, string>
      const target = await sharedThing(kindOf(rule), name, role)
      const { status, body } = await call(op, people[name], inputFor(op, target))
      const standing = { spaceType: SpaceType.team, spaceRole: SpaceRole.member, isOwner: false, roles: [role] }
      if (mayResource(kindOf(rule), standing, rule.can as ResourceAction))
        expect([401, 403, 500], body.msg).not.toContain(status)
      else expect(status, body.msg).toBe(403)
    })
  })

  const ofEnterprise = ops.filter(({ op: { access } }) => typeof access === 'object' && access.on === 'enterprise')
  /** Calls that end the enterprise or a membership are tested in their own domains. */
  const endings = new Set(['enterprise.close', 'enterprisePeople.leave'])
  describe.each(enterpriseRoles)('for a person of an enterprise: %s', (role) => {
    test.each(
      ofEnterprise
        .filter(({ domain, name }) => !endings.has(`${domain}.${name}`))
        .map(({ domain, name, op }) => [`${domain}.${name}`, op] as const),
    )('%s', async (_, op) => {
      const rule = op.access as { can: EnterpriseAction }
      const { status, body } = await call(op, people[`enterprise-${role}`], inputFor(op, enterpriseId))
      if (mayEnterprise([role], rule.can)) expect([401, 403, 500], body.msg).not.toContain(status)
      else expect(status, body.msg).toBe(403)
    })
  })
  test('a service identity cannot call operations of its enterprise outside of its scopes', async () => {
    for (const { op } of ofEnterprise) {
      const { method, path } = op.routes[0]!
      const response = await t.request(`${path}?enterprise_id=${enterpriseId}`, {
        method,
        headers: { authorization: `Bearer ${service}`, 'content-type': 'application/json' },
        ...(method !== 'GET' && { body: JSON.stringify({ enterprise_id: enterpriseId }) }),
      })
      expect(response.status, path).toBe(403)
    }
  })

  test.each(
    ops
      .filter(({ op }) => !op.input.safeParse({}).success && op.body === 'json')
      .map(({ domain, name, op }) => [`${domain}.${name}`, op] as const),
  )('%s refuses bad input with a message that names the field', async (_, op) => {
    const target = typeof op.access === 'object' ? await thing(op.access.on) : undefined
    const input = inputFor(op, target)
    const parsed = op.input.safeParse(input)
    if (parsed.success) return
    const { status, body } = await call(op, people.instance!, input)
    // The instance owner is not a member of the space, so calls outside of spaces must be refused for their input.
    // A part has no resource here, so its missing id is what is refused.
    if (typeof op.access === 'object' && target !== undefined) return expect(status).toBe(404)
    // Path parameters are never missing: a valid one names a resource that does not exist.
    const isInPath = op.routes[0]!.path.includes(`{${String(parsed.error.issues[0]!.path[0])}}`)
    if (isInPath && status !== 400) return expect(status).toBe(404)
    expect(status).toBe(400)
    expect(body.msg).toMatch(new RegExp(`^${String(parsed.error.issues[0]!.path[0])}`))
  })
})
