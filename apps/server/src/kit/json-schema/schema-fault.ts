import type { JsonSchema } from '../models/chat-types.ts'
import { linearPattern } from './linear-pattern.ts'
import { isSchema } from './more-rules.ts'

interface Fault {
  en: string
  zh: string
}
const types = ['object', 'array', 'string', 'number', 'integer', 'boolean', 'null']
const unchecked = ['unevaluatedItems', 'unevaluatedProperties', '$ref', '$dynamicRef']
const counts = [
  'minLength',
  'maxLength',
  'minItems',
  'maxItems',
  'minProperties',
  'maxProperties',
  'minContains',
  'maxContains',
]
const numbers = ['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf']
/** Keywords that contain schemas: a single one, a list, or a map. */
const single = ['items', 'contains', 'additionalProperties', 'propertyNames', 'not', 'if', 'then', 'else']
const lists = ['allOf', 'anyOf', 'oneOf', 'prefixItems']
const named = ['properties', 'patternProperties', 'dependentSchemas', '$defs', 'definitions']

/** What is wrong with a schema itself. A rule that could not be checked is refused instead of being ignored. */
export function schemaFault(schema: JsonSchema, at = ''): Fault | undefined {
  const own = ownFault(schema)
  if (own) return { en: `${at || 'it'}: ${own.en}`, zh: `${at || '顶层'}：${own.zh}` }
  const inside = (part: unknown, where: string) =>
    isSchema(part) ? schemaFault(part, at ? `${at}.${where}` : where) : undefined
  for (const key of single) {
    const fault = inside(schema[key], key)
    if (fault) return fault
  }
  for (const key of lists)
    for (const [index, part] of (Array.isArray(schema[key]) ? (schema[key] as unknown[]) : []).entries()) {
      const fault = inside(part, `${key}[${index}]`)
      if (fault) return fault
    }
  for (const key of named)
    for (const [name, part] of Object.entries(isSchema(schema[key]) ? schema[key] : {})) {
      const fault = inside(part, `${key}.${name}`)
      if (fault) return fault
    }
  return undefined
}

function ownFault(schema: JsonSchema): Fault | undefined {
  const wrong = unchecked.find((key) => Object.hasOwn(schema, key))
  if (wrong) return { en: `${wrong} is not supported. Remove it`, zh: `不支持 ${wrong}，请删除` }
  const type = (Array.isArray(schema.type) ? schema.type : [schema.type ?? 'object']).find(
    (one) => !types.includes(one as string),
  ) as unknown
  if (type !== undefined)
    return { en: `type must be one of ${types.join(', ')}`, zh: `type 须为以下之一：${types.join('、')}` }
  if (schema.enum !== undefined && !Array.isArray(schema.enum))
    return { en: 'enum must be a list', zh: 'enum 须为数组' }
  const isName = (one: unknown) => typeof one === 'string'
  if (schema.required !== undefined && !(Array.isArray(schema.required) && schema.required.every(isName)))
    return { en: 'required must be a list of names', zh: 'required 须为名称数组' }
  const count = counts.find(
    (key) => schema[key] !== undefined && !(Number.isInteger(schema[key]) && Number(schema[key]) >= 0),
  )
  if (count) return { en: `${count} must be a whole number from 0`, zh: `${count} 须为不小于 0 的整数` }
  const number = numbers.find((key) => schema[key] !== undefined && typeof schema[key] !== 'number')
  if (number) return { en: `${number} must be a number`, zh: `${number} 须为数字` }
  if (typeof schema.multipleOf === 'number' && schema.multipleOf <= 0)
    return { en: 'multipleOf must be greater than 0', zh: 'multipleOf 须大于 0' }
  const patterns = [
    ...(schema.pattern === undefined ? [] : [schema.pattern]),
    ...Object.keys(isSchema(schema.patternProperties) ? schema.patternProperties : {}),
  ]
  const pattern = patterns.find((one) => typeof one !== 'string' || !linearPattern(one))
  if (pattern !== undefined)
    return {
      en: `the pattern ${String(pattern)} is not a regular expression without lookaround and back references`,
      zh: `${String(pattern)} 不是有效的正则表达式（不支持环视和反向引用）`,
    }
  return undefined
}
