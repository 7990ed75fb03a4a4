import { z } from 'zod'
import { op } from '#kit.ts'
import { bool, id } from '#shared/fields.ts'
import { wireChoice, wireValue } from '#shared/wire-enum.ts'

const EnterpriseSettingKey = {
  join_enterprise_share_link_expiration_time: 'JoinEnterpriseShareLinkExpirationTime',
  sso: 'SSO',
  forbid_guest_join_enterprise: 'ForbidGuestJoinEnterprise',
  forbid_member_join_other_enterprise: 'ForbidMemberJoinOtherEnterprise',
  replace_enterprise_logo: 'ReplaceEnterpriseLogo',
  forbid_custom_people_management: 'ForbidCustomPeopleManagement',
} as const
const ValueType = { string: 'String', boolean: 'Boolean', integer: 'Integer', string_list: 'StringList' } as const

export const enterpriseSettings = {
  get: op('POST /api/permission_api/enterprise/get_enterprise_settings', {
    summary: 'Get the settings of an enterprise',
    summaryZh: '获取企业设置',
    access: { on: 'enterprise', id: 'enterprise_id', can: 'managePeople' },
    input: () =>
      z.object({
        enterprise_id: id(),
        enterprise_setting_key_list: z.array(wireChoice(EnterpriseSettingKey)).max(20).optional(),
      }),
    output: () =>
      z.object({
        enterprise_settings: z.array(
          z.object({
            enterprise_setting_key: wireValue(EnterpriseSettingKey),
            enterprise_setting_value: z.object({
              value: z.string(),
              is_set_none: z.boolean(),
              value_type: wireValue(ValueType),
            }),
          }),
        ),
      }),
  }),
  save: op('POST /api/permission_api/enterprise/update_enterprise_settings', {
    summary: 'Change settings of an enterprise',
    summaryZh: '修改企业设置',
    access: { on: 'enterprise', id: 'enterprise_id', can: 'configure' },
    input: () =>
      z.object({
        enterprise_id: id(),
        enterprise_settings: z
          .array(
            z.object({
              enterprise_setting_key: wireChoice(EnterpriseSettingKey),
              enterprise_setting_value: z.object({
                value: z.string().max(2000).default(''),
                is_set_none: bool().default(false),
                value_type: wireChoice(ValueType),
              }),
            }),
          )
          .min(1)
          .max(20),
      }),
  }),
  signOn: op('POST /api/permission_api/enterprise/get_sso_setting', {
    summary: 'Get whether an enterprise enforces single sign-on',
    summaryZh: '获取企业是否强制单点登录',
    access: { on: 'enterprise', id: 'enterprise_id', can: 'view' },
    input: () => z.object({ enterprise_id: id() }),
    output: () => z.object({ enabled: z.boolean() }),
  }),
}
