import type { Setup } from './adapter.ts'
import { channelErrors } from './channel.errors.ts'
import type { AccountMode } from './channel.table.ts'

/** Shown instead of a secret. */
export const MASK = '••••••'
const MAX_VALUE = 4000

const fieldsFor = ({ fields }: Setup, mode: AccountMode) =>
  fields.filter((field) => field.mode === undefined || field.mode === mode)

/** Whether the value of a field may be shown. Values of unknown fields are hidden too. */
export const isShownField = ({ fields }: Setup, name: string) =>
  fields.some((field) => field.name === name && !field.isSecret)

/** Throws for unknown fields, missing fields and invalid values. */
export function checkConfig(config: Record<string, string>, setup: Setup, mode: AccountMode): void {
  const known = new Set(setup.fields.map(({ name }) => name))
  for (const name of Object.keys(config))
    if (!known.has(name))
      throw channelErrors.badField({
        field: name,
        problem: 'is not a field of this channel',
        problemZh: '不是该渠道的字段',
      })
  for (const { name, label, isOptional, pattern, choices } of fieldsFor(setup, mode)) {
    const value = config[name] ?? ''
    if (!value && !isOptional) throw channelErrors.missingField({ field: name, label: label.en, labelZh: label.zh })
    if (!value) continue
    if (value.length > MAX_VALUE)
      throw channelErrors.badField({
        field: name,
        problem: `is longer than ${MAX_VALUE} characters`,
        problemZh: `超过 ${MAX_VALUE} 个字符`,
      })
    if (pattern && !new RegExp(pattern.source).test(value))
      throw channelErrors.badField({ field: name, problem: pattern.words.en, problemZh: pattern.words.zh })
    if (choices && !choices.some((choice) => choice.value === value))
      throw channelErrors.badField({ field: name, problem: 'choose one of the list', problemZh: '请从列表中选择' })
  }
}

/** Whether platforms can call this instance. */
export function isPublicAddress(publicUrl: string): boolean {
  const { protocol, hostname } = new URL(publicUrl)
  return protocol === 'https:' && hostname !== 'localhost' && !/^(127\.|\[::1\])/.test(hostname)
}
