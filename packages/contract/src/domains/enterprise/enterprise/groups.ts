import { z } from 'zod'
import { op } from '#kit.ts'
import { id, int, name } from '#shared/fields.ts'
import { enterpriseUser } from './shapes.ts'

const manage = { on: 'enterprise', id: 'enterprise_id', can: 'managePeople' } as const
const view = { on: 'enterprise', id: 'enterprise_id', can: 'directory' } as const
const enterprise_id = id()
const managedBy = z.enum(['manual', 'sso', 'scim', 'ldap'])
/** Admin or member: a group never makes anybody the owner of a space. */
const spaceRole = int().pipe(z.union([z.literal(2), z.literal(3)]))
const organizationShape = z.object({
  organization_id: z.string(),
  parent_id: z.string(),
  name: z.string(),
  people: z.number(),
})

/** Groups of people that give access to spaces, and the tree of organisations. */
export const enterpriseGroups = {
  list: op('POST /api/enterprise/group/list', {
    summary: 'List the groups of an enterprise with what they open',
    summaryZh: '列出企业用户组及其空间权限',
    access: view,
    input: () => z.object({ enterprise_id }),
    output: () =>
      z.object({
        groups: z.array(
          z.object({
            group_id: z.string(),
            name: z.string(),
            managed_by: managedBy,
            members: z.number(),
            grants: z.array(z.object({ space_id: z.string(), name: z.string(), role: z.number() })),
          }),
        ),
      }),
  }),
  members: op('POST /api/enterprise/group/members', {
    summary: 'List the members of a group',
    summaryZh: '列出用户组成员',
    access: view,
    input: () => z.object({ enterprise_id, group_id: id() }),
    output: () => z.object({ members: z.array(enterpriseUser.extend({ source: managedBy })) }),
  }),
  create: op('POST /api/enterprise/group/create', {
    summary: 'Create a group',
    summaryZh: '创建用户组',
    access: manage,
    input: () => z.object({ enterprise_id, name: name(100) }),
    output: () => z.object({ group_id: z.string() }),
  }),
  rename: op('POST /api/enterprise/group/rename', {
    summary: 'Rename a group',
    summaryZh: '重命名用户组',
    access: manage,
    input: () => z.object({ enterprise_id, group_id: id(), name: name(100) }),
  }),
  remove: op('POST /api/enterprise/group/delete', {
    summary: 'Delete a group; its members lose what it gave',
    summaryZh: '删除用户组，其成员失去相应权限',
    access: manage,
    input: () => z.object({ enterprise_id, group_id: id() }),
  }),
  setMembers: op('POST /api/enterprise/group/set_members', {
    summary: 'Add people to a group and take others out',
    summaryZh: '添加或移除用户组成员',
    access: manage,
    input: () =>
      z.object({
        enterprise_id,
        group_id: id(),
        add: z.array(id()).max(1000).default([]),
        remove: z.array(id()).max(1000).default([]),
      }),
  }),
  grant: op('POST /api/enterprise/group/grant', {
    summary: 'Give a group a role in a space of the enterprise',
    summaryZh: '授予用户组在企业空间中的角色',
    access: manage,
    input: () => z.object({ enterprise_id, group_id: id(), space_id: id(), role: spaceRole }),
  }),
  revoke: op('POST /api/enterprise/group/revoke', {
    summary: 'Take the role of a group in a space away',
    summaryZh: '取消用户组在空间中的角色',
    access: manage,
    input: () => z.object({ enterprise_id, group_id: id(), space_id: id() }),
  }),
  organizations: op('POST /api/enterprise/organization/list', {
    summary: 'List the organisations of an enterprise',
    summaryZh: '列出企业的组织',
    access: view,
    input: () => z.object({ enterprise_id }),
    output: () => z.object({ organizations: z.array(organizationShape) }),
  }),
  createOrganization: op('POST /api/enterprise/organization/create', {
    summary: 'Create an organisation below another',
    summaryZh: '创建下级组织',
    access: manage,
    input: () => z.object({ enterprise_id, parent_id: id(), name: name(100) }),
    output: () => z.object({ organization_id: z.string() }),
  }),
  updateOrganization: op('POST /api/enterprise/organization/update', {
    summary: 'Rename or move an organisation',
    summaryZh: '重命名或移动组织',
    access: manage,
    input: () =>
      z.object({ enterprise_id, organization_id: id(), name: name(100).optional(), parent_id: id().optional() }),
  }),
  removeOrganization: op('POST /api/enterprise/organization/delete', {
    summary: 'Delete an organisation; its people and spaces go to the one above',
    summaryZh: '删除组织，其成员和空间归入上级组织',
    access: manage,
    input: () => z.object({ enterprise_id, organization_id: id() }),
  }),
}
