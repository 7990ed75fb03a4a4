import { useMutation, useQuery } from '@tanstack/react-query'
import { Trash2 } from 'lucide-react'
import { useState } from 'react'
import { api } from '#lib/api.ts'
import { useT } from '#lib/i18n.ts'
import { queryClient } from '#lib/query.ts'
import { Button } from '#ui/button.tsx'
import { confirm } from '#ui/confirm-host.tsx'
import { ErrorPanel } from '#ui/error-panel.tsx'
import { Field } from '#ui/field.tsx'
import { FormDialog } from '#ui/form-dialog.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import { Input } from '#ui/input.tsx'
import { useCardEditor } from '../card-context.ts'
import { LayoutDialog } from './layout-dialog.tsx'
import { type CardTemplate, templatesQuery } from '../card.queries.ts'

/** Designs to start from. Using one replaces the card; undo reverts that. */
export function TemplatesPanel() {
  const t = useT('card')
  const { store, spaceId, mayEdit } = useCardEditor()
  const { data, error } = useQuery(templatesQuery(spaceId))
  const [isNaming, setNaming] = useState(false)
  const [isLayingOut, setLayingOut] = useState(false)
  const remove = async ({ id, name }: CardTemplate) => {
    const yes = await confirm({
      title: t('template.delete.title', { name }),
      text: t('template.delete.text'),
      action: t('template.delete'),
      danger: true,
    })
    if (!yes) return
    await api.cardBuilder.deleteTemplate({ space_id: spaceId, template_id: id }, { toast: true })
    await queryClient.invalidateQueries({ queryKey: ['card', 'templates', spaceId] })
  }
  if (error) return <ErrorPanel error={error} className="m-3" />
  return (
    <div className="flex flex-col gap-2 p-3">
      <ul className="flex flex-col gap-1">
        {data?.map((template) => (
          <li key={template.id} className="flex items-center gap-1">
            <Button
              size="sm"
              kind="quiet"
              className="min-w-0 flex-1 justify-start"
              disabled={!mayEdit}
              onClick={() => {
                store.edit(() => template.design)
                store.select('')
              }}
            >
              {template.name}
            </Button>
            {!template.isOfficial && mayEdit && (
              <IconButton
                size="sm"
                icon={Trash2}
                kind="danger"
                label={t('template.deleteNamed', { name: template.name })}
                onClick={() => void remove(template)}
              />
            )}
          </li>
        ))}
      </ul>
      {mayEdit && (
        <>
          <Button size="sm" onClick={() => setLayingOut(true)}>
            {t('layout.title')}
          </Button>
          <Button size="sm" onClick={() => setNaming(true)}>
            {t('template.save')}
          </Button>
        </>
      )}
      {isLayingOut && <LayoutDialog onClose={() => setLayingOut(false)} />}
      {isNaming && <SaveDialog onClose={() => setNaming(false)} />}
    </div>
  )
}

function SaveDialog({ onClose }: { onClose: () => void }) {
  const t = useT('card')
  const { store, spaceId } = useCardEditor()
  const [name, setName] = useState('')
  const save = useMutation({
    mutationFn: () =>
      api.cardBuilder.saveTemplate({
        space_id: spaceId,
        name,
        dsl_content: JSON.stringify(store.current().design),
      }),
    onSuccess: async () => {
      await queryClient.invalidateQueries({ queryKey: ['card', 'templates', spaceId] })
      onClose()
    },
  })
  return (
    <FormDialog
      title={t('template.save')}
      isReady={name.trim() !== ''}
      call={save}
      action={t('template.save')}
      onSubmit={() => save.mutate()}
      onClose={onClose}
    >
      <Field label={t('name')} required>
        <Input value={name} limit={60} onChange={({ target }) => setName(target.value)} />
      </Field>
    </FormDialog>
  )
}
