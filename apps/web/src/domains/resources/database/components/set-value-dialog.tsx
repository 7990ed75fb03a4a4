import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useT } from '#lib/i18n.ts'
import { Field } from '#ui/field.tsx'
import { FormDialog } from '#ui/form-dialog.tsx'
import { Input } from '#ui/input.tsx'
import { Select } from '#ui/select.tsx'
import { cellFault } from '../grid/cell-rules.ts'
import type { GridColumn } from '../grid/grid-columns.ts'

interface SetValueDialogProps {
  columns: readonly GridColumn[]
  count: number
  onSet: (key: string, value: string) => Promise<void>
  onClose: () => void
}

/** Sets a field of all selected rows to one value. */
export function SetValueDialog({ columns, count, onSet, onClose }: SetValueDialogProps) {
  const t = useT('database')
  const own = columns.filter((column) => !column.isSystem)
  const [key, setKey] = useState(own[0]?.key ?? '')
  const [value, setValue] = useState('')
  const column = own.find((item) => item.key === key)
  const fault = column ? cellFault(column.type, value, column.isRequired) : null
  const save = useMutation({ mutationFn: () => onSet(key, value), onSuccess: onClose })
  return (
    <FormDialog
      title={t('bulk.setTitle', { count })}
      isReady={fault === null}
      call={save}
      action={t('bulk.set')}
      onSubmit={() => save.mutate()}
      onClose={onClose}
    >
      <Field label={t('filter.field')}>
        <Select value={key} onChange={setKey} items={own.map((item) => ({ value: item.key, label: item.label }))} />
      </Field>
      <Field label={t('filter.value')} error={fault && value ? t(`fault.${fault}`, { field: key }) : undefined}>
        <Input value={value} onChange={(event) => setValue(event.target.value)} />
      </Field>
    </FormDialog>
  )
}
