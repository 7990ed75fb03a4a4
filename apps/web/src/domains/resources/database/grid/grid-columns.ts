import { FieldType } from '@orrery/contract/shared/bot-enums'
import type { ReactNode } from 'react'
import type { Database } from '../database.queries.ts'
import type { CellType } from './cell-rules.ts'

export interface CellEditorProps {
  column: GridColumn
  text: string
  isTyped: boolean
  onSave: (text: string, then: 'down' | 'right' | 'left' | 'stay') => void
  onLeave: () => void
}

export interface GridColumn {
  /** The key of the value in a row. */
  key: string
  label: string
  type: CellType
  isRequired: boolean
  /** Whether the system writes the values: they are shown, but never editable. */
  isSystem: boolean
  width: number
  note?: string
  /** The allowed values; undefined if any value is allowed. */
  choices?: readonly string[]
  /** A custom view and editor for values that are not plain text. */
  own?: { view: (text: string) => ReactNode; edit: (props: CellEditorProps) => ReactNode }
}

const widths: Record<CellType, number> = {
  [FieldType.text]: 190,
  [FieldType.number]: 120,
  [FieldType.float]: 120,
  [FieldType.date]: 160,
  [FieldType.boolean]: 96,
}
/** The width of the column with row numbers and checkboxes. */
export const headWidth = 44
export const rowHeight = 36

const system = (key: string, label: string, type: CellType, width: number): GridColumn => ({
  key,
  label,
  type,
  width,
  isRequired: false,
  isSystem: true,
})

export function gridColumns(database: Database, labels: { channel: string; created: string }): GridColumn[] {
  const fields = database.field_list.filter((field) => !field.is_system_field)
  return [
    system('bstudio_id', 'id', FieldType.number, 96),
    ...fields.map((field) => ({
      key: field.name,
      label: field.name,
      type: field.type,
      isRequired: field.must_required,
      isSystem: false,
      width: Math.max(widths[field.type], Math.min(320, field.name.length * 8 + 64)),
      note: field.desc,
    })),
    system('bstudio_connector_id', labels.channel, FieldType.text, 120),
    system('bstudio_create_time', labels.created, FieldType.date, 176),
  ]
}
