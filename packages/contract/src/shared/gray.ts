/**
 * Decides who gets a new version that is rolled out to a share of the users. A pure function: the hash is an argument,
 * because browsers and servers compute it in different ways.
 */
export interface GrayField {
  /** 1 user, 2 device, 3 a parameter of the call. */
  type: 1 | 2 | 3
  custom_key?: string | undefined
}
export interface GrayList {
  field: GrayField
  /** Long lists come as a set, for fast lookups. */
  values: readonly string[] | ReadonlySet<string>
}
export interface GrayBucket {
  field: GrayField
  in_gray: number
  bucket_size?: number | undefined
}
export interface GrayCondition {
  /** 1 a comparison, 2 a combination of conditions. */
  condition_type: 1 | 2
  expr?: { operator: number; var: string; const_val?: string | undefined } | undefined
  combo_condition?: { combo_type: 1 | 2; conditions: readonly GrayCondition[] } | undefined
}
export interface GrayConfig {
  allow_list?: GrayList | undefined
  block_list?: GrayList | undefined
  bucket?: GrayBucket | undefined
  condition?: GrayCondition | undefined
}
/** What the caller sends to identify the user of a call. */
export type Traffic = Readonly<Record<string, unknown>>

export const GRAY_BUCKETS = 10_000

const textOf = (value: unknown): string | undefined =>
  value === undefined || value === null || value === ''
    ? undefined
    : typeof value === 'object'
      ? JSON.stringify(value)
      : String(value as string | number | boolean)

/** Returns the value at a dotted path. */
function valueAt(traffic: Traffic, path: string): unknown {
  let found: unknown = traffic
  for (const key of path.split('.'))
    found =
      typeof found === 'object' && found !== null && Object.hasOwn(found, key)
        ? (found as Record<string, unknown>)[key]
        : undefined
  return found
}
function valueOf(traffic: Traffic, { type, custom_key: key = '' }: GrayField): string | undefined {
  if (type === 1) return textOf(traffic.uid)
  if (type === 2) return textOf(traffic.did)
  return textOf(valueAt(traffic, `params.${key}`) ?? valueAt(traffic, key))
}

const listOf = (text: string): string[] => text.split(',').map((item) => item.trim())
const comparisons: Record<number, (value: string | undefined, wanted: string) => boolean> = {
  1: (value, wanted) => value === wanted,
  2: (value, wanted) => value !== undefined && listOf(wanted).includes(value),
  3: (value, wanted) => value !== undefined && !listOf(wanted).includes(value),
  4: (value, wanted) => value !== undefined && value !== wanted,
  5: (value, wanted) => Number(value) > Number(wanted),
  6: (value, wanted) => Number(value) >= Number(wanted),
  7: (value, wanted) => Number(value) < Number(wanted),
  8: (value, wanted) => Number(value) <= Number(wanted),
  9: (value) => value === undefined,
  10: (value) => value !== undefined,
}

function isMet(condition: GrayCondition, traffic: Traffic): boolean {
  const { expr, combo_condition: combo } = condition
  if (combo) {
    const each = combo.conditions.map((one) => isMet(one, traffic))
    return combo.combo_type === 2 ? each.some(Boolean) : each.every(Boolean)
  }
  if (!expr) return true
  const value = textOf(valueAt(traffic, `params.${expr.var}`) ?? valueAt(traffic, expr.var))
  return comparisons[expr.operator]?.(value, expr.const_val ?? '') ?? false
}

/**
 * Whether a call gets the new version. Checks the condition, then the block list, the allow list, and the bucket.
 * `hash` returns a number from 0 to below 1. The salt identifies the place that is served. As the share grows, users
 * who already have the new version keep it.
 */
export function isInGray(config: GrayConfig, traffic: Traffic, salt: string, hash: (text: string) => number): boolean {
  const { condition, block_list: blocked, allow_list: allowed, bucket } = config
  if (condition && !isMet(condition, traffic)) return false
  const isIn = ({ field, values }: GrayList) => {
    const value = valueOf(traffic, field)
    if (value === undefined) return false
    return 'has' in values ? values.has(value) : values.includes(value)
  }
  if (blocked && isIn(blocked)) return false
  if (allowed && isIn(allowed)) return true
  if (!bucket) return false
  const value = valueOf(traffic, bucket.field)
  if (value === undefined) return false
  const size = bucket.bucket_size || GRAY_BUCKETS
  return hash(`${salt}:${value}`) * size < bucket.in_gray
}
