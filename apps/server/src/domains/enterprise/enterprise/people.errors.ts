import { ErrorCode } from '@orrery/contract/shared/error-codes'
import { defineErrors } from '#kit/errors.ts'

export const peopleErrors = defineErrors(ErrorCode.enterprisePeople, {
  lastSuperAdmin: {
    status: 400,
    en: 'user_id: this is the last super admin. Make someone else a super admin first',
    zh: 'user_id：这是最后一位超级管理员，请先指定另一位超级管理员',
  },
  superAdminOnly: {
    status: 403,
    en: 'enterprise_role_type_list: only super admins can give or take the roles of admins. Ask one of them',
    zh: 'enterprise_role_type_list：只有超级管理员可以授予或取消管理员角色，请联系超级管理员',
  },
  notYourself: {
    status: 400,
    en: 'user_id: you cannot do this to yourself. Ask another admin, or leave the enterprise',
    zh: 'user_id：不能对自己执行此操作，请联系其他管理员，或退出企业',
  },
  guestAlone: {
    status: 400,
    en: 'enterprise_role_type_list: give one of SuperAdmin, Admin, Member, or Guest',
    zh: 'enterprise_role_type_list：请只选择 SuperAdmin、Admin、Member、Guest 之一',
  },
  cannotJoin: {
    status: 400,
    en: 'enterprise_people: these people cannot join, because this enterprise or theirs forbids it: {names}',
    zh: 'enterprise_people：以下用户因本企业或其所在企业的限制无法加入：{names}',
  },
  managedElsewhere: {
    status: 400,
    en: 'People of this enterprise are managed in your directory. Add and remove them there',
    zh: '该企业的成员由目录统一管理，请在目录中添加或移除',
  },
  receiverNeeded: {
    status: 400,
    en: 'receiver: this person owns {count} spaces or resources here. Choose who receives them',
    zh: 'receiver：该用户拥有 {count} 个空间或资源，请选择接收人',
  },
  badReceiver: {
    status: 400,
    en: 'receiver: must be another active member of this enterprise',
    zh: 'receiver：必须是该企业中另一位有效成员',
  },
  linkGone: {
    status: 404,
    en: 'This invitation link is no longer valid. Ask for a new one',
    zh: '该邀请链接已失效，请重新获取',
  },
  denied: {
    status: 403,
    en: 'You cannot join: this enterprise takes no guests, or your own enterprise forbids joining others. Ask your admin',
    zh: '你无法加入：该企业不接受访客，或你所在的企业禁止加入其他企业，请联系管理员',
  },
  alreadyIn: { status: 400, en: 'You are in this enterprise already', zh: '你已在该企业中' },
  applied: {
    status: 409,
    en: 'You have applied already. Wait for an admin to decide',
    zh: '你已提交申请，请等待管理员处理',
  },
  applyLater: {
    status: 400,
    en: 'Your last application was rejected. You can apply again after {hours} hours',
    zh: '你的申请已被拒绝，{hours} 小时后可再次申请',
  },
  decided: {
    status: 409,
    en: 'join_application_id_list: {who} has already decided this application: {status}',
    zh: 'join_application_id_list：{who}已处理该申请，结果为 {status}',
  },
  invitationOver: {
    status: 409,
    en: 'This invitation is over: {status}. Ask for a new one',
    zh: '该邀请已结束：{status}，请重新获取邀请',
  },
  notAGuest: { status: 400, en: 'Only guests can apply to become members', zh: '只有访客可以申请成为成员' },
  noSuchUser: { status: 400, en: 'user_id: one of these people does not exist', zh: 'user_id：其中有用户不存在' },
  instanceOwner: {
    status: 403,
    en: 'user_id: an enterprise cannot suspend the owner of this instance',
    zh: 'user_id：企业不能停用实例所有者',
  },
  leaving: {
    status: 409,
    en: 'user_id: this person is being removed. Wait until it is done',
    zh: 'user_id：该用户正在移出，请等待完成',
  },
})
