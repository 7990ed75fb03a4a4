import type { ResourceNames } from './resource-names.ts'

/** The create action and the dialog of the kind. The library lists all kinds, with search, copies and export. */
export const actionsText = ({ name, camel, pascal }: ResourceNames) => `import { lazy } from 'react'
import { createActions } from '#lib/create-actions.ts'
import { textOf } from '#lib/i18n.ts'
import { resourceDialogs } from '#lib/resource-dialogs.ts'
import { mayInSpace } from '#lib/spaces.ts'
import { studioDialogs } from '#lib/studio-dialogs.ts'
import { edited${pascal} } from './edited-${name}.ts'

const Edited${pascal} = lazy(() =>
  import('./components/edited-${name}.tsx').then((module) => ({ default: module.Edited${pascal} })),
)

/** Registers the create action and the dialog of this kind. */
export function add${pascal}Actions(): void {
  const t = textOf('shell')
  createActions.add({
    id: '${name}',
    kind: '${name}',
    label: () => t('create.${camel}'),
    may: (space) => space !== undefined && mayInSpace(space, 'createResource'),
    open: (space) => space && edited${pascal}.set({ spaceId: space.id }),
  })
  resourceDialogs.add({ id: '${name}', open: (spaceId, id) => edited${pascal}.set({ spaceId, id }) })
  studioDialogs.add({ id: 'edit-${name}', useOpen: () => edited${pascal}.use() !== null, Content: Edited${pascal} })
}
`

export const storeText = ({ pascal }: ResourceNames) => `import { createStore } from '#lib/store.ts'

/** The one being created, or edited if it has an id; null for none. */
export const edited${pascal} = createStore<{ spaceId: string; id?: string } | null>(null)
`

export const editedText = ({ name, camel, pascal }: ResourceNames) => `import { useQuery } from '@tanstack/react-query'
import { api } from '#lib/api.ts'
import { edited${pascal} } from '../edited-${name}.ts'
import { ${pascal}Dialog } from './${name}-dialog.tsx'

/** Opened from the library and the create menu: a new one, or one that is there. */
export function Edited${pascal}() {
  const edited = edited${pascal}.use()
  const id = edited?.id
  const { data } = useQuery({
    queryKey: ['${name}', id],
    enabled: id !== undefined,
    gcTime: 0,
    queryFn: ({ signal }) => api.${camel}.get({ id: id! }, { signal, toast: true }),
  })
  if (!edited || (id !== undefined && !data)) return null
  return <${pascal}Dialog spaceId={edited.spaceId} before={data} onClose={() => edited${pascal}.set(null)} />
}
`

export const dialogText = ({
  name,
  camel,
  pascal,
}: ResourceNames) => `import { useMutation } from '@tanstack/react-query'
import { api } from '#lib/api.ts'
import { useT } from '#lib/i18n.ts'
import { queryClient } from '#lib/query.ts'
import { useForm } from '#lib/use-form.ts'
import { Field } from '#ui/field.tsx'
import { FormDialog } from '#ui/form-dialog.tsx'
import { Input } from '#ui/input.tsx'
import { Textarea } from '#ui/textarea.tsx'

interface ${pascal}DialogProps {
  spaceId: string
  before?: Awaited<ReturnType<typeof api.${camel}.get>>
  onClose: () => void
}

export function ${pascal}Dialog({ spaceId, before, onClose }: ${pascal}DialogProps) {
  const t = useT('${name}')
  const start = { name: before?.name ?? '', description: before?.description ?? '', text: before?.text ?? '' }
  const { values, text, isDirty } = useForm(start)
  const save = useMutation({
    mutationFn: () =>
      before
        ? api.${camel}.update({ id: before.id, version: before.version, ...values })
        : api.${camel}.create({ space_id: spaceId, ...values }),
    onSuccess: async () => {
      await queryClient.invalidateQueries({ queryKey: ['library'] })
      onClose()
    },
  })
  return (
    <FormDialog
      title={before ? t('edit') : t('create')}
      isDirty={isDirty}
      isReady={values.name.trim() !== ''}
      call={save}
      action={before ? t('save') : t('create')}
      onSubmit={() => save.mutate()}
      onClose={onClose}
    >
      <Field label={t('name')} required>
        <Input {...text('name')} limit={50} />
      </Field>
      <Field label={t('description')}>
        <Input {...text('description')} limit={600} />
      </Field>
      <Field label={t('text')}>
        <Textarea {...text('text')} rows={8} maxRows={16} limit={100_000} />
      </Field>
    </FormDialog>
  )
}
`
