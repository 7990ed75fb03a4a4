import { useMutation } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { api } from '#lib/api.ts'
import { useT } from '#lib/i18n.ts'
import { Button } from '#ui/button.tsx'
import { confirm } from '#ui/confirm-host.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { ErrorPanel } from '#ui/error-panel.tsx'
import { Field } from '#ui/field.tsx'
import { Input } from '#ui/input.tsx'
import { Textarea } from '#ui/textarea.tsx'
import { type Database, refreshDatabases } from '../database.queries.ts'
import { isName } from '../field-form.ts'

/** Name and description; and the way to be rid of the table. */
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
    confirm({
      title: t('delete.title', { name: database.table_name }),
      text: t('delete.text'),
      action: t('delete.action', { name: database.table_name }),
      danger: true,
      askName: database.table_name,
      onConfirm: async () => {
        await api.database.remove({ id: database.id })
        await navigate({ to: '/space/$space_id/library/database', params: { space_id: database.space_id } })
        void refreshDatabases()
      },
    })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (isName(name) && !save.isPending) save.mutate()
  }
  return (
    <Dialog
      open
      size="md"
      onOpenChange={(open) => !open && onClose()}
      title={t('info.title')}
      onSubmit={submit}
      footer={
        <>
          <Button kind="danger-quiet" className="mr-auto" onClick={() => void remove()}>
            {t('delete.action', { name: database.table_name })}
          </Button>
          <Button onClick={onClose}>{t('cancel')}</Button>
          <Button type="submit" kind="solid" disabled={!isName(name)} busy={save.isPending}>
            {t('info.save')}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        <Field
          label={t('create.name')}
          required
          error={isName(name) ? undefined : t('create.nameRule')}
          help={t('info.nameHelp')}
        >
          <Input mono value={name} onChange={(event) => setName(event.target.value)} />
        </Field>
        <Field label={t('create.description')} help={t('create.descriptionHelp')}>
          <Textarea value={description} limit={2000} onChange={(event) => setDescription(event.target.value)} />
        </Field>
        {save.error && <ErrorPanel error={save.error} />}
      </div>
    </Dialog>
  )
}
