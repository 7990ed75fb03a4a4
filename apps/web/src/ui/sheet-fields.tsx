import { Field } from './field.tsx'
import { NumberInput } from './number-input.tsx'
import { Select } from './select.tsx'

const maxHeaderRow = 1_000
const maxFirstRow = 1_000_000

/** Which sheet of a file is read, with the indices of its header line and its first row, starting at 0. */
export interface SheetChoice {
  sheet_id: number
  header_line_idx: number
  start_line_idx: number
}
export const firstSheet: SheetChoice = { sheet_id: 0, header_line_idx: 0, start_line_idx: 1 }

interface SheetFieldsProps {
  labels: { sheet: string; header: string; first: string; name: (name: string, rows: number) => string }
  sheets: readonly { id: number; sheet_name: string; total_row: number }[]
  value: SheetChoice
  onChange: (value: SheetChoice) => void
}

export function SheetFields({ labels, sheets, value, onChange }: SheetFieldsProps) {
  return (
    <div className="grid grid-cols-3 gap-4">
      <Field label={labels.sheet}>
        <Select
          value={String(value.sheet_id)}
          onChange={(id) => onChange({ ...value, sheet_id: Number(id) })}
          items={sheets.map((sheet) => ({
            value: String(sheet.id),
            label: labels.name(sheet.sheet_name, sheet.total_row),
          }))}
        />
      </Field>
      <Field label={labels.header}>
        <NumberInput
          label={labels.header}
          min={1}
          max={maxHeaderRow}
          value={value.header_line_idx + 1}
          onChange={(n) =>
            n && onChange({ ...value, header_line_idx: n - 1, start_line_idx: Math.max(n, value.start_line_idx) })
          }
        />
      </Field>
      <Field label={labels.first}>
        <NumberInput
          label={labels.first}
          min={value.header_line_idx + 2}
          max={maxFirstRow}
          value={value.start_line_idx + 1}
          onChange={(n) => n && onChange({ ...value, start_line_idx: n - 1 })}
        />
      </Field>
    </div>
  )
}
