import { FieldType } from '@orrery/contract/shared/bot-enums'
import { textWidth } from '#lib/text-width.ts'
import { showValue } from './cell-rules.ts'
import type { GridColumn } from './grid-columns.ts'
import type { Row } from './row-store.ts'

const looks = { text: '', date: 'tabular-nums', number: 'tabular-nums text-right', system: 'text-mute tabular-nums' }
const pending = { text: '', style: 'h-2 w-2/3 rounded-sm bg-hover' }
const padding = 24
const fontSize = 14

/** A value that is only text, which most are: drawn as such, without the parts that switches and faults need. */
export function plainText(column: GridColumn, row: Row | undefined): { text: string; style: string } | undefined {
  if (!row) return pending
  const value = row[column.key]
  if (!value || column.key === 'bstudio_connector_id') return undefined
  if (column.isSystem) return styled(value.replace(/\.\d+$/, ''), 'system', column.width)
  if (column.type === FieldType.boolean || column.own) return undefined
  const isNumber = column.type === FieldType.number || column.type === FieldType.float
  const look = isNumber ? 'number' : column.type === FieldType.date ? 'date' : 'text'
  return styled(showValue(column.type, value), look, column.width)
}

/** Text that surely has room is not clipped: a clip for every cell costs more than the texts themselves. */
function styled(text: string, look: keyof typeof looks, width: number) {
  const fits = text.length < 60 && !text.includes('\n') && textWidth(text, fontSize) * 1.1 <= width - padding
  return { text, style: `block ${fits ? 'whitespace-nowrap' : 'truncate'} ${looks[look]}`.trimEnd() }
}
