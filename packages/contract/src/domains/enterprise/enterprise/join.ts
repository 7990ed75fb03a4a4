import { z } from 'zod'
import { op } from '#kit.ts'
import { bool, id, text } from '#shared/fields.ts'
import { wireChoice, wireValue } from '#shared/wire-enum.ts'
import { enterpriseUser, paged, paging, roleList, searchKey } from './shapes.ts'

const ApplicationStatus = { processing: 'Processing', approved: 'Approved', rejected: 'Rejected' } as const
const InvitationStatus = {
  confirming: 'Confirming',
  joined2: 'Joined',
  rejected2: 'Rejected',
  revoked: 'Revoked',
  expired2: 'Expired',
} as const
const manage = { on: 'enterprise', id: 'enterprise_id', can: 'managePeople' } as const
const enterprise_id = id()
const remark = text(200).default('')
const shown = {
  enterprise_id: z.string(),
  name: z.string(),
  icon_url: z.string(),
  super_admin_list: z.array(enterpriseUser),
}

/** How people join an enterprise: links, applications, invitations. */
export const enterpriseJoin = {
  createLink: op('POST /api/permission_api/enterprise/create_enterprise_invite_link', {
    summary: 'Create your invitation link; a new one ends the old',
    summaryZh: '创建你的邀请链接，新链接会使旧链接失效',
    access: manage,
    input: () => z.object({ enterprise_id }),
    output: () => z.object({ key: z.string(), expiration_time: z.number() }),
  }),
  linkInfo: op('GET /api/permission_api/enterprise/get_invite_info', {
    summary: 'Get what an invitation link leads to',
    summaryZh: '获取邀请链接的信息',
    access: 'public',
    limit: { by: 'address', max: 60, seconds: 60 },
    input: () => z.object({ invite_key: z.string().min(1).max(200) }),
    output: () =>
      z.object({
        link_creator: enterpriseUser.optional(),
        invite_link_status: z.enum(['CanApply', 'AlreadyApplied', 'Joined', 'Expired', 'Deny']),
        deny_type: z.enum(['VisitorsProhibited', 'GuestProhibitedByInvitedUserEnterprise']).optional(),
        ...shown,
        create_time: z.number(),
        expiration_time: z.number(),
        remark: z.string().optional(),
      }),
  }),
  apply: op('POST /api/permission_api/enterprise/create_join_application', {
    summary: 'Apply to join by an invitation link',
    summaryZh: '通过邀请链接申请加入企业',
    input: () => z.object({ key: z.string().min(1).max(200), remark }),
  }),
  applications: op('POST /api/permission_api/enterprise/list_join_application', {
    summary: 'List applications',
    summaryZh: '列出加入申请',
    access: manage,
    input: () =>
      z.object({
        enterprise_id,
        application_status: wireChoice(ApplicationStatus).optional(),
        search_key: searchKey,
        ...paging,
      }),
    output: () =>
      z.object({
        join_application_list: z.array(
          z.object({
            applicant: enterpriseUser,
            application_id: z.string(),
            create_time: z.number(),
            operator: z.string(),
            remark: z.string(),
            application_status: wireValue(ApplicationStatus),
            /** `link`: applied through a link. `member`: a guest who wants to become a member. */
            kind: z.enum(['link', 'member']),
          }),
        ),
        ...paged,
      }),
  }),
  decide: op('POST /api/permission_api/enterprise/update_join_application', {
    summary: 'Approve or reject applications',
    summaryZh: '批准或拒绝加入申请',
    access: manage,
    input: () =>
      z.object({
        enterprise_id,
        application_status: wireChoice({ approved: 'Approved', rejected: 'Rejected' }),
        join_application_id_list: z.array(id()).min(1).max(100),
      }),
  }),
  applyAsMember: op('POST /api/permission_api/enterprise/create_application_for_enterprise_member', {
    summary: 'Apply to become a member where you are a guest',
    summaryZh: '访客申请成为企业成员',
    access: { on: 'enterprise', id: 'enterprise_id', can: 'view' },
    input: () => z.object({ enterprise_id, remark }),
  }),
  memberState: op('POST /api/permission_api/enterprise/get_application_for_enterprise_member', {
    summary: 'Get whether you can become a member of an enterprise',
    summaryZh: '获取你能否成为企业成员',
    access: { on: 'enterprise', id: 'enterprise_id', can: 'view' },
    input: () => z.object({ enterprise_id }),
    output: () =>
      z.object({
        application_for_enterprise_member_status: z.enum(['CanApply', 'AlreadyApplied', 'Joined', 'Deny']),
        ...shown,
        remark: z.string(),
      }),
  }),
  invitations: op('POST /api/permission_api/enterprise/list_join_invitation', {
    summary: 'List invitations',
    summaryZh: '列出邀请',
    access: manage,
    input: () =>
      z.object({
        enterprise_id,
        invitation_status: wireChoice(InvitationStatus).optional(),
        search_key: searchKey,
        ...paging,
      }),
    output: () =>
      z.object({
        join_invitation_list: z.array(
          z.object({
            operator: enterpriseUser.optional(),
            invitee: enterpriseUser,
            join_invitation_id: z.string(),
            create_time: z.number(),
            invitation_status: wireValue(InvitationStatus),
          }),
        ),
        ...paged,
      }),
  }),
  invitation: op('POST /api/permission_api/enterprise/get_join_invitation', {
    summary: 'Get an invitation to an enterprise',
    summaryZh: '获取企业邀请',
    input: () => z.object({ join_invitation_id: id() }),
    output: () =>
      z.object({
        inviter: enterpriseUser.optional(),
        invitation_status: z.enum(['Confirming', 'Joined', 'Rejected', 'Revoked', 'Expired', 'Deny']),
        invitation_deny_type: z
          .enum(['NoPermission', 'GuestProhibitedByEnterprise', 'GuestProhibitedByInvitedUserEnterprise'])
          .optional(),
        ...shown,
        create_time: z.number(),
        expiration_time: z.number(),
      }),
  }),
  waiting: op('POST /api/enterprise/invitation/waiting', {
    summary: 'List invitations that wait for your answer',
    summaryZh: '列出等待你答复的企业邀请',
    output: () =>
      z.object({
        invitations: z.array(
          z.object({
            join_invitation_id: z.string(),
            enterprise_id: z.string(),
            name: z.string(),
            icon_url: z.string(),
            inviter: enterpriseUser.optional(),
            enterprise_role_type_list: roleList,
            expiration_time: z.number(),
          }),
        ),
      }),
  }),
  answer: op('POST /api/permission_api/enterprise/update_join_invitation', {
    summary: 'Accept or decline an invitation',
    summaryZh: '接受或拒绝邀请',
    input: () => z.object({ enterprise_id, join_invitation_id: id(), joined: bool() }),
  }),
  revoke: op('POST /api/permission_api/enterprise/revoke_join_invitation', {
    summary: 'Revoke an invitation',
    summaryZh: '撤销邀请',
    access: manage,
    input: () => z.object({ enterprise_id, join_invitation_id: id() }),
  }),
}
