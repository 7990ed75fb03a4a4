import {
  CollaborationResource,
  CollaborationRole,
  type CollaborativeKind,
  type CollaboratorRole,
  collaboratorRoles,
  type contract,
  mayGiveRole,
  PrincipalType,
  resourceActions,
} from '@orrery/contract'
import type { FileLinks } from '#kit/file-links.ts'
import type { Ctx, Handlers } from '#kit/http/context.ts'
import type { UserRow } from '#domains/ground/passport/passport.table.ts'
import { labelOf } from '#domains/ground/passport/shared/user-label.ts'
import { collaboratorErrors } from './collaborator.errors.ts'
import { type CollaboratorService, MAX_COLLABORATORS } from './collaborator.service.ts'

const kindOf = (type: number): CollaborativeKind =>
  (Object.keys(CollaborationResource) as CollaborativeKind[]).find((kind) => CollaborationResource[kind] === type)!
const roleNumbers: Record<string, (typeof CollaborationRole)[keyof typeof CollaborationRole]> = {
  BotEditor: CollaborationRole.botEditor,
  BotDeveloper: CollaborationRole.botDeveloper,
  BotOperator: CollaborationRole.botOperator,
}

interface Candidate {
  id: string
  name: string
  kind: 'user' | 'service' | 'group'
  userName: string
  avatarKey: string | null
  members?: number
}
export interface CollaboratorRoutesDeps {
  collaborators: CollaboratorService
  links: FileLinks
  /** People outside the space who may become collaborators; undefined if the space has no enterprise. */
  candidatesFor(spaceId: string, word: string): Promise<Candidate[] | undefined>
  /** Which of the users are members of the space. */
  membersAmong(spaceId: string, userIds: string[]): Promise<ReadonlySet<string>>
}

export function collaboratorRoutes({
  collaborators,
  links,
  candidatesFor,
  membersAmong,
}: CollaboratorRoutesDeps): Handlers<typeof contract.collaborator> {
  const group = ({ id, name }: { id: string; name: string }) => ({ id, name, avatar_url: '', user_name: '' })
  const person = (user: UserRow) => ({
    id: user.id,
    name: user.name,
    avatar_url: links.make(user.avatarKey),
    user_name: user.uniqueName,
    ...labelOf(user),
  })
  const user = (row: UserRow) => ({
    user_id: row.id,
    nickname: row.name,
    avatar_url: links.make(row.avatarKey),
    user_unique_name: row.uniqueName,
    ...labelOf(row),
  })
  const rolesFor = (types: string[] | undefined) =>
    (types?.length ? [...new Set(types)] : ['BotEditor']) as CollaboratorRole[]
  async function requireRoles(resourceId: string, roles: readonly CollaboratorRole[], ctx: Ctx) {
    const may = await ctx.access.rightsOn(ctx.actor!, resourceId)
    const role = roles.find((given) => !mayGiveRole(may, given))
    if (role) throw collaboratorErrors.roleTooHigh({ role })
  }
  return {
    sharing: async ({ resource }, ctx) => {
      const { kind, owner, others, groups, isOpen, spaceId } = await collaborators.list(resource.id)
      if (kind !== kindOf(resource.type)) throw collaboratorErrors.wrongKind()
      const may = await ctx.access.rightsOn(ctx.actor!, resource.id)
      const inside = await membersAmong(
        spaceId,
        others.map((other) => other.user.id),
      )
      return {
        is_open: isOpen,
        owner: person(owner),
        collaborators: [
          ...others.map((other) => ({
            person: person(other.user),
            principal_type: other.user.kind === 'service' ? PrincipalType.service : PrincipalType.user,
            roles: other.roles,
            is_guest: !inside.has(other.user.id),
          })),
          ...groups.map((one) => ({
            person: group(one),
            principal_type: PrincipalType.group,
            roles: one.roles as CollaboratorRole[],
            is_guest: false,
            members: one.members,
          })),
        ],
        rights: resourceActions.filter(may),
        assignable_roles: may('addCollaborator') ? collaboratorRoles.filter((role) => mayGiveRole(may, role)) : [],
      }
    },
    candidates: async ({ word }, ctx) => {
      const found = await candidatesFor(ctx.located!.spaceId, word)
      return {
        has_enterprise: found !== undefined,
        candidates: (found ?? []).map(({ id, name, kind, userName, avatarKey, members }) => ({
          person: { id, name, avatar_url: links.make(avatarKey), user_name: userName },
          principal_type: PrincipalType[kind],
          ...(members !== undefined && { members }),
        })),
      }
    },
    setOpen: async ({ resource, is_open }, ctx) => {
      await collaborators.setOpen(resource.id, kindOf(resource.type), is_open, ctx.userId)
      return { is_open }
    },
    add: async (input, ctx) => {
      const roles = rolesFor(input.collaborator_types)
      await requireRoles(input.resource.id, roles, ctx)
      const add = input.principal.type === PrincipalType.group ? collaborators.addGroup : collaborators.add
      await add(input.resource.id, kindOf(input.resource.type), input.principal.id, roles, ctx.userId)
      return {}
    },
    modify: async (input, ctx) => {
      const roles = rolesFor(input.collaborator_types)
      // The caller must also be allowed to assign the roles that are taken away.
      const isGroup = input.principal.type === PrincipalType.group
      const rolesOf = isGroup ? collaborators.rolesOfGroup : collaborators.rolesOfMember
      const before = (await rolesOf(input.resource.id, input.principal.id)) as CollaboratorRole[]
      await requireRoles(input.resource.id, [...roles, ...before], ctx)
      const modify = isGroup ? collaborators.modifyGroup : collaborators.modify
      await modify(input.resource.id, kindOf(input.resource.type), input.principal.id, roles, ctx.userId)
      return {}
    },
    remove: async (input, ctx) => {
      const remove = input.principal.type === PrincipalType.group ? collaborators.removeGroup : collaborators.remove
      await remove(input.resource.id, kindOf(input.resource.type), input.principal.id, ctx.userId)
      return {}
    },
    batchAdd: async (input, ctx) => {
      const roles = rolesFor(input.collaborator_types)
      await requireRoles(input.resource.id, roles, ctx)
      const addAll = input.principal_type === PrincipalType.group ? collaborators.addGroups : collaborators.addMany
      const { succeeded, failed } = await addAll(
        input.resource.id,
        kindOf(input.resource.type),
        input.principal_ids,
        roles,
        ctx.userId,
      )
      return {
        succeeded_ids: succeeded,
        failed: failed.map(({ id, error }) => ({ id, code: error.code, msg: error.text(ctx.locale) })),
        highest_error_code: Math.max(0, ...failed.map(({ error }) => error.code)),
        upgrade_info: { can_upgrade: false, current_collaborator_limit: MAX_COLLABORATORS },
      }
    },
    batchRemove: async (input, ctx) => {
      if (input.principal_type === PrincipalType.group) {
        const kind = kindOf(input.resource.type)
        const done = await collaborators.removeGroups(input.resource.id, kind, input.principal_ids, ctx.userId)
        return { removed_ids: done.succeeded, failed_ids: done.failed.map(({ id }) => id) }
      }
      const { removed, failed } = await collaborators.removeMany(
        input.resource.id,
        kindOf(input.resource.type),
        input.principal_ids,
        ctx.userId,
      )
      return { removed_ids: removed, failed_ids: failed }
    },
    listOfIntelligence: async (input) => {
      const { kind, owner, others } = await collaborators.list(input.intelligence_id)
      const isBot = kind === 'bot'
      const roles = (names: string[]) =>
        names.map((name) =>
          name === 'BotEditor' && !isBot
            ? CollaborationRole.projectEditor
            : (roleNumbers[name] ?? CollaborationRole.botEditor),
        )
      return {
        owner_info: user(owner),
        collaborator_info: others.map((other) => user(other.user)),
        collaboration_role_map: {
          [owner.id]: [isBot ? CollaborationRole.botOwner : CollaborationRole.projectOwner],
          ...Object.fromEntries(others.map((other) => [other.user.id, roles(other.roles)])),
        },
      }
    },
    listOfBot: async (input) => {
      const { owner, others } = await collaborators.list(input.bot_id)
      return {
        creator: person(owner),
        collaboration_list: others.map((other) => person(other.user)),
        collaborator_roles: Object.fromEntries(others.map((other) => [other.user.id, other.roles])),
      }
    },
    listOfWorkflow: async (input) => {
      const { owner, others, isOpen } = await collaborators.list(input.workflow_id)
      return {
        data: [
          { user: person(owner), owner: true },
          ...others.map((other) => ({ user: person(other.user), owner: false })),
        ],
        need_data_compensation: false,
        is_open: isOpen,
      }
    },
  }
}
