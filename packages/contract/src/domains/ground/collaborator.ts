import { z } from 'zod'
import { op } from '#kit.ts'
import { id, int } from '#shared/fields.ts'
import { collaboratorRoles, resourceActions } from '#shared/policy.ts'
import { userLabel } from '#shared/user-label.ts'
import { wireChoice } from '#shared/wire-enum.ts'

/** The platform's numbers of the resource types that can have collaborators. */
export const CollaborationResource = { bot: 4, workflow: 6, project: 19 } as const
const CollaboratorType = {
  bot_editor: 'BotEditor',
  bot_developer: 'BotDeveloper',
  bot_operator: 'BotOperator',
} as const
export const CollaborationRole = {
  projectOwner: 1,
  projectEditor: 2,
  botEditor: 3,
  botDeveloper: 4,
  botOperator: 5,
  botOwner: 6,
} as const

const resource = z.object({ id: id(), type: z.enum(CollaborationResource) })
/** A person, a service identity or a group of the enterprise. */
export const PrincipalType = { user: 1, service: 2, group: 3 } as const
const principal = z.object({ id: id(), type: z.enum(PrincipalType) })
const types = z.array(wireChoice(CollaboratorType)).max(3).optional()
const personSchema = z.object({
  id: z.string(),
  name: z.string(),
  avatar_url: z.string(),
  user_name: z.string(),
  user_label: userLabel,
})
const userSchema = z.object({
  user_id: z.string(),
  nickname: z.string(),
  avatar_url: z.string(),
  user_unique_name: z.string(),
  user_label: userLabel,
})
const failure = z.object({ id: z.string(), code: z.number(), msg: z.string() })

export const collaborator = {
  sharing: op('POST /api/permission/authz/get_sharing', {
    summary: 'List who works on a bot, workflow or project, and what you may do with it',
    summaryZh: '获取智能体、工作流或项目的协作者及你的权限',
    access: { on: 'resource', id: 'resource.id', can: 'view' },
    input: () => z.object({ resource }),
    output: () =>
      z.object({
        /** False: collaborators remain listed, but only the owner can make changes. */
        is_open: z.boolean(),
        owner: personSchema,
        collaborators: z.array(
          z.object({
            person: personSchema,
            principal_type: z.enum(PrincipalType),
            roles: z.array(z.enum(collaboratorRoles)),
            /** Not a member of the space: has access to nothing else in it. */
            is_guest: z.boolean(),
            /** Number of people in a group. */
            members: z.number().optional(),
          }),
        ),
        rights: z.array(z.enum(resourceActions)),
        /** The roles that the caller may assign. */
        assignable_roles: z.array(z.enum(collaboratorRoles)),
      }),
  }),
  candidates: op('POST /api/permission/authz/find_collaborators', {
    summary: 'Find people, groups and service identities of the enterprise who are not in the space',
    summaryZh: '查找企业中不在该空间的成员、用户组和服务身份',
    access: { on: 'resource', id: 'resource.id', can: 'addCollaborator' },
    input: () => z.object({ resource, word: z.string().trim().max(100).default('') }),
    output: () =>
      z.object({
        /** Whether the space belongs to an enterprise. */
        has_enterprise: z.boolean(),
        candidates: z.array(
          z.object({ person: personSchema, principal_type: z.enum(PrincipalType), members: z.number().optional() }),
        ),
      }),
  }),
  setOpen: op('POST /api/permission/authz/set_sharing', {
    summary: 'Open a bot, workflow or project to its collaborators, or close it',
    summaryZh: '开启或关闭智能体、工作流或项目的协作',
    access: { on: 'resource', id: 'resource.id', can: 'deleteCollaborator' },
    input: () => z.object({ resource, is_open: z.boolean() }),
    output: () => z.object({ is_open: z.boolean() }),
  }),
  add: op('POST /api/permission/authz/add_collaborator', {
    summary: 'Add a collaborator to a bot, workflow or project',
    summaryZh: '为智能体、工作流或项目添加协作者',
    access: { on: 'resource', id: 'resource.id', can: 'addCollaborator' },
    input: () => z.object({ resource, principal, collaborator_types: types }),
  }),
  modify: op('POST /api/permission/authz/modify_collaborator', {
    summary: 'Change the role of a collaborator',
    summaryZh: '修改协作者的角色',
    access: { on: 'resource', id: 'resource.id', can: 'addCollaborator' },
    input: () => z.object({ resource, principal, collaborator_types: types }),
  }),
  remove: op('POST /api/permission/authz/remove_collaborator', {
    summary: 'Remove a collaborator',
    summaryZh: '移除协作者',
    access: { on: 'resource', id: 'resource.id', can: 'deleteCollaborator' },
    input: () => z.object({ resource, principal }),
  }),
  batchAdd: op('POST /api/permission/authz/batch_add_collaborator', {
    summary: 'Add several collaborators; reports who could not be added',
    summaryZh: '批量添加协作者，返回未能添加的人员',
    access: { on: 'resource', id: 'resource.id', can: 'addCollaborator' },
    input: () =>
      z.object({
        resource,
        principal_type: z.enum(PrincipalType),
        principal_ids: z.array(id()).min(1).max(100),
        collaborator_types: types,
      }),
    output: () =>
      z.object({
        succeeded_ids: z.array(z.string()),
        failed: z.array(failure),
        highest_error_code: z.number(),
        upgrade_info: z.object({ can_upgrade: z.boolean(), current_collaborator_limit: z.number() }),
      }),
  }),
  batchRemove: op('POST /api/permission/authz/batch_remove_collaborator', {
    summary: 'Remove several collaborators',
    summaryZh: '批量移除协作者',
    access: { on: 'resource', id: 'resource.id', can: 'deleteCollaborator' },
    input: () =>
      z.object({ resource, principal_type: z.enum(PrincipalType), principal_ids: z.array(id()).min(1).max(100) }),
    output: () => z.object({ removed_ids: z.array(z.string()), failed_ids: z.array(z.string()) }),
  }),
  listOfIntelligence: op('POST /api/intelligence_api/collaboration/list', {
    summary: 'List the owner and collaborators of a bot or project',
    summaryZh: '列出智能体或项目的所有者和协作者',
    access: { on: 'resource', id: 'intelligence_id', can: 'view' },
    input: () => z.object({ intelligence_id: id(), intelligence_type: int() }),
    output: () =>
      z.object({
        owner_info: userSchema,
        collaborator_info: z.array(userSchema),
        collaboration_role_map: z.record(z.string(), z.array(z.enum(CollaborationRole))),
      }),
  }),
  listOfBot: op('POST /api/playground_api/draftbot/collaboration', {
    summary: 'List the creator and collaborators of a bot',
    summaryZh: '列出智能体的创建者和协作者',
    access: { on: 'bot', id: 'bot_id', can: 'view' },
    input: () => z.object({ bot_id: id(), space_id: id() }),
    output: () =>
      z.object({
        creator: personSchema,
        collaboration_list: z.array(personSchema),
        collaborator_roles: z.record(z.string(), z.array(z.string())),
      }),
  }),
  listOfWorkflow: op('POST /api/workflow_api/list_collaborators', {
    summary: 'List the owner and collaborators of a workflow',
    summaryZh: '列出工作流的所有者和协作者',
    access: { on: 'workflow', id: 'workflow_id', can: 'view' },
    reply: 'flat',
    input: () => z.object({ workflow_id: id(), space_id: id() }),
    output: () =>
      z.object({
        data: z.array(z.object({ user: personSchema, owner: z.boolean() })),
        need_data_compensation: z.boolean(),
        /** False: collaborators stay but can only view, until collaboration is opened again. */
        is_open: z.boolean(),
      }),
  }),
}
