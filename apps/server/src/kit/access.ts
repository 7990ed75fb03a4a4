import {
  type Access as AccessRule,
  type EnterpriseAction,
  type EnterpriseRole,
  isId,
  isOpenWhileClosing,
  mayEnterprise,
  mayResource,
  maySpace,
  type PartKind,
  partKinds,
  type ResourceAction,
  type ResourceKind,
  type SpaceAction,
  SpaceRole,
  SpaceType,
  type StandingRole,
} from '@orrery/contract'
import { accessErrors } from './access-errors.ts'
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
  isTester?: boolean
  /** The company that the space belongs to. */
  enterpriseId: string | null
  /** A collaborator on one resource of the space, without being a member of the space. */
  isGuest?: boolean
}
/** The roles of a person in an enterprise; absent for outsiders and for people who are suspended there. */
export interface EnterpriseStanding {
  roles: readonly EnterpriseRole[]
  isClosing: boolean
}
type Target = ResourceKind | PartKind | 'resource'
type Action = ResourceAction | SpaceAction

export interface Access {
  /** Registers how the id of a part leads to the id of its resource. */
  registerPart(kind: PartKind, resourceOf: (id: string) => Promise<string | undefined>): void
  /** Hides some resources of a kind from testers. */
  hideFromTesters(kind: ResourceKind, isHidden: (id: string) => Promise<boolean>): void
  /** Lets everyone on the instance read some resources of a kind, through the calls that opt in to this. */
  openToAll(kind: ResourceKind, isOpen: (id: string) => Promise<boolean>): void
  /** Applies the access rule of an operation; returns where the resource lives. */
  check(actor: Actor, rule: AccessRule, input: unknown): Promise<Located | undefined>
  /** For handlers that come across further ids while they work (batches, references). */
  require(actor: Actor, target: Target, id: string, action: Action): Promise<Located>
  can(actor: Actor, target: Target, id: string, action: Action): Promise<boolean>
  /** For screens that show what can be done: answers for all actions on one resource at the cost of one check. */
  rightsOn(actor: Actor, id: string): Promise<(action: ResourceAction) => boolean>
  /** Checks an action on an enterprise. Outsiders, and tokens without access to it, get "not found". */
  requireEnterprise(actor: Actor, id: string, action: EnterpriseAction): Promise<EnterpriseStanding>
  canEnterprise(actor: Actor, id: string, action: EnterpriseAction): Promise<boolean>
  /** For work on behalf of a person outside of a call: without a token and without rights over the instance. */
  canUser(userId: string, target: Target, id: string, action: Action): Promise<boolean>
}
export interface AccessDeps {
  locateSpace(id: string): Promise<Located | undefined>
  locateResource(id: string): Promise<Located | undefined>
  /** Like `locateResource`, bypassing its cache. */
  readLocation(id: string): Promise<unknown>
  membership(userId: string, spaceId: string): Promise<Membership | undefined>
  /** The roles a person has as a collaborator of the resource or of the project that contains it. */
  rolesOf(resourceId: string, userId: string): Promise<readonly StandingRole[]>
  /** The enterprise of a resource for a collaborator from outside its space; undefined for everybody else. */
  guestOf(resourceId: string, userId: string): Promise<string | undefined>
  enterpriseStanding(userId: string, enterpriseId: string): Promise<EnterpriseStanding | undefined>
  /** Throws when the caller breaks the enterprise's rules about sessions, networks or second factors. */
  requireSecure(actor: Actor, enterpriseId: string): Promise<void>
}

export function createAccess(deps: AccessDeps): Access {
  const parts = new Map<string, (id: string) => Promise<string | undefined>>()
  const hidden = new Map<ResourceKind, (id: string) => Promise<boolean>>()
  const open = new Map<ResourceKind, (id: string) => Promise<boolean>>()

  async function locate(target: Target, id: string): Promise<Located | undefined> {
    if (target === 'space') return deps.locateSpace(id)
    const isPart = (partKinds as readonly string[]).includes(target)
    const resourceId = isPart ? await parts.get(target)?.(id) : id
    // A missing part costs the same queries as an existing one of somebody else.
    const located = await deps.locateResource(resourceId ?? id)
    if (resourceId === undefined) return undefined
    // The id of a bot finds nothing where a workflow is expected.
    return located && !isPart && target !== 'resource' && located.kind !== target ? undefined : located
  }

  /** The membership in the space of a resource; for a collaborator from outside, a guest membership. */
  async function membershipAt(actor: Actor, target: Target, id: string, located: Located | undefined) {
    const member = await deps.membership(actor.userId, located?.spaceId ?? id)
    if (member || target === 'space') return member
    // Also queried for missing resources: the response time must not reveal whether a resource exists.
    const enterpriseId = await deps.guestOf(located?.id ?? id, actor.userId)
    return enterpriseId === undefined
      ? undefined
      : { role: SpaceRole.default, type: SpaceType.team, enterpriseId, isGuest: true }
  }

  async function require(actor: Actor, target: Target, id: string, action: Action): Promise<Located> {
    const located = await locate(target, id)
    const member: Membership | undefined = await membershipAt(actor, target, id, located)
    // Outsiders, and tokens of another space, get "not found".
    if (
      !located ||
      !member ||
      !reaches(actor, located.spaceId, member) ||
      !mayTalkWith(actor, located) ||
      // A visitor may only talk to the bot, not look up conversations of others.
      (actor.token?.visitor && target !== 'bot')
    ) {
      // Existing locations are cached and missing ones are not. Read again, so that the response time does not differ.
      if (located && target !== 'space') await deps.readLocation(located.id)
      throw errors.notFound({ what: target })
    }
    if (member.enterpriseId !== null) await deps.requireSecure(actor, member.enterpriseId)
    if (member.isTester && (await hidden.get(located.kind)?.(located.id))) throw errors.notFound({ what: target })
    if (!(await allowed(actor, located, member, action))) throw errors.noAccess()
    return located
  }

  const standingOf = (actor: Actor, located: Located, member: Membership) => ({
    spaceType: member.type,
    spaceRole: member.role,
    isOwner: located.ownerId === actor.userId || located.projectOwnerId === actor.userId,
    roles: [] as readonly StandingRole[],
    isTester: member.isTester,
    isGuest: member.isGuest,
  })
  async function allowed(actor: Actor, located: Located, member: Membership, action: Action): Promise<boolean> {
    if (located.kind === 'space') return maySpace(member.role, member.type, action as SpaceAction, member.isTester)
    const standing = standingOf(actor, located, member)
    if (mayResource(located.kind, standing, action as ResourceAction)) return true
    return mayResource(
      located.kind,
      { ...standing, roles: await deps.rolesOf(located.id, actor.userId) },
      action as ResourceAction,
    )
  }

  async function requireEnterprise(actor: Actor, id: string, action: EnterpriseAction) {
    const standing = await deps.enterpriseStanding(actor.userId, id)
    if (!standing || !reachesEnterprise(actor, id)) throw errors.notFound({ what: 'enterprise' })
    if (!mayEnterprise(standing.roles, action)) throw accessErrors.noAccess()
    // The name of the enterprise and leaving it stay available, so that people learn what is required of them.
    if (action !== 'view' && action !== 'leave') await deps.requireSecure(actor, id)
    if (standing.isClosing && !isOpenWhileClosing(action)) throw accessErrors.closing()
    return standing
  }

  const can: Access['can'] = (actor, target, id, action) =>
    require(actor, target, id, action).then(
      () => true,
      () => false,
    )
  return {
    registerPart: (kind, resourceOf) => void parts.set(kind, resourceOf),
    hideFromTesters: (kind, isHidden) => void hidden.set(kind, isHidden),
    openToAll: (kind, isOpen) => void open.set(kind, isOpen),
    require,
    can,
    requireEnterprise,
    canEnterprise: (actor, id, action) =>
      requireEnterprise(actor, id, action).then(
        () => true,
        () => false,
      ),
    async rightsOn(actor, id) {
      const located = await locate('resource', id)
      const member = await membershipAt(actor, 'resource', id, located)
      if (!located || !member || !reaches(actor, located.spaceId, member) || !mayTalkWith(actor, located))
        return () => false
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
      if (id === undefined) return undefined
      if (rule.on !== 'enterprise') {
        if ('open' in rule && rule.open && !actor.token) {
          const located = await locate(rule.on, id)
          // Members take the usual path with its further checks. Missing resources cost the same queries.
          const isMember = located && (await deps.membership(actor.userId, located.spaceId)) !== undefined
          const isOpen = !isMember && (await open.get(located?.kind ?? (rule.on as ResourceKind))?.(located?.id ?? id))
          if (located && isOpen) return located
        }
        return require(actor, rule.on, id, rule.can)
      }
      await requireEnterprise(actor, id, rule.can)
      return undefined
    },
  }
}

/**
 * A token reaches only its spaces. A token created inside an enterprise opens no private work unless its owner allows
 * it, and a private token opens nothing of an enterprise unless it was carried over when the space moved in.
 */
export function reachesSpace(
  { token }: Pick<Actor, 'token'>,
  spaceId: string,
  { enterpriseId }: Pick<Membership, 'enterpriseId'>,
): boolean {
  if (!token) return true
  if (token.spaces !== 'all' && !token.spaces.has(spaceId)) return false
  if (enterpriseId === null) return token.enterprise === undefined || token.reachesOwn === true
  return token.enterprise === enterpriseId || token.carried?.has(spaceId) === true
}

/** A service identity reaches a resource that was shared with it directly, whatever the spaces of its token. */
const reaches = (actor: Actor, spaceId: string, member: Membership) =>
  member.isGuest && actor.token?.isService
    ? actor.token.enterprise === member.enterpriseId
    : reachesSpace(actor, spaceId, member)

/** Some tokens are restricted to a few bots. */
const mayTalkWith = ({ token }: Actor, { kind, id }: Located) => !token?.bots || (kind === 'bot' && token.bots.has(id))

/** Private tokens have no access to an enterprise. */
const reachesEnterprise = ({ token }: Actor, enterpriseId: string) => !token || token.enterprise === enterpriseId

/** The id at a dotted path of the input. Unusable ids are left to validation. */
function idAt(input: unknown, path: string): string | undefined {
  let at: unknown = input
  for (const key of path.split('.'))
    at = typeof at === 'object' && at !== null ? (at as Record<string, unknown>)[key] : undefined
  const text = typeof at === 'number' ? String(at) : at
  return typeof text === 'string' && isId(text) ? text : undefined
}
