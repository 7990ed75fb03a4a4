import { z } from 'zod'
import { flat, orNothing } from '#domains/resources/prompt-shapes.ts'
import { op } from '#kit.ts'
import { base, id } from '#shared/fields.ts'

const root = '/api/devops/prompt_platform/v1'
const user = () => z.object({ user_id: z.string(), name: z.string(), en_name: z.string(), avatar_url: z.string() })
const principal = () =>
  z.object({
    /** 1: a person. Departments do not exist. */
    auth_principal_type: orNothing(z.literal(1, { error: 'must be 1: a person' })),
    auth_user: z.object({ open_user_id: id() }),
  })
const members = () =>
  z
    .array(
      z.object({
        member: principal(),
        /** 1 owner or admin, 2 developer, 3 tester. */
        space_role_type: orNothing(z.int().min(0).max(3)),
      }),
    )
    .min(1)
    .max(100)
const entity = z.object({
  id: id(),
  entity_type: z.enum(['Space', 'Prompt'], { error: 'must be Space or Prompt' }),
})
const permissionCheck = () =>
  z.object({
    subject: orNothing(principal()),
    action: z.string().max(50),
    objects: z.array(entity).min(1).max(100),
  })

/** The people who work with prompts, and their rights. */
export const promptMembers = {
  roles: op(`POST ${root}/space/get_user_roles`, {
    summary: 'Get your roles in a space, with what they allow',
    summaryZh: '获取你在空间中的角色及权限',
    access: { on: 'space', id: 'space_id', can: 'view' },
    ...flat,
    input: () => z.object({ space_id: id(), base }),
    output: () =>
      z.object({
        roles: z.array(
          z.object({
            unique_key: z.enum(['Owner', 'Developer', 'Tester']),
            name: z.string(),
            entity_type: z.literal('Space'),
            actions: z.array(z.object({ unique_key: z.string(), name: z.string(), entity_type: z.string() })),
          }),
        ),
      }),
  }),
  add: op(`POST ${root}/space/member/add`, {
    summary: 'Add members with their roles, or change roles',
    summaryZh: '添加成员并设置角色，或修改角色',
    access: { on: 'space', id: 'space_id', can: 'addMember' },
    ...flat,
    input: () => z.object({ space_id: id(), space_members: members(), base }),
  }),
  remove: op(`POST ${root}/space/member/remove`, {
    summary: 'Remove members from a space',
    summaryZh: '移除空间成员',
    access: { on: 'space', id: 'space_id', can: 'removeMember' },
    ...flat,
    input: () => z.object({ space_id: id(), space_members: members(), base }),
  }),
  check: op(`POST ${root}/auth/permission/check`, {
    summary: 'Check what you may do; owners ask about members as well',
    summaryZh: '检查权限；所有者还可查询成员的权限',
    ...flat,
    input: () => z.object({ auths: z.array(permissionCheck()).max(50).default([]), base }),
    output: () =>
      z.object({ auth_res: z.array(z.object({ subject_action_objects: permissionCheck(), is_allowed: z.boolean() })) }),
  }),
  info: op(`POST ${root}/user/info`, {
    summary: 'Get a person who shares a space with you',
    summaryZh: '获取与你同在一个空间的用户',
    ...flat,
    input: () =>
      z
        .object({ user_id: orNothing(z.string().max(30)), user_name: orNothing(z.string().max(100)), base })
        .refine(({ user_id: userId, user_name: name }) => userId || name, {
          path: ['user_id'],
          error: 'give an id or a name',
          params: { zh: '请填写 user_id 或 user_name' },
        }),
    output: () => z.object({ user_info: user() }),
  }),
  search: op(`POST ${root}/user/query`, {
    summary: 'Find people who share a space with you',
    summaryZh: '查找与你同在一个空间的用户',
    ...flat,
    input: () =>
      z.object({
        name_like: z.string().max(100),
        page_size: z.int().min(1).max(100).default(20),
        page_token: orNothing(z.string().max(30)),
        base,
      }),
    output: () => z.object({ user_infos: z.array(user()), page_token: z.string(), has_more: z.boolean() }),
  }),
  login: op(`GET ${root}/user/login`, {
    summary: 'Go on to a page of this site, by way of the sign-in page where needed',
    summaryZh: '前往本站页面，未登录时先前往登录页',
    access: 'public',
    reply: 'raw',
    input: () =>
      z.object({
        /** Not supported: only external sign-in pages return a code; the page of this site sets a cookie. */
        code: z
          .string()
          .max(0, { error: 'is not used: people sign in on the page of this site. Omit this field' })
          .optional(),
        /** The path to redirect to. */
        state: z.string().max(2000).optional(),
        session_id: z.string().max(200).optional(),
      }),
  }),
  logout: op(`POST ${root}/user/logout`, {
    summary: 'Sign out',
    summaryZh: '退出登录',
    ...flat,
    input: () => z.object({ base }),
  }),
}
