import type { contract } from '@orrery/contract'
import type { Handlers } from '#kit/http/context.ts'
import type { EnterpriseService } from './enterprise.service.ts'
import { type EnterpriseSettingsService, type SettingKey, settingRules } from './settings.service.ts'

export function enterpriseSettingsRoutes(
  settings: EnterpriseSettingsService,
  enterprises: Pick<EnterpriseService, 'get'>,
): Handlers<typeof contract.enterpriseSettings> {
  return {
    get: async (input) => {
      const [values, { settings: stored }] = await Promise.all([
        settings.of(input.enterprise_id),
        enterprises.get(input.enterprise_id),
      ])
      const keys = input.enterprise_setting_key_list ?? (Object.keys(settingRules) as SettingKey[])
      return {
        enterprise_settings: keys.map((key) => ({
          enterprise_setting_key: key,
          enterprise_setting_value: {
            value: String(values[key]),
            is_set_none: key !== 'ReplaceEnterpriseLogo' && stored[key] === undefined,
            value_type: settingRules[key].type,
          },
        })),
      }
    },
    save: async (input, ctx) => {
      const changes = input.enterprise_settings.map(
        ({ enterprise_setting_key: key, enterprise_setting_value: given }) => ({
          key,
          type: given.value_type,
          value: given.value,
          isNone: given.is_set_none,
        }),
      )
      await settings.save(input.enterprise_id, changes, ctx.userId)
      return {}
    },
    signOn: async (input) => ({ enabled: (await settings.of(input.enterprise_id)).SSO }),
  }
}
