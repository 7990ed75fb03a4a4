import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { api } from '#lib/api.ts'
import { useDataTypeName } from '#lib/data-types.ts'
import { useT } from '#lib/i18n.ts'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { ErrorPanel } from '#ui/error-panel.tsx'
import { Field } from '#ui/field.tsx'
import { Input } from '#ui/input.tsx'
import { columnTypeOf, columnTypeTexts } from '../column-types.ts'
import { type KnowledgeDocument, refreshKnowledge } from '../knowledge.queries.ts'
import { writeCells } from '../slice-info.ts'

/** Adds a row to a table. */
export function RowDialog({ document, onClose }: { document: KnowledgeDocument; onClose: () => void }) {
  const t = useT('knowledge')
  const typeName = useDataTypeName()
  const [cells, setCells] = useState<Record<string, string>>({})
  const add = useMutation({
    mutationFn: () => api.knowledge.createSlice({ document_id: document.document_id, raw_text: writeCells(cells) }),
    onSuccess: async () => {
      await refreshKnowledge()
      onClose()
    },
  })
  const isReady = Object.values(cells).some((value) => value.trim())
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (isReady && !add.isPending) add.mutate()
  }
  return (
    <Dialog
      open
      size="md"
      title={t('rows.add')}
      keepOnOutsidePress={isReady}
      onOpenChange={(open) => !open && onClose()}
      onSubmit={submit}
      footer={
        <>
          <Button onClick={onClose}>{t('cancel')}</Button>
          <Button type="submit" kind="solid" disabled={!isReady} busy={add.isPending}>
            {t('rows.addAction')}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-3">
        {document.table_meta.map((column) => (
          <Field
            key={column.id}
            label={column.column_name}
            aside={typeName(columnTypeTexts[columnTypeOf(column)])}
            help={column.desc}
          >
            <Input
              value={cells[column.column_name] ?? ''}
              onChange={(event) => setCells({ ...cells, [column.column_name]: event.target.value })}
            />
          </Field>
        ))}
        {add.error && <ErrorPanel error={add.error} />}
      </div>
    </Dialog>
  )
}
