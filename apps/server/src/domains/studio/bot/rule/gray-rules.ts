import type { GrayRuleConfig } from '@orrery/contract'
import { GRAY_BUCKETS, type GrayConfig, type GrayField } from '@orrery/contract/shared/gray'
import { parsePath } from '@orrery/contract/shared/json-path'
import { badInput } from '#kit/errors.ts'

const MAX_VALUES = 10_000
const FieldType = { user: 1, device: 2, custom: 3 } as const
type Field = NonNullable<GrayRuleConfig['bucket']>['field']
const fault = (field: string, en: string, zh: string) => badInput(`gray_config.${field}`, en, zh)

/** The path of a field of the request, as dotted names. */
function pathOf(field: Field, at: string): string {
  const steps = parsePath(field.custom_field_path ?? '')
  if (!steps?.length || steps.some((step) => typeof step === 'string' && /[.\s]/.test(step)))
    throw fault(
      `${at}.field.custom_field_path`,
      'must be a path like $.parameters.city, without filters or wildcards',
      '须为 $.parameters.city 形式的路径，不支持过滤与通配',
    )
  return steps.join('.')
}
function valuesOf(given: readonly string[], at: string): string[] {
  const values = [...new Set(given.map((value) => value.trim()).filter(Boolean))]
  const bad = values.find((value) => /\s/.test(value))
  if (bad !== undefined) throw fault(`${at}.values`, `“${bad}” contains a blank`, `“${bad}”中含有空格`)
  if (values.length > MAX_VALUES) throw fault(`${at}.values`, `max ${MAX_VALUES} values`, `最多 ${MAX_VALUES} 个`)
  return values
}

/** A validated configuration: lists without duplicates, and a share that fits the size of the bucket. */
export function readGray(given: GrayRuleConfig | undefined, ids: readonly string[] | undefined): GrayRuleConfig {
  const config: GrayRuleConfig = { ...given }
  // The older field for users is an allow list.
  if (ids?.length && !config.allow_list) config.allow_list = { field: { type: FieldType.user }, values: [...ids] }
  for (const key of ['block_list', 'allow_list'] as const) {
    const list = config[key]
    if (!list) continue
    if (list.field.type === FieldType.custom) pathOf(list.field, key)
    config[key] = { field: list.field, values: valuesOf(list.values, key) }
  }
  const { bucket } = config
  if (bucket) {
    if (bucket.field.type === FieldType.custom) pathOf(bucket.field, 'bucket')
    const size = bucket.size ?? GRAY_BUCKETS
    if (!Number.isInteger(size) || size < 1 || size > 1_000_000)
      throw fault('bucket.size', 'must be an integer from 1 to 1000000', '须为 1–1000000 的整数')
    if (!Number.isInteger(bucket.in_gray) || bucket.in_gray < 0 || bucket.in_gray > size)
      throw fault(
        'bucket.in_gray',
        `must be an integer from 0 to ${size}, the size of the bucket`,
        `须为 0–${size} 的整数，不能超过分桶总数`,
      )
    config.bucket = { field: bucket.field, in_gray: bucket.in_gray, size }
  }
  if (!config.bucket && !config.allow_list?.values.length)
    throw fault('bucket', 'say who gets the version: a share or an allow list', '请设置灰度范围：比例或白名单')
  return config
}

const fieldOf = (field: Field, at: string): GrayField => ({
  type: field.type as GrayField['type'],
  ...(field.type === FieldType.custom && { custom_key: pathOf(field, at) }),
})
/** The same configuration in the form needed to choose a version. */
export function grayOf(config: GrayRuleConfig): GrayConfig {
  const { block_list: block, allow_list: allow, bucket } = config
  return {
    ...(block && { block_list: { field: fieldOf(block.field, 'block_list'), values: new Set(block.values) } }),
    ...(allow && { allow_list: { field: fieldOf(allow.field, 'allow_list'), values: new Set(allow.values) } }),
    ...(bucket && {
      bucket: { field: fieldOf(bucket.field, 'bucket'), in_gray: bucket.in_gray, bucket_size: bucket.size },
    }),
  }
}
/** The users in the older form of the allow list. */
export const grayIds = (config: GrayRuleConfig | null): string[] =>
  config?.allow_list && config.allow_list.field.type === FieldType.user ? config.allow_list.values : []
