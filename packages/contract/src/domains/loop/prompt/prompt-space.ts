import { z } from 'zod'
import { flat, orNothing } from '#domains/resources/prompt-shapes.ts'
import { op } from '#kit.ts'
import { base, id, name, pageNumber, pageSize, text } from '#shared/fields.ts'

const root = '/api/devops/prompt_platform/v1'
const approval = () => z.object({ enable: z.boolean() })
const space = () =>
  z.object({
    id: z.string(),
    name: z.string(),
    description: z.string(),
    /** 1 personal, 2 team. */
    space_type: z.number(),
    creator: z.string(),
    create_tsms: z.string(),
    update_tsms: z.string(),
    release_approval_config: approval(),
  })
const user = () => z.object({ user_id: z.string(), name: z.string(), avatar_url: z.string() })
const parameter = () =>
  z.object({ name: z.string(), default_value: z.string(), min: z.string(), max: z.string(), step: z.string() })
const ofSpace = (can: 'view' | 'update') => ({ on: 'space', id: 'space_id', can }) as const

/** Spaces, people and models, in the format of the prompt platform. */
export const promptSpace = {
  create: op(`POST ${root}/space/create`, {
    summary: 'Create a team space',
    summaryZh: '创建团队空间',
    ...flat,
    input: () => z.object({ name: name(50), description: text(2000).default(''), base }),
    output: () => z.object({ space_id: z.string() }),
  }),
  get: op(`POST ${root}/space/get`, {
    summary: 'Get a space, with how it approves releases',
    summaryZh: '获取空间及其发布审批设置',
    access: ofSpace('view'),
    ...flat,
    input: () => z.object({ space_id: id(), base }),
    output: () => z.object({ space: space() }),
  }),
  update: op(`POST ${root}/space/update`, {
    summary: 'Change a space, and how it approves releases',
    summaryZh: '修改空间及其发布审批设置',
    access: ofSpace('update'),
    ...flat,
    input: () =>
      z.object({
        space_id: id(),
        name: orNothing(name(50)),
        description: orNothing(text(2000)),
        release_approval_config: orNothing(z.object({ enable: orNothing(z.boolean()) })),
        base,
      }),
  }),
  list: op(`POST ${root}/space/list_by_user`, {
    summary: 'List your spaces',
    summaryZh: '列出你的空间',
    ...flat,
    input: () => z.object({ base }),
    output: () => z.object({ spaces: z.array(space()) }),
  }),
  members: op(`POST ${root}/space/member/query`, {
    summary: 'List members of a space',
    summaryZh: '列出空间成员',
    access: ofSpace('view'),
    ...flat,
    input: () =>
      z.object({
        space_id: id(),
        /** 1 owners and admins, 2 developers, 3 testers. */
        role_type: orNothing(z.int().min(0).max(3)),
        page: pageNumber(),
        page_size: pageSize(20, 100),
        base,
      }),
    output: () =>
      z.object({
        space_members: z.array(
          z.object({
            space_id: z.string(),
            member: z.object({
              auth_principal_type: z.literal(1),
              auth_user: z.object({ open_user_id: z.string() }),
            }),
            space_role_type: z.number(),
            user_info: user(),
          }),
        ),
        total: z.number(),
      }),
  }),
  session: op(`POST ${root}/user/session`, {
    summary: 'Tell who you are',
    summaryZh: '获取当前用户',
    ...flat,
    input: () => z.object({ base }),
    output: () => z.object({ user_info: user() }),
  }),
  users: op(`POST ${root}/user/batch_get`, {
    summary: 'Get people who share a space with you',
    summaryZh: '获取与你同在一个空间的用户',
    ...flat,
    input: () => z.object({ user_ids: z.array(id()).max(100).default([]), base }),
    output: () => z.object({ user_infos: z.array(user()) }),
  }),
  models: op(`POST ${root}/model/list_available`, {
    summary: 'List models that your spaces can use',
    summaryZh: '列出你的空间可用的模型',
    ...flat,
    input: () => z.object({ base }),
    output: () =>
      z.object({
        models: z.array(
          z.object({
            id: z.string(),
            name: z.string(),
            model_quota: z.object({ token_limit: z.string() }),
            temperature: parameter().optional(),
            top_p: parameter().optional(),
            top_k: parameter().optional(),
          }),
        ),
      }),
  }),
}
