import { useMutation, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { api } from '#lib/api.ts'
import { useT } from '#lib/i18n.ts'
import { useForm } from '#lib/use-form.ts'
import { Checkbox } from '#ui/checkbox.tsx'
import { Field } from '#ui/field.tsx'
import { FormDialog } from '#ui/form-dialog.tsx'
import { Input } from '#ui/input.tsx'
import { Select } from '#ui/select.tsx'
import { Textarea } from '#ui/textarea.tsx'
import { toast } from '#ui/toast-store.ts'
import { labelsQuery } from '#domains/loop/label/index.ts'
import { type Prompt, refreshPrompts } from '../prompts.queries.ts'

const levels = ['1', '2', '3', '4'] as const

interface InfoDialogProps {
  prompt: Prompt
  spaceId: string
  onClose: () => void
}

/** The name, description, tags and security level of a prompt. */
export function InfoDialog({ prompt, spaceId, onClose }: InfoDialogProps) {
  const t = useT('prompts')
  const { values, isDirty, text, set } = useForm(() => ({
    name: prompt.display_name,
    description: prompt.description,
    level: String(prompt.security_level) as (typeof levels)[number],
    reason: '',
    tags: (prompt.tags ?? []).map(({ id }) => id),
  }))
  const isLower = Number(values.level) < prompt.security_level
  const save = useMutation({
    mutationFn: () =>
      api.promptManage.update({
        prompt_id: prompt.id,
        display_name: values.name.trim(),
        description: values.description.trim(),
        security_level: Number(values.level),
        tag_ids: values.tags,
        ...(isLower && { downgrade_reason: values.reason.trim() }),
      }),
    onSuccess: async () => {
      await refreshPrompts()
      toast.ok(t('info.saved'))
      onClose()
    },
  })
  return (
    <FormDialog
      title={t('info.title')}
      isDirty={isDirty}
      isReady={isDirty && values.name.trim() !== '' && (!isLower || values.reason.trim() !== '')}
      call={save}
      action={t('info.save')}
      onSubmit={() => save.mutate()}
      onClose={onClose}
    >
      <Field label={t('create.name')} required>
        <Input {...text('name')} />
      </Field>
      <Field label={t('create.description')}>
        <Textarea rows={2} {...text('description')} />
      </Field>
      <TagChoice spaceId={spaceId} own={prompt.tags ?? []} chosen={values.tags} onChange={(tags) => set({ tags })} />
      <Field label={t('info.level')} help={t(`info.level.${values.level}`)}>
        <Select
          items={levels.map((value) => ({ value, label: `L${value}`, description: t(`info.level.${value}`) }))}
          value={values.level}
          onChange={(level) => set({ level })}
        />
      </Field>
      {isLower && (
        <Field label={t('info.reason')} required help={t('info.reasonHelp')}>
          <Input {...text('reason')} />
        </Field>
      )}
    </FormDialog>
  )
}

interface TagChoiceProps {
  spaceId: string
  /** The tags of the prompt. They are listed even if the space has more tags than one page. */
  own: { id: string; name: string }[]
  chosen: string[]
  onChange: (chosen: string[]) => void
}
function TagChoice({ spaceId, own, chosen, onChange }: TagChoiceProps) {
  const t = useT('prompts')
  const { data } = useQuery(labelsQuery(spaceId))
  const all = new Map([
    ...own.map(({ id, name }) => [id, name] as const),
    ...(data?.tags ?? []).map((tag) => [tag.tagKeyID, tag.tagKeyName] as const),
  ])
  return (
    <fieldset className="flex flex-col gap-1.5">
      <legend className="mb-1.5 font-medium">{t('info.tags')}</legend>
      <div className="flex max-h-40 flex-wrap gap-x-4 gap-y-1.5 overflow-y-auto">
        {[...all].map(([id, name]) => (
          <Checkbox
            key={id}
            checked={chosen.includes(id)}
            onChange={(isChosen) => onChange(isChosen ? [...chosen, id] : chosen.filter((item) => item !== id))}
          >
            {name}
          </Checkbox>
        ))}
      </div>
      <p className="text-small text-mute">
        {data && all.size === 0 && `${t('info.noTags')} `}
        <Link to="/space/$space_id/evaluate/tags" params={{ space_id: spaceId }} className="text-brand hover:underline">
          {t('info.manageTags')}
        </Link>
      </p>
    </fieldset>
  )
}
