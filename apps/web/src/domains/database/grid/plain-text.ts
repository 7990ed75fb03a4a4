import { FieldType } from '@orrery/contract/shared/bot-enums'
import { showValue } from './cell-rules.ts'
import type { GridColumn } from './grid-columns.ts'

const styles = {
  text: 'block truncate',
  date: 'block truncate tabular-nums',
  number: 'block truncate tabular-nums text-right',
  system: 'block truncate text-mute tabular-nums',
}

/** A value that is only text, which most are: drawn as such, without the parts that switches and faults need. */
export function plainText(column: GridColumn, value: string | undefined): { text: string; style: string } | undefined {
  if (!value || column.key === 'bstudio_connector_id') return undefined
  if (column.isSystem) return { text: value.replace(/\.\d+$/, ''), style: styles.system }
  if (column.type === FieldType.boolean) return undefined
  const isNumber = column.type === FieldType.number || column.type === FieldType.float
  const style = isNumber ? styles.number : column.type === FieldType.date ? styles.date : styles.text
  return { text: showValue(column.type, value), style }
}
