import { DATABASE_LIMITS } from '@orrery/contract/shared/database-enums'
import { useMutation } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { api } from '#lib/api.ts'
import { useT } from '#lib/i18n.ts'
import { Button } from '#ui/button.tsx'
import { Field } from '#ui/field.tsx'
import { FormDialog } from '#ui/form-dialog.tsx'
import { Input } from '#ui/input.tsx'
import { Textarea } from '#ui/textarea.tsx'
import { askToDelete } from '#domains/library/reference/index.ts'
import { type Database, refreshDatabases } from '../database.queries.ts'
import { isName } from '../field-form.ts'

/** Name and description of a table, and its deletion. */
export function InfoDialog({ database, onClose }: { database: Database; onClose: () => void }) {
  const t = useT('database')
  const navigate = useNavigate()
  const [name, setName] = useState(database.table_name)
  const [description, setDescription] = useState(database.table_desc)
  const save = useMutation({
    mutationFn: () => api.database.update({ id: database.id, table_name: name.trim(), table_desc: description.trim() }),
    onSuccess: async () => {
      await refreshDatabases()
      onClose()
    },
  })
  const remove = () =>
    askToDelete({
      spaceId: database.space_id,
      ids: [database.id],
      title: t('delete.title', { name: database.table_name }),
      note: t('delete.text'),
      action: t('delete.action', { name: database.table_name }),
      onConfirm: async () => {
        await api.database.remove({ id: database.id })
        await navigate({ to: '/space/$space_id/library/database', params: { space_id: database.space_id } })
        void refreshDatabases()
      },
    })
  return (
    <FormDialog
      size="md"
      title={t('info.title')}
      isReady={isName(name)}
      call={save}
      action={t('info.save')}
      extra={
        <Button kind="danger-quiet" className="mr-auto" onClick={() => void remove()}>
          {t('delete.action', { name: database.table_name })}
        </Button>
      }
      onSubmit={() => save.mutate()}
      onClose={onClose}
    >
      <Field
        label={t('create.name')}
        required
        error={isName(name) ? undefined : t('create.nameRule')}
        help={t('info.nameHelp')}
      >
        <Input mono value={name} onChange={(event) => setName(event.target.value)} />
      </Field>
      <Field label={t('create.description')} help={t('create.descriptionHelp')}>
        <Textarea
          value={description}
          limit={DATABASE_LIMITS.description}
          onChange={(event) => setDescription(event.target.value)}
        />
      </Field>
    </FormDialog>
  )
}
