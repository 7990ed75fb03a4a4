import { ErrorCode } from '@orrery/contract/shared/error-codes'
import { defineErrors } from '#kit/errors.ts'

export const enterpriseErrors = defineErrors(ErrorCode.enterprise, {
  limit: {
    status: 400,
    en: 'You have created {max} enterprises, which is the limit. Delete one first',
    zh: '你已创建 {max} 个企业，已达上限，请先删除一个',
  },
  ownerCreates: {
    status: 403,
    en: 'Only the owner of this instance can create enterprises here. Ask them to create one or to allow it',
    zh: '只有实例所有者可以创建企业，请联系其创建或开放此功能',
  },
  wrongName: {
    status: 400,
    en: 'name: type “{name}” exactly to confirm',
    zh: 'name：请准确输入“{name}”以确认',
  },
  notClosing: { status: 400, en: 'This enterprise is not being deleted', zh: '该企业没有在删除' },
  organizationLimit: {
    status: 400,
    en: 'An enterprise can have max {max} organisations. Delete one first',
    zh: '每个企业最多 {max} 个组织，请先删除一个',
  },
  organizationDepth: {
    status: 400,
    en: 'parent_id: organisations can be nested max {max} levels deep. Choose a parent further up',
    zh: 'parent_id：组织最多嵌套 {max} 层，请选择更上层的组织',
  },
  organizationTaken: {
    status: 409,
    en: 'name: there is already an organisation with this name here. Choose another',
    zh: 'name：同级已有同名组织，请换一个名称',
  },
  organizationLoop: {
    status: 400,
    en: 'parent_id: an organisation cannot be moved into itself. Choose another parent',
    zh: 'parent_id：不能将组织移到自身之下，请选择其他上级',
  },
  rootStays: {
    status: 400,
    en: 'organization_id: the top organisation is the enterprise itself and stays where it is',
    zh: 'organization_id：顶级组织即企业本身，不能移动或删除',
  },
  groupLimit: {
    status: 400,
    en: 'An enterprise can have max {max} groups. Delete one first',
    zh: '每个企业最多 {max} 个用户组，请先删除一个',
  },
  groupTaken: {
    status: 409,
    en: 'name: there is already a group with this name. Choose another',
    zh: 'name：已有同名用户组，请换一个名称',
  },
  groupElsewhere: {
    status: 400,
    en: 'This group comes from your directory. Change it there',
    zh: '该用户组由目录同步，请在目录中修改',
  },
  notInEnterprise: {
    status: 400,
    en: 'user_id: this person is not in the enterprise. Invite them first',
    zh: 'user_id：该用户不在企业中，请先邀请',
  },
  settingType: {
    status: 400,
    en: 'value_type: {key} takes {type}',
    zh: 'value_type：{key} 的类型为 {type}',
  },
  settingValue: {
    status: 400,
    en: 'value: {key} takes {expected}',
    zh: 'value：{key} 的取值为 {expected}',
  },
  ssoElsewhere: {
    status: 400,
    en: 'value: single sign-on is enforced on the Sign-in page, after a connection was tested',
    zh: 'value：请在「单点登录」页面测试连接后强制启用',
  },
  spaceElsewhere: {
    status: 409,
    en: '“{name}” already belongs to an enterprise. Remove it there first',
    zh: '“{name}”已属于一个企业，请先从该企业移出',
  },
  spaceNotYours: {
    status: 403,
    en: '“{name}”: only its owner can move it into an enterprise. Ask them',
    zh: '“{name}”：只有空间所有者可以将其移入企业，请联系所有者',
  },
  personalSpace: {
    status: 400,
    en: 'A personal space never moves. Create a team space and move that',
    zh: '个人空间不能移动，请创建团队空间后再移入',
  },
})
