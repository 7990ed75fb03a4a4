import { CollaborationResource, CollaborationRole, type CollaborativeKind, type contract } from '@orrery/contract'
import type { FileLinks } from '#kit/file-links.ts'
import type { Handlers } from '#kit/http/context.ts'
import type { UserRow } from '#domains/ground/passport/passport.table.ts'
import { labelOf } from '#domains/ground/passport/shared/user-label.ts'
import { type CollaboratorService, MAX_COLLABORATORS } from './collaborator.service.ts'

const kindOf = (type: number): CollaborativeKind =>
  (Object.keys(CollaborationResource) as CollaborativeKind[]).find((kind) => CollaborationResource[kind] === type)!
const roleNumbers: Record<string, (typeof CollaborationRole)[keyof typeof CollaborationRole]> = {
  BotEditor: CollaborationRole.botEditor,
  BotDeveloper: CollaborationRole.botDeveloper,
  BotOperator: CollaborationRole.botOperator,
}

export function collaboratorRoutes(
  collaborators: CollaboratorService,
  links: FileLinks,
): Handlers<typeof contract.collaborator> {
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
  const rolesFor = (types: string[] | undefined) => (types?.length ? types : ['BotEditor'])
  return {
    add: async (input, ctx) => {
      await collaborators.add(
        input.resource.id,
        kindOf(input.resource.type),
        input.principal.id,
        rolesFor(input.collaborator_types),
        ctx.userId,
      )
      return {}
    },
    modify: async (input, ctx) => {
      await collaborators.modify(
        input.resource.id,
        kindOf(input.resource.type),
        input.principal.id,
        rolesFor(input.collaborator_types),
        ctx.userId,
      )
      return {}
    },
    remove: async (input, ctx) => {
      await collaborators.remove(input.resource.id, kindOf(input.resource.type), input.principal.id, ctx.userId)
      return {}
    },
    batchAdd: async (input, ctx) => {
      const { succeeded, failed } = await collaborators.addMany(
        input.resource.id,
        kindOf(input.resource.type),
        input.principal_ids,
        rolesFor(input.collaborator_types),
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
        isBot
          ? names.map((name) => roleNumbers[name] ?? CollaborationRole.botEditor)
          : [CollaborationRole.projectEditor]
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
