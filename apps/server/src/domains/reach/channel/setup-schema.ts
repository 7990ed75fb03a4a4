import { channelKindOf } from '@orrery/contract/shared/channel-kinds'
import type { Locale } from '#kit/errors.ts'
import type { Adapter } from './adapter.ts'
import { inLanguage } from './channel.view.ts'

const BIND = 3
const MAX_VALUE = 4000

/**
 * The set-up form of a channel, in the format of API clients. Addresses to copy are known once the account is saved.
 */
export function schemaOf({ connectorId, setup }: Adapter, locale: Locale) {
  const kind = channelKindOf(connectorId)!
  const { name, desc } = kind[locale === 'zh-CN' ? 'zh' : 'en']
  const area = {
    schema_list: setup.fields.map((field) => ({
      name: field.name,
      title: inLanguage(field.label, locale),
      required: !field.isOptional,
      component: field.choices ? 'Select' : field.isSecret ? 'Password' : 'Input',
      type: 'string',
      enums: (field.choices ?? []).map((choice) => ({ value: choice.value, label: inLanguage(choice.label, locale) })),
      rules: [
        {
          required: !field.isOptional,
          max: MAX_VALUE,
          pattern: field.pattern?.source ?? '',
          message: inLanguage(field.pattern?.words ?? field.hint, locale),
        },
      ],
    })),
    title_text: name,
    description: setup.steps.map(({ text }, at) => `${at + 1}. ${inLanguage(text, locale)}`).join('\n'),
    step_order: 1,
  }
  return {
    schema_area: area,
    schema_area_pages: [{ schema_area: area, api_action: BIND }],
    guide_link_url: setup.steps.find(({ url }) => url)?.url ?? '',
    title_text: name,
    start_text: desc,
  }
}
