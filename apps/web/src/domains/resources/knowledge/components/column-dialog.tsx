import { type FormEvent, useState } from 'react'
import { useT } from '#lib/i18n.ts'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { ErrorPanel } from '#ui/error-panel.tsx'
import type { KnowledgeDocument } from '../knowledge.queries.ts'
import type { DocumentActions } from '../use-document-actions.ts'
import { ColumnTable } from './column-table.tsx'

interface ColumnDialogProps {
  document: KnowledgeDocument
  actions: DocumentActions
  onClose: () => void
}

/** The columns of a stored table: names, types, which of them are searched, and their order. */
export function ColumnDialog({ document, actions, onClose }: ColumnDialogProps) {
  const t = useT('knowledge')
  const [columns, setColumns] = useState(document.table_meta)
  const isReady = columns.some((column) => column.is_semantic) && columns.every((column) => column.column_name?.trim())
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (isReady) actions.update.mutate({ document, table_meta: columns }, { onSuccess: onClose })
  }
  return (
    <Dialog
      open
      size="lg"
      title={t('columns.title')}
      description={t('columns.text')}
      keepOnOutsidePress
      onOpenChange={(open) => !open && onClose()}
      onSubmit={submit}
      footer={
        <>
          <Button onClick={onClose}>{t('cancel')}</Button>
          <Button type="submit" kind="solid" disabled={!isReady} busy={actions.update.isPending}>
            {t('save')}
          </Button>
        </>
      }
    >
      <ColumnTable columns={columns} onChange={setColumns} movable />
      {!columns.some((column) => column.is_semantic) && (
        <p className="mt-2 text-small text-err">{t('columns.needSearched')}</p>
      )}
      {actions.update.error && <ErrorPanel error={actions.update.error} className="mt-3" />}
    </Dialog>
  )
}
