import { z } from 'zod'
import { op } from '#kit.ts'
import { bool, id, name } from '#shared/fields.ts'
import { enterpriseUser, roleList } from './shapes.ts'

const enterpriseName = () => name(50).refine((text) => text.length >= 2, { error: 'at least 2 characters' })
const icon = z.string().max(500)
/** Nothing is sold on an instance: there is one level, and it never expires. */
const level = z.literal('Enterprise')

/** Enterprises of this instance. An instance without one works as before. */
export const enterprise = {
  exists: op('GET /api/permission_api/enterprise/check_enterprise_exist', {
    summary: 'Check whether you are in an enterprise',
    summaryZh: '检查你是否属于某个企业',
    output: () => z.object({ enterprise_exist: z.boolean() }),
  }),
  needed: op('GET /api/permission_api/enterprise/need_create_enterprise', {
    summary: 'Check whether an enterprise has to be created first',
    summaryZh: '检查是否须先创建企业',
    output: () => z.object({ need_create_enterprise: z.boolean() }),
  }),
  certificate: op('GET /api/permission_api/enterprise/get_certification_info', {
    summary: 'Get what is known about you: a verified company, a confirmed email, or neither',
    summaryZh: '获取你的认证状态：企业认证、个人认证或未认证',
    output: () =>
      z.object({
        certification_type: z.enum(['Uncertified', 'PersonalCertification', 'EnterpriseCertification']),
        level: z.enum(['Free', 'Enterprise']),
        certification_info: z.string(),
        super_admin_list: z.array(enterpriseUser),
      }),
  }),
  list: op('GET /api/permission_api/enterprise/list_enterprises', {
    summary: 'List your enterprises',
    summaryZh: '列出你的企业',
    input: () => z.object({ contain_enterprise_of_user: bool().default(true) }),
    output: () =>
      z.object({
        personal_account_info: z.object({
          user_id: z.string(),
          user_name: z.string(),
          nick_name: z.string(),
          avatar_url: z.string(),
          enterprise_id: z.string().optional(),
        }),
        enterprise_info_list: z.array(
          z.object({
            enterprise_id: z.string(),
            name: z.string(),
            icon_uri: z.string(),
            enterprise_role_type_list: roleList,
            default_organization_id: z.string(),
            replace_logo: z.boolean(),
            closing: z.boolean(),
          }),
        ),
      }),
  }),
  get: op('GET /api/permission_api/enterprise/get_enterprise', {
    summary: 'Get an enterprise you are in',
    summaryZh: '获取你所在的企业',
    access: { on: 'enterprise', id: 'enterprise_id', can: 'view' },
    input: () => z.object({ enterprise_id: id() }),
    output: () =>
      z.object({
        level,
        enterprise_id: z.string(),
        name: z.string(),
        icon_url: z.string(),
        icon_uri: z.string(),
        default_organization_id: z.string(),
        enterprise_role_type_list: roleList,
        super_admin_list: z.array(enterpriseUser),
        create_time: z.number(),
        expiration_time: z.number(),
        replace_logo: z.boolean(),
        /** When the enterprise will be removed, in seconds; absent unless it is being deleted. */
        removal_time: z.number().optional(),
        verified_domains: z.array(z.string()),
      }),
  }),
  create: op('POST /api/permission_api/enterprise/create_enterprise', {
    summary: 'Create an enterprise; you become its super admin',
    summaryZh: '创建企业，你将成为超级管理员',
    input: () => z.object({ name: enterpriseName(), icon_uri: icon.default('') }),
    output: () => z.object({ enterprise_id: z.string(), default_organization_id: z.string() }),
  }),
  update: op('POST /api/permission_api/enterprise/update_enterprise', {
    summary: 'Change the name or the logo of an enterprise',
    summaryZh: '修改企业的名称或标志',
    access: { on: 'enterprise', id: 'enterprise_id', can: 'configure' },
    input: () =>
      z.object({
        enterprise_id: id(),
        name: enterpriseName().optional(),
        icon_uri: icon.optional(),
        replace_logo: bool().optional(),
      }),
  }),
  close: op('POST /api/enterprise/close', {
    summary: 'Delete an enterprise: it becomes read-only and is removed after 14 days',
    summaryZh: '删除企业：立即变为只读，14 天后移除',
    access: { on: 'enterprise', id: 'enterprise_id', can: 'own' },
    input: () => z.object({ enterprise_id: id(), name: z.string().max(200) }),
    output: () => z.object({ removal_time: z.number() }),
  }),
  reopen: op('POST /api/enterprise/reopen', {
    summary: 'Undo the deletion of an enterprise within its 14 days',
    summaryZh: '在 14 天内撤销删除企业',
    access: { on: 'enterprise', id: 'enterprise_id', can: 'own' },
    input: () => z.object({ enterprise_id: id() }),
  }),
}
