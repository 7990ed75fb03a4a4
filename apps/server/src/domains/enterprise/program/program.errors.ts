import { ErrorCode } from '@orrery/contract/shared/error-codes'
import { defineErrors } from '#kit/errors.ts'

export const programErrors = defineErrors(ErrorCode.programAccess, {
  identityLimit: {
    status: 400,
    en: 'There can be max {max} service identities. Delete one first',
    zh: '最多 {max} 个服务身份，请先删除一个',
  },
  spaceOutside: {
    status: 400,
    en: 'workspace_id_list: “{name}” belongs to another account. Choose spaces of the enterprise that the token is kept in, and none of enterprises for your own',
    zh: 'workspace_id_list：“{name}”不属于该账号。企业令牌请选择该企业的空间，个人令牌不能选择企业空间',
  },
  chooseEnterprise: {
    status: 400,
    en: 'enterprise_id: you are in several enterprises or none. Say which one',
    zh: 'enterprise_id：你属于多个企业或不属于任何企业，请指定企业',
  },
  notInstalled: { status: 404, en: 'This app is not installed here', zh: '该应用未安装' },
  nothingDeclared: {
    status: 400,
    en: 'appid: this app has not declared its permissions. Ask its owner to declare them first',
    zh: 'appid：该应用尚未声明权限，请联系其所有者声明后再授权',
  },
  notInstallable: {
    status: 400,
    en: 'installation_account_hint: must be the id of one of your enterprises, or “personal”',
    zh: 'installation_account_hint：必须是你所在企业的 ID 或 “personal”',
  },
  installationLimit: {
    status: 400,
    en: 'An enterprise can have max {max} apps. Remove one first',
    zh: '每个企业最多 {max} 个应用，请先移除一个',
  },
  badAssertion: {
    status: 404,
    en: 'Authorization: send a JWT signed with the private key of this app. {reason}',
    zh: 'Authorization：请发送该应用私钥签名的 JWT。{reason}',
  },
  expiryPast: {
    status: 400,
    en: 'expire_at: must be in the future, in Unix seconds',
    zh: 'expire_at：必须是将来的时间（1970 年以来的秒数）',
  },
  unknownPermission: {
    status: 400,
    en: 'permission_list: “{name}” is not a permission',
    zh: 'permission_list：“{name}”不是有效的权限',
  },
  botOutside: {
    status: 400,
    en: 'workspace_permission: all spaces can be chosen in an enterprise, by its super admins. Choose single spaces',
    zh: 'workspace_permission：只有企业的超级管理员可以选择全部空间，请选择具体空间',
  },
  organizationOutside: {
    status: 404,
    en: "organization_id: this organisation doesn't exist or you are not in its enterprise",
    zh: 'organization_id：该组织不存在，或你不在其企业中',
  },
})
