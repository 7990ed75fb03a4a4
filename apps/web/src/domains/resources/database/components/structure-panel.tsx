import { ApiError } from '@orrery/contract/client'
import { ErrorCode } from '@orrery/contract/shared/error-codes'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '#lib/api.ts'
import { useT } from '#lib/i18n.ts'
import { Button } from '#ui/button.tsx'
import { confirm } from '#ui/confirm-host.tsx'
import { ErrorPanel } from '#ui/error-panel.tsx'
import { toast } from '#ui/toast-store.ts'
import { type Database, refreshDatabases } from '../database.queries.ts'
import { areReady, emptyField, fromDrafts, toDrafts } from '../field-form.ts'
import { FieldTable } from './field-table.tsx'

interface StructurePanelProps {
  database: Database
  mayEdit: boolean
  /** Whether to append an empty field. */
  isAdding: boolean
}

/** The fields of both draft and online data. A change that would lose data has to be confirmed first. */
export function StructurePanel({ database, mayEdit, isAdding }: StructurePanelProps) {
  const t = useT('database')
  const before = toDrafts(database.field_list)
  const [fields, setFields] = useState(() => (isAdding && mayEdit ? [...before, emptyField()] : before))
  const isChanged = JSON.stringify(fromDrafts(fields)) !== JSON.stringify(fromDrafts(before))
  const save = useMutation({
    mutationFn: (allowLoss: boolean) =>
      api.database.update({
        id: database.id,
        field_list: fromDrafts(fields),
        extra_info: { version: database.extra_info['version'] ?? '', ...(allowLoss && { allow_data_loss: 'true' }) },
      }),
    onSuccess: async ({ database_info: saved }) => {
      setFields(toDrafts(saved.field_list))
      toast.ok(t('structure.saved'))
      await refreshDatabases()
    },
    onError: async (error) => {
      if (!(error instanceof ApiError) || error.code !== ErrorCode.database.wouldLose) return
      const isMeant = await confirm({
        title: t('structure.loseTitle'),
        text: t('structure.loseText', { reason: error.message }),
        action: t('structure.loseAction'),
        danger: true,
      })
      if (isMeant) save.mutate(true)
    },
  })
  return (
    <div className="min-h-0 flex-1 overflow-y-auto p-5">
      <div className="mx-auto flex max-w-240 flex-col gap-4">
        <p className="text-mute">{t('structure.text')}</p>
        <div className="rounded-lg border border-line bg-card p-4">
          <FieldTable fields={fields} onChange={setFields} disabled={!mayEdit} />
        </div>
        {save.error && <ErrorPanel error={save.error} />}
        {mayEdit && (
          <div className="flex justify-end gap-2">
            <Button disabled={!isChanged} onClick={() => (setFields(before), save.reset())}>
              {t('structure.discard')}
            </Button>
            <Button
              kind="solid"
              disabled={!isChanged || !areReady(fields)}
              busy={save.isPending}
              onClick={() => save.mutate(false)}
            >
              {t('structure.save')}
            </Button>
          </div>
        )}
      </div>
    </div>
  )
}
