import {
  type Access as AccessRule,
  isId,
  mayResource,
  maySpace,
  type PartKind,
  partKinds,
  type ResourceAction,
  type ResourceKind,
  type SpaceAction,
  type SpaceRole,
  type SpaceType,
  type StandingRole,
} from '@orrery/contract'
import { errors } from './errors.ts'
import type { Actor } from './http/context.ts'

/** Where a resource lives and who owns it. */
export interface Located {
  kind: ResourceKind
  id: string
  spaceId: string
  ownerId: string
  /** Owner of the project that contains it; treated as an owner. */
  projectOwnerId?: string | null
}
export interface Membership {
  role: SpaceRole
  type: SpaceType
}
type Target = ResourceKind | PartKind | 'resource'
type Action = ResourceAction | SpaceAction

export interface Access {
  /** How to get from the id of a part to its resource. */
  registerPart(kind: PartKind, resourceOf: (id: string) => Promise<string | undefined>): void
  /** Applies an operation's rule; answers where the thing lives. */
  check(actor: Actor, rule: AccessRule, input: unknown): Promise<Located | undefined>
  /** For handlers that meet further ids on their way (batches, references). */
  require(actor: Actor, target: Target, id: string, action: Action): Promise<Located>
  can(actor: Actor, target: Target, id: string, action: Action): Promise<boolean>
  /** For screens that show what can be done: all answers about one resource at the price of one. */
  rightsOn(actor: Actor, id: string): Promise<(action: ResourceAction) => boolean>
  /** For work in the name of a person, outside of a call: no token, and no rights over the instance. */
  canUser(userId: string, target: Target, id: string, action: Action): Promise<boolean>
}
export interface AccessDeps {
  locateSpace(id: string): Promise<Located | undefined>
  locateResource(id: string): Promise<Located | undefined>
  /** The same without its cache. */
  readLocation(id: string): Promise<unknown>
  membership(userId: string, spaceId: string): Promise<Membership | undefined>
  /** What a person is on one thing by being its collaborator, or that of the project it is in. */
  rolesOf(resourceId: string, userId: string): Promise<readonly StandingRole[]>
}

export function createAccess(deps: AccessDeps): Access {
  const parts = new Map<string, (id: string) => Promise<string | undefined>>()

  async function locate(target: Target, id: string): Promise<Located | undefined> {
    if (target === 'space') return deps.locateSpace(id)
    const isPart = (partKinds as readonly string[]).includes(target)
    const resourceId = isPart ? await parts.get(target)?.(id) : id
    // A part that is missing costs the same queries as one of others.
    const located = await deps.locateResource(resourceId ?? id)
    if (resourceId === undefined) return undefined
    // The id of a bot given where a workflow is expected finds nothing.
    return located && !isPart && target !== 'resource' && located.kind !== target ? undefined : located
  }

  async function require(actor: Actor, target: Target, id: string, action: Action): Promise<Located> {
    const located = await locate(target, id)
    const member = await deps.membership(actor.userId, located?.spaceId ?? id)
    // To an outsider, and to a token of another space, the thing does not exist.
    if (!located || !member || !reaches(actor, located.spaceId)) {
      // Where things are is cached, and that something is missing is not: the time it takes must not tell the two apart.
      if (located && target !== 'space') await deps.readLocation(located.id)
      throw errors.notFound({ what: target })
    }
    if (!(await allowed(actor, located, member, action))) throw errors.noAccess()
    return located
  }

  const standingOf = (actor: Actor, located: Located, member: Membership) => ({
    spaceType: member.type,
    spaceRole: member.role,
    isOwner: located.ownerId === actor.userId || located.projectOwnerId === actor.userId,
    roles: [] as readonly StandingRole[],
  })
  async function allowed(actor: Actor, located: Located, member: Membership, action: Action): Promise<boolean> {
    if (located.kind === 'space') return maySpace(member.role, member.type, action as SpaceAction)
    const standing = standingOf(actor, located, member)
    if (mayResource(located.kind, standing, action as ResourceAction)) return true
    return mayResource(
      located.kind,
      { ...standing, roles: await deps.rolesOf(located.id, actor.userId) },
      action as ResourceAction,
    )
  }

  const can: Access['can'] = (actor, target, id, action) =>
    require(actor, target, id, action).then(
      () => true,
      () => false,
    )
  return {
    registerPart: (kind, resourceOf) => void parts.set(kind, resourceOf),
    require,
    can,
    async rightsOn(actor, id) {
      const located = await locate('resource', id)
      const member = await deps.membership(actor.userId, located?.spaceId ?? id)
      if (!located || !member || !reaches(actor, located.spaceId)) return () => false
      const roles = await deps.rolesOf(id, actor.userId)
      const standing = { ...standingOf(actor, located, member), roles }
      return (action) => mayResource(located.kind, standing, action)
    },
    canUser: (userId, target, id, action) => can({ userId, isInstanceOwner: false }, target, id, action),
    async check(actor, rule, input) {
      if (rule === 'public' || rule === 'user' || rule === 'visitor') return undefined
      if (rule === 'instance') {
        if (!actor.isInstanceOwner || actor.token) throw errors.noAccess()
        return undefined
      }
      const id = idAt(input, rule.id)
      return id === undefined ? undefined : require(actor, rule.on, id, rule.can)
    },
  }
}

const reaches = ({ token }: Actor, spaceId: string) => !token || token.spaces === 'all' || token.spaces.has(spaceId)

/** The id at a dotted path of the input, when there is a usable one; bad ones are left to validation. */
function idAt(input: unknown, path: string): string | undefined {
  let at: unknown = input
  for (const key of path.split('.'))
    at = typeof at === 'object' && at !== null ? (at as Record<string, unknown>)[key] : undefined
  const text = typeof at === 'number' ? String(at) : at
  return typeof text === 'string' && isId(text) ? text : undefined
}
