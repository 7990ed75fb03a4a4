import { FieldType } from '@orrery/contract/shared/bot-enums'
import { textWidth } from '#lib/text-width.ts'
import { showValue } from './cell-rules.ts'
import type { GridColumn } from './grid-columns.ts'
import type { Row } from './row-store.ts'

const looks = { text: '', date: 'tabular-nums', number: 'tabular-nums text-right', system: 'text-mute tabular-nums' }
const pending = { text: '', style: 'h-2 w-2/3 rounded-sm bg-hover' }
const padding = 24
const fontSize = 14

/** The text of a cell without a switch or error, as most are. Rendering only this text is faster. */
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

/** Short texts that certainly fit are not truncated, because truncation costs more than drawing the text. */
function styled(text: string, look: keyof typeof looks, width: number) {
  const fits = text.length < 60 && !text.includes('\n') && textWidth(text, fontSize) * 1.1 <= width - padding
  return { text, style: `block ${fits ? 'whitespace-nowrap' : 'truncate'} ${looks[look]}`.trimEnd() }
}
