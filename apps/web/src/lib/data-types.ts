import { useCallback } from 'react'
import { type Texts, useT } from './i18n.ts'

const known = [
  'any',
  'array',
  'audio',
  'boolean',
  'code',
  'doc',
  'excel',
  'file',
  'image',
  'integer',
  'number',
  'object',
  'ppt',
  'string',
  'svg',
  'time',
  'txt',
  'video',
  'voice',
  'zip',
] as const
type Known = (typeof known)[number]

const isKnown = (type: string): type is Known => (known as readonly string[]).includes(type)

/**
 * The name that every screen shows for a data type. Types come as canvases, schemas and tables write them: `string`,
 * `float`, `[object]`. Unknown types are returned unchanged.
 */
export function dataTypeName(t: Texts<'ui'>, type: string): string {
  const item = /^\[(.*)\]$/.exec(type)?.[1]
  if (item !== undefined) return t('dataType.arrayOf', { item: dataTypeName(t, item) })
  if (type === 'float') return t('dataType.number')
  return isKnown(type) ? t(`dataType.${type}`) : type
}

export function useDataTypeName(): (type: string) => string {
  const t = useT('ui')
  return useCallback((type: string) => dataTypeName(t, type), [t])
}
