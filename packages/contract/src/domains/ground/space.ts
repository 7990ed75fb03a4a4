import { z } from 'zod'
import { op } from '#kit.ts'
import { id, idOrNone, int, name, pageNumber, pageSize, text } from '#shared/fields.ts'
import { SpaceRole, SpaceType } from '#shared/policy.ts'
import { SPACE_LIMITS } from '#shared/limits.ts'
import { userLabel } from '#shared/user-label.ts'

const spaceSchema = z.object({
  id: z.string(),
  name: z.string(),
  description: z.string(),
  icon_url: z.string(),
  space_type: z.enum(SpaceType),
  /** Hides the space where people choose a target for a copy. */
  hide_operation: z.boolean(),
  role_type: z.number(),
  space_role_type: z.enum(SpaceRole),
  /** Whether the caller is a tester, who can view and try but not change anything. */
  is_tester: z.boolean(),
  space_mode: z.number(),
  display_local_plugin: z.boolean(),
  app_ids: z.array(z.object({ id: z.string(), name: z.string(), icon: z.string() })),
  connectors: z.array(z.object({ id: z.string(), name: z.string(), icon: z.string() })),
  owner_user_id: z.string(),
  owner_name: z.string(),
  owner_user_name: z.string(),
  owner_icon_url: z.string(),
  total_member_num: z.number(),
  /** The enterprise of the space; empty for none. */
  enterprise_id: z.string(),
})
export type Space = z.infer<typeof spaceSchema>

const memberSchema = z.object({
  user_id: z.string(),
  name: z.string(),
  user_name: z.string(),
  icon_url: z.string(),
  space_role_type: z.enum(SpaceRole),
  /** Testers can view and try, but not change anything. */
  is_tester: z.boolean(),
  is_join: z.boolean(),
  join_date: z.string(),
  last_active_at: z.number(),
  resource_count: z.number(),
  user_label: userLabel,
})
export type Member = z.infer<typeof memberSchema>

const spaceList = z.object({
  bot_space_list: z.array(spaceSchema),
  has_personal_space: z.boolean(),
  team_space_num: z.number(),
  max_team_space_num: z.number(),
  recently_used_space_list: z.array(spaceSchema),
  total: z.number(),
  has_more: z.boolean(),
})
/** Set when the content rules of the instance refused the texts, so nothing was saved. */
const contentCheck = { check_not_pass: z.boolean(), check_not_pass_msg: z.string() }
const spaceName = name(SPACE_LIMITS.name)
const description = text(SPACE_LIMITS.description).default('')
const iconUri = z.string().max(500).default('')
/** Clients send the key of the invite link in the field `space_id`. */
const inviteKey = z.object({ space_id: z.string().min(1).max(200) })
const inviteInfo = z.object({
  space_id: z.string(),
  space_name: z.string(),
  description: z.string(),
  icon_url: z.string(),
  /** Index of the colour that stands in for a missing picture. */
  colour: z.number(),
  owner_name: z.string(),
  owner_user_name: z.string(),
  owner_icon_url: z.string(),
  operator_name: z.string(),
  invite_link_status: z.number(),
  expire_time: z.string(),
  is_joined: z.boolean(),
})
const on = (can: 'view' | 'update' | 'delete' | 'addMember' | 'removeMember' | 'updateMember' | 'transfer' | 'exit') =>
  ({ on: 'space', id: 'space_id', can }) as const

export const space = {
  list: op('POST /api/playground_api/space/list', {
    summary: 'List your spaces',
    summaryZh: '列出你的空间',
    input: () =>
      z.object({ search_word: z.string().max(200).optional(), page: pageNumber(), size: pageSize(100, 100) }),
    output: spaceList,
  }),
  listFlat: op('POST /api/space/list', {
    summary: 'List all your spaces at once',
    summaryZh: '一次列出你的全部空间',
    reply: 'flat',
    output: spaceList,
  }),
  create: op('POST /api/space/create', {
    summary: 'Create a team space',
    summaryZh: '创建团队空间',
    reply: 'flat',
    input: () =>
      z.object({
        name: spaceName,
        description,
        icon_uri: iconUri,
        space_type: int().pipe(z.literal(SpaceType.team)).default(SpaceType.team),
      }),
    output: () => z.object({ id: z.string(), ...contentCheck }),
  }),
  save: op('POST /api/playground_api/space/save', {
    summary: 'Create a team space, or update it when space_id is given',
    summaryZh: '创建团队空间，或更新 space_id 指定的空间',
    access: { on: 'space', id: 'space_id', can: 'update', optional: true },
    input: () =>
      z.object({
        space_id: idOrNone(),
        name: spaceName,
        description,
        icon_uri: iconUri,
        space_type: int().optional(),
      }),
    output: () => z.object({ id: z.string(), ...contentCheck }),
  }),
  update: op('POST /api/space/update', {
    summary: 'Change name, description or icon of a space',
    summaryZh: '修改空间的名称、描述或图标',
    access: on('update'),
    reply: 'flat',
    input: () =>
      z.object({
        space_id: id(),
        name: spaceName,
        description,
        icon_uri: z.string().max(500).optional(),
        hide_operation: z.boolean().optional(),
      }),
    output: () => z.object(contentCheck),
  }),
  remove: op(['POST /api/space/delete', 'POST /api/playground_api/space/delete'], {
    summary: 'Delete a team space with everything in it',
    summaryZh: '删除团队空间及其全部内容',
    stepUp: true,
    access: on('delete'),
    input: () => z.object({ space_id: id() }),
  }),
  roleAuth: op('POST /api/space/role/auth', {
    summary: 'Get the permissions of each role',
    summaryZh: '获取各角色的权限',
    reply: 'flat',
    output: () => z.object({ role_auth: z.record(z.string(), z.array(z.string())) }),
  }),
  members: op(['POST /api/space/member/detail', 'POST /api/playground_api/space/member/detail'], {
    summary: 'Get a space with its members',
    summaryZh: '获取空间及其成员',
    access: on('view'),
    input: () =>
      z.object({
        space_id: id(),
        search_word: z.string().max(200).optional(),
        space_role_type: z.enum(SpaceRole).optional(),
        page: pageNumber(),
        size: pageSize(50, 200),
      }),
    output: () =>
      z.object({
        space_id: z.string(),
        name: z.string(),
        description: z.string(),
        icon_url: z.string(),
        space_type: z.enum(SpaceType),
        space_role_type: z.enum(SpaceRole),
        total: z.number(),
        member_info_list: z.array(memberSchema),
        admin_total_num: z.number(),
        member_total_num: z.number(),
        max_admin_num: z.number(),
        max_member_num: z.number(),
        team_invite_link_status: z.boolean(),
      }),
  }),
  searchMembers: op(['POST /api/space/member/search', 'POST /api/playground_api/space/member/search'], {
    summary: 'Find users by exact user name or email',
    summaryZh: '按完整用户名或邮箱查找用户',
    access: on('addMember'),
    reply: 'flat',
    limit: { by: 'user', max: 120, seconds: 60 },
    input: () =>
      z.object({
        space_id: id(),
        search_list: z.array(z.string().trim().min(1).max(254)).max(SPACE_LIMITS.invitations),
      }),
    output: () =>
      z.object({
        member_info_list: z.array(memberSchema),
        failed_search_list: z.array(z.string()),
        total: z.number(),
      }),
  }),
  addMembers: op(['POST /api/space/member/add', 'POST /api/playground_api/space/member/add'], {
    summary: 'Add users to a team space',
    summaryZh: '为团队空间添加成员',
    access: on('addMember'),
    input: () =>
      z.object({
        space_id: id(),
        member_info_list: z
          .array(z.object({ user_id: id(), space_role_type: z.enum(SpaceRole).default(SpaceRole.member) }))
          .min(1)
          .max(SPACE_LIMITS.invitations),
      }),
  }),
  updateMember: op(['POST /api/space/member/update', 'POST /api/playground_api/space/member/update'], {
    summary: 'Change the role of a member',
    summaryZh: '修改成员角色',
    access: on('updateMember'),
    input: () =>
      z.object({
        space_id: id(),
        user_id: id(),
        space_role_type: z.enum(SpaceRole),
        /** Only for members: whether they are testers. Omitted: unchanged. */
        is_tester: z.boolean().optional(),
      }),
  }),
  removeMember: op(['POST /api/space/member/remove', 'POST /api/playground_api/space/member/remove'], {
    summary: 'Remove a member; their resources go to the owner',
    summaryZh: '移除成员，其资源归所有者',
    access: on('removeMember'),
    input: () => z.object({ space_id: id(), remove_user_id: id() }),
  }),
  transfer: op(['POST /api/space/member/transfer', 'POST /api/playground_api/space/member/transfer'], {
    summary: 'Transfer the ownership of a space',
    summaryZh: '转让空间所有权',
    stepUp: true,
    access: on('transfer'),
    input: () => z.object({ space_id: id(), transfer_user_id: id() }),
  }),
  exit: op(['POST /api/space/member/exit', 'POST /api/playground_api/space/member/exit'], {
    summary: 'Leave a space; an owner chooses a successor',
    summaryZh: '退出空间，所有者须指定接任者',
    access: on('exit'),
    input: () => z.object({ space_id: id(), transfer_user_id: idOrNone() }),
  }),
  inviteLink: op(['POST /api/space/invite', 'POST /api/playground_api/space/invite'], {
    summary: 'Turn the invitation link on or off, or get it',
    summaryZh: '开启、关闭或获取邀请链接',
    access: on('addMember'),
    input: () => z.object({ space_id: id(), team_invite_link_status: z.boolean(), func: int().optional() }),
    output: () => z.object({ key: z.string(), expire_time: z.string(), team_invite_link_status: z.boolean() }),
  }),
  inviteByMail: op('POST /api/space/invitation/send', {
    summary: 'Invite people by email',
    summaryZh: '通过邮件邀请成员，每人收到各自的链接',
    access: on('addMember'),
    limit: { by: 'user', max: 60, seconds: 3600 },
    input: () =>
      z.object({
        space_id: id(),
        emails: z.array(z.email().max(255)).min(1).max(20),
        space_role_type: z.literal([SpaceRole.admin, SpaceRole.member]).default(SpaceRole.member),
      }),
    /** Addresses that the mail could not be sent to. */
    output: () => z.object({ failed: z.array(z.string()) }),
  }),
  mailInvitations: op('POST /api/space/invitation/list', {
    summary: 'List pending email invitations',
    summaryZh: '列出待接受的邮件邀请',
    access: on('addMember'),
    input: () => z.object({ space_id: id() }),
    output: () =>
      z.object({
        invitations: z.array(
          z.object({
            id: z.string(),
            email: z.string(),
            space_role_type: z.enum(SpaceRole),
            invited_by: z.string(),
            created_at: z.number(),
            expires_at: z.number(),
          }),
        ),
      }),
  }),
  cancelInvitation: op('POST /api/space/invitation/cancel', {
    summary: 'Cancel an invitation',
    summaryZh: '取消邀请，其链接随即失效',
    access: on('addMember'),
    input: () => z.object({ space_id: id(), invitation_id: id() }),
  }),
  inviteInfo: op(['POST /api/space/info', 'POST /api/playground_api/space/info'], {
    summary: 'Get the space an invitation link leads to',
    summaryZh: '获取邀请链接对应的空间',
    access: 'public',
    limit: { by: 'address', max: 120, seconds: 60 },
    input: inviteKey,
    output: inviteInfo,
  }),
  join: op(['POST /api/space/join', 'POST /api/playground_api/space/join'], {
    summary: 'Join a space by invitation link',
    summaryZh: '通过邀请链接加入空间',
    reply: 'flat',
    limit: { by: 'user', max: 60, seconds: 60 },
    input: inviteKey,
    output: () => z.object({ Data: z.object({ space_id: z.string() }) }),
  }),
  workspaces: op('GET /v1/workspaces', {
    summary: 'List the spaces of the token owner',
    summaryZh: '列出令牌所有者的空间',
    scope: 'Workspace.list',
    input: () => z.object({ page_num: pageNumber(), page_size: pageSize(20, 50) }),
    output: () =>
      z.object({
        total_count: z.number(),
        workspaces: z.array(
          z.object({
            id: z.string(),
            name: z.string(),
            icon_url: z.string(),
            role_type: z.enum(['owner', 'admin', 'member']),
            workspace_type: z.enum(['personal', 'team']),
            enterprise_id: z.string(),
            joined_status: z.string(),
            description: z.string(),
            owner_uid: z.string(),
          }),
        ),
      }),
  }),
}
