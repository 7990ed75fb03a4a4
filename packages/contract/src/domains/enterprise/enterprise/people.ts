import { z } from 'zod'
import { op } from '#kit.ts'
import { bool, id, idOrNone, pageNumber, pageSize } from '#shared/fields.ts'
import {
  enterpriseUser,
  paged,
  paging,
  peopleType,
  peopleTypeChoice,
  roleChoice,
  roleList,
  searchKey,
} from './shapes.ts'

const manage = { on: 'enterprise', id: 'enterprise_id', can: 'managePeople' } as const
const enterprise_id = id()
const managedBy = z.enum(['manual', 'sso', 'scim', 'ldap'])
const counts = z.record(z.string(), z.number())
const removal = z.object({
  removal_id: z.string(),
  user: enterpriseUser,
  receiver: enterpriseUser.optional(),
  operator: enterpriseUser.optional(),
  created_at: z.number(),
  /** In seconds; 0 while resources are still being handed over. */
  ended_at: z.number(),
  counts,
})

/** The people of an enterprise. */
export const enterprisePeople = {
  search: op('POST /api/permission_api/enterprise/search_enterprise_people', {
    summary: 'Search the people of an enterprise',
    summaryZh: '搜索企业成员',
    access: { on: 'enterprise', id: 'enterprise_id', can: 'directory' },
    input: () =>
      z.object({
        enterprise_id,
        search_key: searchKey,
        people_type: peopleTypeChoice.optional(),
        enterprise_role_type_list: roleChoice.or(z.array(z.never()).length(0)).optional(),
        organization_id: idOrNone(),
        need_volcano_user_info: bool().optional(),
        need_people_number: bool().optional(),
        ...paging,
      }),
    output: () =>
      z.object({
        enterprise_people_list: z.array(
          enterpriseUser.extend({
            people_type: peopleType,
            enterprise_role_type_list: roleList,
            create_time: z.number(),
            valid: z.boolean(),
            email: z.string(),
            status: z.enum(['active', 'suspended', 'leaving']),
            managed_by: managedBy,
            organization_id: z.string(),
          }),
        ),
        people_total_number: z.number().optional(),
        ...paged,
      }),
  }),
  candidates: op('POST /api/permission_api/enterprise/search_can_add_enterprise_people', {
    summary: 'Find people to add: by exact email or username, or among those you know',
    summaryZh: '查找可添加的用户：按邮箱、用户名精确匹配，或与你共享空间的用户',
    access: manage,
    input: () => z.object({ enterprise_id, search_key: searchKey }),
    output: () =>
      z.object({
        add_enterprise_people_data_list: z.array(
          enterpriseUser.extend({
            joined: z.boolean(),
            invited: z.boolean(),
            people_type: peopleType.optional(),
            invited_user_status: z.enum([
              'CanJoin',
              'GuestProhibitedByEnterprise',
              'GuestProhibitedByInvitedUserEnterprise',
            ]),
          }),
        ),
      }),
  }),
  elsewhere: op('POST /api/permission_api/enterprise/search_people_in_other_enterprise', {
    summary: 'List people who are also in other enterprises',
    summaryZh: '列出同时属于其他企业的成员',
    access: manage,
    input: () => z.object({ enterprise_id, search_key: searchKey, ...paging }),
    output: () =>
      z.object({
        people_in_other_enterprise_info_list: z.array(
          z.object({
            user_info: enterpriseUser,
            enterprise_list: z.array(z.object({ enterprise_id: z.string(), name: z.string(), icon_url: z.string() })),
          }),
        ),
        ...paged,
      }),
  }),
  add: op('POST /api/permission_api/enterprise/batch_add_enterprise_people', {
    summary: 'Add people of your domains, and invite the others',
    summaryZh: '添加本企业域名的用户，其他用户将收到邀请',
    access: manage,
    input: () =>
      z.object({
        enterprise_id,
        enterprise_people: z
          .array(z.object({ user_id: id(), enterprise_role_type_list: roleChoice }))
          .min(1)
          .max(100),
        need_check_people_valid: bool().default(false),
      }),
  }),
  setRoles: op('POST /api/permission_api/enterprise/update_enterprise_people', {
    summary: 'Change the role of a person',
    summaryZh: '修改成员的角色',
    access: manage,
    input: () => z.object({ enterprise_id, user_id: id(), enterprise_role_type_list: roleChoice }),
  }),
  remove: op('POST /api/permission_api/enterprise/remove_enterprise_people', {
    summary: 'Remove a person; what they own goes to the receiver',
    summaryZh: '移除成员，其资源转移给接收人',
    access: manage,
    input: () => z.object({ enterprise_id, user_id: id(), receiver: idOrNone() }),
    output: () => z.object({ removal_id: z.string() }),
  }),
  leave: op('POST /api/enterprise/people/leave', {
    summary: 'Leave an enterprise; what you own there goes to the receiver',
    summaryZh: '退出企业，你在其中的资源转移给接收人',
    access: { on: 'enterprise', id: 'enterprise_id', can: 'leave' },
    input: () => z.object({ enterprise_id, receiver: idOrNone() }),
  }),
  suspend: op('POST /api/enterprise/people/suspend', {
    summary: 'Suspend a person: sessions, streams and tokens end, rights stay for their return',
    summaryZh: '停用成员：会话、流和令牌立即失效，权限保留',
    access: manage,
    input: () => z.object({ enterprise_id, user_id: id() }),
  }),
  restore: op('POST /api/enterprise/people/restore', {
    summary: 'Reactivate a suspended person',
    summaryZh: '恢复已停用的成员',
    access: manage,
    input: () => z.object({ enterprise_id, user_id: id() }),
  }),
  place: op('POST /api/enterprise/people/place', {
    summary: 'Move a person to another organisation',
    summaryZh: '将成员移到其他组织',
    access: manage,
    input: () => z.object({ enterprise_id, user_id: id(), organization_id: id() }),
  }),
  detail: op('POST /api/enterprise/people/get', {
    summary: 'Get a person with groups, spaces, sessions and tokens',
    summaryZh: '获取成员的用户组、空间、会话和令牌',
    access: manage,
    input: () => z.object({ enterprise_id, user_id: id(), receiver: idOrNone() }),
    output: () =>
      z.object({
        groups: z.array(z.object({ id: z.string(), name: z.string(), source: managedBy })),
        spaces: z.array(
          z.object({
            space_id: z.string(),
            name: z.string(),
            owner: z.boolean(),
            resources: z.number(),
            /** Who would receive the person's resources in this space. */
            receiver: enterpriseUser.optional(),
          }),
        ),
        sessions: z.number(),
        tokens: z.number(),
        grants: z.number(),
      }),
  }),
  explain: op('POST /api/enterprise/people/explain', {
    summary: 'Explain why a person may use a space: by name, by groups, or not at all',
    summaryZh: '解释成员为何能访问某个空间：直接授予、用户组，或无权限',
    access: manage,
    input: () => z.object({ enterprise_id, user_id: id(), space_id: id() }),
    output: () =>
      z.object({
        allowed: z.boolean(),
        role: z.number(),
        path: z.array(
          z.object({
            by: z.enum(['owner', 'name', 'group', 'suspended', 'none']),
            name: z.string(),
            source: managedBy.optional(),
            role: z.number(),
          }),
        ),
      }),
  }),
  leavers: op('POST /api/enterprise/people/leavers', {
    summary: 'List people who left, with what was transferred',
    summaryZh: '列出已离开的成员及转移情况',
    access: { on: 'enterprise', id: 'enterprise_id', can: 'audit' },
    input: () => z.object({ enterprise_id, page: pageNumber(), page_size: pageSize(20, 100) }),
    output: () => z.object({ leavers: z.array(removal) }),
  }),
  leaver: op('POST /api/enterprise/people/leaver', {
    summary: 'Prove that a leaver has nothing left: what ended, what was transferred, what remains',
    summaryZh: '离职证明：已终止、已转移和剩余的内容',
    access: { on: 'enterprise', id: 'enterprise_id', can: 'audit' },
    input: () => z.object({ enterprise_id, removal_id: id() }),
    output: () => z.object({ leaver: removal, remains: counts }),
  }),
}
