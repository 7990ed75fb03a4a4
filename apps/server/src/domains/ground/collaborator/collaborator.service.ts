import { type CollaboratorRole, collaboratorRoles, type ResourceKind, type StandingRole } from '@orrery/contract'
import { and, asc, eq, sql } from 'drizzle-orm'
import type { Membership } from '#kit/access.ts'
import type { Clock } from '#kit/clock.ts'
import type { Db } from '#kit/db.ts'
import { AppError } from '#kit/errors.ts'
import type { AuditService } from '#domains/ground/audit/audit.service.ts'
import type { PassportService } from '#domains/ground/passport/passport.service.ts'
import type { SessionService } from '#domains/ground/passport/session.service.ts'
import type { ResourceService } from '#domains/ground/resource/resource.service.ts'
import { collaboratorErrors } from './collaborator.errors.ts'
import { collaborationClosed, collaborator } from './collaborator.table.ts'
import type { GroupCollaborators } from './group-collaborators.ts'

export const MAX_COLLABORATORS = 100
export interface CollaboratorDeps {
  db: Db
  resources: ResourceService
  people: Pick<PassportService, 'getMany'>
  sessions: Pick<SessionService, 'interrupt'>
  membership(userId: string, spaceId: string): Promise<Membership | undefined>
  /** Whether a user who is not a member of the space belongs to its enterprise. */
  isKnownTo(userId: string, spaceId: string): Promise<boolean>
  groups: GroupCollaborators
  audit: AuditService
  clock: Clock
  /** Collaboration modes, stored by the domain of the resource. */
  modes: CollaborationModes
}
interface CollaborationModes {
  /** Whether collaborators may currently edit the workflow. */
  isWorkflowOpen(workflowId: string): Promise<boolean>
  setWorkflowOpen(workflowId: string, isOpen: boolean): Promise<unknown>
  /** Called when a user stops editing a bot; the user's draft is stored. */
  collaboratorLeft(botId: string, userId: string): Promise<unknown>
}

/** Collaboration on bots, workflows and projects: one implementation for all three kinds. */
export function createCollaboratorService({
  db,
  resources,
  people,
  sessions,
  membership,
  isKnownTo,
  groups,
  audit,
  clock,
  modes,
}: CollaboratorDeps) {
  const item = (resourceId: string, userId: string) =>
    and(eq(collaborator.resourceId, resourceId), eq(collaborator.userId, userId))
  const find = async (resourceId: string, userId: string) =>
    (await db.select().from(collaborator).where(item(resourceId, userId)))[0]
  const rows = (resourceId: string) =>
    db
      .select()
      .from(collaborator)
      .where(eq(collaborator.resourceId, resourceId))
      .orderBy(asc(collaborator.addedAt), asc(collaborator.userId))

  async function head(resourceId: string, kind: ResourceKind) {
    const found = await resources.get(resourceId)
    if (!found || found.kind !== kind) throw collaboratorErrors.wrongKind()
    return found
  }

  async function isOpen(resourceId: string, kind: ResourceKind): Promise<boolean> {
    if (kind === 'workflow') return modes.isWorkflowOpen(resourceId)
    return (await db.$count(collaborationClosed, eq(collaborationClosed.resourceId, resourceId))) === 0
  }
  async function storeOpen(resourceId: string, kind: ResourceKind, willBeOpen: boolean) {
    if (kind === 'workflow') return modes.setWorkflowOpen(resourceId, willBeOpen)
    const closed = { resourceId, closedAt: clock.now() }
    return willBeOpen
      ? db.delete(collaborationClosed).where(eq(collaborationClosed.resourceId, resourceId))
      : db.insert(collaborationClosed).values(closed).onConflictDoNothing()
  }
  /** The user's roles on the resource itself, without those on its project. */
  async function ownRoles(resourceId: string, kind: ResourceKind, userId: string): Promise<readonly StandingRole[]> {
    const roles = [...((await find(resourceId, userId))?.roles ?? []), ...(await groups.rolesOf(resourceId, userId))]
    if (!roles.length) return []
    return (await isOpen(resourceId, kind)) ? (roles as CollaboratorRole[]) : ['Reader']
  }

  async function add(resourceId: string, kind: ResourceKind, userId: string, roles: string[], actorId: string) {
    const resource = await head(resourceId, kind)
    if (resource.ownerId === userId) throw collaboratorErrors.isOwner()
    if (!(await membership(userId, resource.spaceId)) && !(await isKnownTo(userId, resource.spaceId)))
      throw collaboratorErrors.notInSpace()
    if ((await rows(resourceId)).length >= MAX_COLLABORATORS) throw collaboratorErrors.limit({ max: MAX_COLLABORATORS })
    const added = await db
      .insert(collaborator)
      .values({ resourceId, userId, roles, addedBy: actorId, addedAt: clock.now() })
      .onConflictDoNothing()
      .returning({ id: collaborator.userId })
    if (!added.length) throw collaboratorErrors.already()
    // Adding a collaborator reopens the resource for collaboration.
    await storeOpen(resourceId, kind, true)
    await audit.record({
      actorId,
      spaceId: resource.spaceId,
      action: 'collaborator.add',
      target: userId,
      detail: { kind, resourceId, roles },
    })
  }

  /** Removes a user who leaves a space from the collaborators of all its resources. */
  async function dropIn(spaceId: string, userId: string): Promise<number> {
    const gone = await db
      .delete(collaborator)
      .where(
        and(
          eq(collaborator.userId, userId),
          sql`EXISTS (SELECT FROM public.resource r WHERE r.id = ${collaborator.resourceId} AND r.space_id = ${spaceId})`,
        ),
      )
      .returning({ id: collaborator.resourceId })
    for (const { id } of gone) await modes.collaboratorLeft(id, userId)
    return gone.length
  }

  /** Removes a user who leaves an enterprise from the resources they worked on as a guest. */
  async function dropInEnterprise(enterpriseId: string, userId: string): Promise<number> {
    const gone = await db
      .delete(collaborator)
      .where(
        and(
          eq(collaborator.userId, userId),
          sql`EXISTS (SELECT FROM public.resource r JOIN space s ON s.id = r.space_id
            WHERE r.id = ${collaborator.resourceId} AND s.enterprise_id = ${enterpriseId})`,
        ),
      )
      .returning({ id: collaborator.resourceId })
    return gone.length
  }

  /** Adds a group as a collaborator; its members have the roles while they are in the group. */
  async function addGroup(resourceId: string, kind: ResourceKind, groupId: string, roles: string[], actorId: string) {
    const resource = await head(resourceId, kind)
    const name = await groups.nameIn(groupId, resource.spaceId)
    if (name === undefined) throw collaboratorErrors.groupElsewhere()
    if (!(await groups.add(resourceId, groupId, roles, actorId))) throw collaboratorErrors.already()
    await storeOpen(resourceId, kind, true)
    const { spaceId } = resource
    const detail = { kind, resourceId, roles, name }
    await audit.record({ actorId, spaceId, action: 'collaborator.add_group', target: groupId, detail })
  }
  async function removeGroup(resourceId: string, kind: ResourceKind, groupId: string, actorId: string) {
    const { spaceId } = await head(resourceId, kind)
    const name = await groups.nameIn(groupId, spaceId)
    const members = await groups.remove(resourceId, groupId)
    if (!members) throw collaboratorErrors.notACollaborator()
    const detail = { kind, resourceId, name }
    await audit.record({ actorId, spaceId, action: 'collaborator.remove_group', target: groupId, detail })
    for (const userId of members) await sessions.interrupt(userId)
  }

  async function remove(resourceId: string, kind: ResourceKind, userId: string, actorId: string) {
    const resource = await head(resourceId, kind)
    const gone = await db.delete(collaborator).where(item(resourceId, userId)).returning({ id: collaborator.userId })
    if (!gone.length) throw collaboratorErrors.notACollaborator()
    if (kind === 'bot') await modes.collaboratorLeft(resourceId, userId)
    await audit.record({
      actorId,
      spaceId: resource.spaceId,
      action: 'collaborator.remove',
      target: userId,
      detail: { kind, resourceId },
    })
    await sessions.interrupt(userId)
  }

  /** Runs `act` for each id; returns the ids that succeeded, and an error for each of the others. */
  async function tryAll(ids: string[], act: (id: string) => Promise<void>) {
    const succeeded: string[] = []
    const failed: { id: string; error: AppError }[] = []
    for (const id of new Set(ids)) {
      const error = await attempt(() => act(id))
      if (error) failed.push({ id, error })
      else succeeded.push(id)
    }
    return { succeeded, failed }
  }

  return {
    dropIn,
    dropInEnterprise,
    add,
    remove,
    addGroup,
    removeGroup,
    addGroups: (resourceId: string, kind: ResourceKind, ids: string[], roles: string[], actorId: string) =>
      tryAll(ids, (id) => addGroup(resourceId, kind, id, roles, actorId)),
    removeGroups: (resourceId: string, kind: ResourceKind, ids: string[], actorId: string) =>
      tryAll(ids, (id) => removeGroup(resourceId, kind, id, actorId)),
    async modifyGroup(resourceId: string, kind: ResourceKind, groupId: string, roles: string[], actorId: string) {
      const { spaceId } = await head(resourceId, kind)
      if (!(await groups.modify(resourceId, groupId, roles))) throw collaboratorErrors.notACollaborator()
      const detail = { kind, resourceId, roles, name: await groups.nameIn(groupId, spaceId) }
      await audit.record({ actorId, spaceId, action: 'collaborator.modify_group', target: groupId, detail })
    },
    rolesOfGroup: groups.rolesOfGroup,
    guestOf: groups.guestOf,
    sharedWith: groups.sharedWith,
    async modify(resourceId: string, kind: ResourceKind, userId: string, roles: string[], actorId: string) {
      const resource = await head(resourceId, kind)
      if (!(await find(resourceId, userId))) throw collaboratorErrors.notACollaborator()
      await db.update(collaborator).set({ roles }).where(item(resourceId, userId))
      await audit.record({
        actorId,
        spaceId: resource.spaceId,
        action: 'collaborator.modify',
        target: userId,
        detail: { kind, resourceId, roles },
      })
    },
    addMany: (resourceId: string, kind: ResourceKind, userIds: string[], roles: string[], actorId: string) =>
      tryAll(userIds, (userId) => add(resourceId, kind, userId, roles, actorId)),
    async removeMany(resourceId: string, kind: ResourceKind, userIds: string[], actorId: string) {
      const results = await Promise.all(
        [...new Set(userIds)].map(async (id) => ({
          id,
          error: await attempt(() => remove(resourceId, kind, id, actorId)),
        })),
      )
      return {
        removed: results.filter((r) => !r.error).map((r) => r.id),
        failed: results.filter((r) => r.error).map((r) => r.id),
      }
    },
    /** Roles on the resource and on the project that contains it; the owner of that project has all roles. */
    async rolesOf(resourceId: string, userId: string): Promise<readonly StandingRole[]> {
      const resource = await resources.get(resourceId)
      if (!resource) return []
      const own = await ownRoles(resourceId, resource.kind, userId)
      const { projectId } = resource
      if (!projectId) return own
      if ((await resources.get(projectId))?.ownerId === userId) return collaboratorRoles
      return [...own, ...(await ownRoles(projectId, 'project', userId))]
    },
    /** The stored roles of a collaborator, to check who may change them. */
    rolesOfMember: async (resourceId: string, userId: string) =>
      ((await find(resourceId, userId))?.roles ?? []) as CollaboratorRole[],
    async setOpen(resourceId: string, kind: ResourceKind, willBeOpen: boolean, actorId: string) {
      const resource = await head(resourceId, kind)
      if ((await isOpen(resourceId, kind)) === willBeOpen) return
      await storeOpen(resourceId, kind, willBeOpen)
      await audit.record({
        actorId,
        spaceId: resource.spaceId,
        action: willBeOpen ? 'collaborator.open' : 'collaborator.close',
        target: resourceId,
        detail: { kind, name: resource.name },
      })
    },
    /** The owner first, then the collaborators in the order in which they were added. */
    async list(resourceId: string) {
      const resource = (await resources.get(resourceId))!
      const collaborators = await rows(resourceId)
      const users = new Map(
        (await people.getMany([resource.ownerId, ...collaborators.map((row) => row.userId)])).map((user) => [
          user.id,
          user,
        ]),
      )
      return {
        kind: resource.kind,
        spaceId: resource.spaceId,
        isOpen: await isOpen(resourceId, resource.kind),
        owner: users.get(resource.ownerId)!,
        groups: await groups.listOf(resourceId),
        others: collaborators.flatMap((row) =>
          users.has(row.userId) ? [{ user: users.get(row.userId)!, roles: row.roles as CollaboratorRole[] }] : [],
        ),
      }
    },
  }
}
export type CollaboratorService = ReturnType<typeof createCollaboratorService>

/** Returns the AppError that `act` throws, if any; rethrows all other errors. */
async function attempt(act: () => Promise<void>): Promise<AppError | undefined> {
  try {
    await act()
    return undefined
  } catch (cause) {
    if (cause instanceof AppError) return cause
    throw cause
  }
}
