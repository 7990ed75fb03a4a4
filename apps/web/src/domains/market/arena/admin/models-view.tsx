import { useMutation, useQuery } from '@tanstack/react-query'
import { Pencil } from 'lucide-react'
import { useState } from 'react'
import { api } from '#lib/api.ts'
import { formatNumber } from '#lib/format.ts'
import { useT } from '#lib/i18n.ts'
import { useForm } from '#lib/use-form.ts'
import { Field } from '#ui/field.tsx'
import { FormDialog } from '#ui/form-dialog.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import { Input } from '#ui/input.tsx'
import { Switch } from '#ui/switch.tsx'
import { NameCell, type Column, Table } from '#ui/table.tsx'
import { Tag } from '#ui/tag.tsx'
import { Textarea } from '#ui/textarea.tsx'
import { toast } from '#ui/toast-store.ts'
import { adminModelsQuery, refreshArena } from '../arena.queries.ts'

type Model = Awaited<ReturnType<typeof api.arenaAdmin.models>>['models'][number]
const sent = ({ model_id, name, company, description, aliases, enabled }: Model) => ({
  model_id,
  name,
  company,
  description,
  aliases: [...aliases],
  enabled,
})

/** The models of the instance that take part, and their names in the arena. */
export function ModelsView() {
  const t = useT('arena')
  const models = useQuery(adminModelsQuery)
  const [edited, setEdited] = useState<Model>()
  const save = useMutation({
    mutationFn: (model: Model) => api.arenaAdmin.saveModel(sent(model), { toast: true }),
    onSettled: refreshArena,
  })
  const columns: Column<Model>[] = [
    {
      id: 'name',
      head: t('board.model'),
      cell: (model) => (
        <NameCell
          name={model.name}
          note={model.company}
          beside={model.is_built_in ? <Tag>{t('admin.builtIn')}</Tag> : undefined}
        />
      ),
    },
    { id: 'votes', head: t('board.votes'), width: 100, align: 'end', cell: ({ votes }) => formatNumber(votes) },
    {
      id: 'on',
      head: t('admin.takesPart'),
      width: 140,
      isNamedOnCard: true,
      cell: (model) =>
        model.is_built_in ? (
          <span className="text-small text-mute">{model.is_usable ? t('admin.stepsIn') : t('admin.notNeeded')}</span>
        ) : (
          <Switch
            label={t('admin.takesPartName', { name: model.name })}
            checked={model.enabled}
            onChange={(enabled) => save.mutate({ ...model, enabled })}
          />
        ),
    },
  ]
  return (
    <>
      <p className="px-5 py-3 text-small text-mute">{t('admin.modelsText')}</p>
      <Table
        label={t('admin.models')}
        columns={columns}
        rows={models.data ?? []}
        loading={models.isPending ? 3 : 0}
        rowKey={({ id, model_id: modelId }) => `${modelId} ${id}`}
        rowName={({ name }) => name}
        actions={(model) =>
          model.is_built_in ? null : (
            <IconButton icon={Pencil} label={t('admin.edit', { name: model.name })} onClick={() => setEdited(model)} />
          )
        }
      />
      {edited && <ModelDialog model={edited} onClose={() => setEdited(undefined)} />}
    </>
  )
}

function ModelDialog({ model, onClose }: { model: Model; onClose: () => void }) {
  const t = useT('arena')
  const form = useForm({
    name: model.name,
    company: model.company,
    description: model.description,
    aliases: model.aliases.join('\n'),
  })
  const { name, company, description, aliases } = form.values
  const save = useMutation({
    mutationFn: () =>
      api.arenaAdmin.saveModel({
        ...sent(model),
        name: name.trim(),
        company: company.trim(),
        description: description.trim(),
        aliases: aliases
          .split('\n')
          .map((one) => one.trim())
          .filter(Boolean),
      }),
    onSuccess: async () => {
      await refreshArena()
      toast.ok(t('admin.saved'))
      onClose()
    },
  })
  return (
    <FormDialog
      title={t('admin.edit', { name: model.name })}
      isDirty={form.isDirty}
      isReady={name.trim() !== ''}
      call={save}
      action={t('admin.save')}
      onSubmit={() => save.mutate()}
      onClose={onClose}
    >
      <Field label={t('admin.name')} required>
        <Input limit={60} autoComplete="off" {...form.text('name')} />
      </Field>
      <Field label={t('admin.company')}>
        <Input limit={60} autoComplete="off" {...form.text('company')} />
      </Field>
      <Field label={t('admin.description')}>
        <Textarea rows={2} limit={500} {...form.text('description')} />
      </Field>
      <Field label={t('admin.aliases')} help={t('admin.aliasesHelp')}>
        <Textarea rows={3} {...form.text('aliases')} />
      </Field>
    </FormDialog>
  )
}
