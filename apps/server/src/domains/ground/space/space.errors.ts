import { ErrorCode } from '@orrery/contract/shared/error-codes'
import { defineErrors } from '#kit/errors.ts'

export const spaceErrors = defineErrors(ErrorCode.space, {
  teamLimit: {
    status: 400,
    en: 'You have reached the limit of {max} team spaces. Delete or transfer one first',
    zh: '你已拥有 {max} 个团队空间，已达上限。请先删除或转让一个',
  },
  noNewTeams: {
    status: 403,
    en: 'You cannot create team spaces here: the instance owner keeps that to themselves, or asks for an enterprise first. Join one or ask them',
    zh: '你不能创建团队空间：仅实例所有者可以创建，或须先加入企业。请加入企业或联系所有者',
  },
  noMail: {
    status: 400,
    en: 'This instance cannot send mail. Share the invitation link, or ask its owner to set up a mail server',
    zh: '本实例无法发送邮件。请分享邀请链接，或请实例所有者配置邮件服务器',
  },
  personalStays: {
    status: 400,
    en: 'A personal space cannot be deleted, left, shared or transferred',
    zh: '个人空间不能删除、退出、共享或转让',
  },
  personalIsOffered: {
    status: 400,
    en: 'hide_operation: a personal space is always available as a copy target',
    zh: 'hide_operation：个人空间始终可作为复制目标',
  },
  ownerStays: {
    status: 400,
    en: 'The owner cannot be removed or given another role. Transfer the space first',
    zh: '不能移除所有者或更改其角色，请先转让空间',
  },
  ownerByTransfer: {
    status: 400,
    en: 'space_role_type: a space has one owner. Transfer the ownership instead',
    zh: 'space_role_type：空间只有一位所有者，请使用“转让”',
  },
  successorNeeded: {
    status: 400,
    en: 'transfer_user_id: choose a new owner before you leave',
    zh: 'transfer_user_id：离开前请指定接手空间的成员',
  },
  notAMember: {
    status: 400,
    en: 'user_id: this person is not a member of the space',
    zh: 'user_id：此人不是空间成员',
  },
  noSuchUser: { status: 400, en: 'user_id: this user does not exist', zh: 'user_id：用户不存在' },
  linkInvalid: {
    status: 404,
    en: 'This invitation link is no longer valid. Ask for a new one',
    zh: '邀请链接已失效，请重新索取',
  },
  notYourself: {
    status: 400,
    en: 'user_id: you cannot do this to yourself',
    zh: 'user_id：不能对自己执行此操作',
  },
  full: {
    status: 400,
    en: 'The space has reached the limit of {max} members',
    zh: '空间成员已达上限 {max} 人',
  },
})
