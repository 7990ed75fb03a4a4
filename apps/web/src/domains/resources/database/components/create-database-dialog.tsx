import { useMutation, useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { Table2 } from 'lucide-react'
import { api } from '#lib/api.ts'
import { cn } from '#lib/class-names.ts'
import { useT } from '#lib/i18n.ts'
import { useSpaceName } from '#lib/spaces.ts'
import { useForm } from '#lib/use-form.ts'
import { Field } from '#ui/field.tsx'
import { FormDialog } from '#ui/form-dialog.tsx'
import { Icon } from '#ui/icon.tsx'
import { Input } from '#ui/input.tsx'
import { creatingDatabase } from '../create-database.ts'
import { type Proposal, refreshDatabases, type Template, templatesQuery } from '../database.queries.ts'
import { areReady, asName, emptyField, fromDrafts, isName, toDrafts } from '../field-form.ts'
import { FieldTable } from './field-table.tsx'
import { type Mode, ModeChoice } from './mode-choice.tsx'
import { SuggestTable } from './suggest-table.tsx'

const formOf = (template?: Template | Proposal) => ({
  /** The key of the chosen template. */
  from: template && 'key' in template ? template.key : '',
  name: template?.table_name ?? '',
  description: template?.table_desc ?? '',
  mode: (template?.rw_mode ?? 1) as Mode,
  fields: template ? toDrafts(template.field_list, true) : [emptyField()],
})

/** Opened from the create menu, the library and the palette. A template fills the form, which can still be edited. */
export function CreateDatabaseDialog() {
  const t = useT('database')
  const creating = creatingDatabase.use()
  const space = creating?.space
  const spaceName = useSpaceName()
  const navigate = useNavigate()
  const templates = useQuery(templatesQuery).data ?? []
  const { values, set, isDirty, text, field } = useForm(() => formOf())
  const { from, name, fields } = values
  const close = () => creatingDatabase.set(null)
  const create = useMutation({
    mutationFn: () =>
      api.database.add({
        space_id: space!.id,
        project_id: creating?.projectId,
        table_name: name.trim(),
        table_desc: values.description.trim(),
        field_list: fromDrafts(fields),
        rw_mode: values.mode,
      }),
    onSuccess: ({ database_info: made }) => {
      void refreshDatabases()
      close()
      if (creating?.onCreated) return creating.onCreated(made.id)
      return void navigate({
        to: '/space/$space_id/database/$table_id',
        params: { space_id: space!.id, table_id: made.id },
      })
    },
  })
  if (!space) return null
  const begin = (template?: Template | Proposal) => set(formOf(template))
  const isNamed = isName(name)
  const isReady = isNamed && areReady(fields)
  return (
    <FormDialog
      size="lg"
      title={t('create.title')}
      description={t('create.text', { space: spaceName(space) })}
      isDirty={isDirty}
      isReady={isReady}
      call={create}
      action={t('create.action')}
      onSubmit={() => create.mutate()}
      onClose={close}
    >
      <div role="group" aria-label={t('create.from')} className="grid grid-cols-5 gap-2 max-sm:grid-cols-2">
        <Start isChosen={from === ''} title={t('create.blank')} text={t('create.blankText')} onClick={() => begin()} />
        {templates.map((template) => (
          <Start
            key={template.key}
            isChosen={from === template.key}
            title={template.title}
            text={template.table_desc}
            onClick={() => begin(template)}
          />
        ))}
      </div>
      <SuggestTable spaceId={space.id} onPick={begin} />
      <div className="grid grid-cols-2 gap-4 max-sm:grid-cols-1">
        <Field
          label={t('create.name')}
          required
          error={name && !isNamed ? t('create.nameRule') : undefined}
          help={t('create.nameRule')}
        >
          <Input
            {...text('name')}
            mono
            placeholder="database_name"
            onBlur={() => name && !isNamed && asName(name) && set({ name: asName(name) })}
          />
        </Field>
        <Field label={t('create.description')} help={t('create.descriptionHelp')}>
          <Input {...text('description')} />
        </Field>
      </div>
      <section aria-label={t('structure.fields')}>
        <h3 className="mb-1 font-medium">{t('structure.fields')}</h3>
        <FieldTable fields={fields} onChange={field('fields').onChange} />
      </section>
      <section aria-label={t('mode.label')}>
        <h3 className="mb-1 font-medium">{t('mode.label')}</h3>
        <ModeChoice mode={values.mode} onChange={field('mode').onChange} />
      </section>
    </FormDialog>
  )
}

interface StartProps {
  isChosen: boolean
  title: string
  text: string
  onClick: () => void
}

function Start({ isChosen, title, text, onClick }: StartProps) {
  return (
    <button
      type="button"
      aria-pressed={isChosen}
      onClick={onClick}
      className={cn(
        'flex min-w-0 items-start gap-2 rounded-lg border border-line p-3 text-left hover:border-line-strong',
        isChosen && 'border-brand bg-brand-soft/60 hover:border-brand',
      )}
    >
      <Icon of={Table2} className="mt-0.5 shrink-0 text-mute" />
      <span className="min-w-0">
        <span className="block truncate font-medium">{title}</span>
        <span className="line-clamp-2 text-small text-mute">{text}</span>
      </span>
    </button>
  )
}
