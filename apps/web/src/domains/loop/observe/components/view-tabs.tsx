import { useMutation, useQuery } from '@tanstack/react-query'
import { Bookmark, Plus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { api } from '#lib/api.ts'
import { useT } from '#lib/i18n.ts'
import { useForm } from '#lib/use-form.ts'
import { Button } from '#ui/button.tsx'
import { Field } from '#ui/field.tsx'
import { FormDialog } from '#ui/form-dialog.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import { Input } from '#ui/input.tsx'
import { Tabs } from '#ui/tabs.tsx'
import { toast } from '#ui/toast-store.ts'
import { countsQuery, refreshViews, type TraceView, viewsQuery } from '../observe.queries.ts'
import { readConditions, toTree, type TraceAddress } from '../trace-address.ts'

interface ViewTabsProps {
  spaceId: string
  address: TraceAddress
  /** The end of the period if no part of it is marked. */
  now: number
  onChange: (change: Partial<TraceAddress>) => void
}
const systemNames = { '-1': 'view.failed', '-2': 'view.slow', '-3': 'view.disliked', '-4': 'view.expensive' } as const
const filtersOf = ({ conditions }: TraceAddress) => JSON.stringify(toTree(conditions))

/** Saved filters: the built-in ones and those of the space. */
export function ViewTabs({ spaceId, address, now, onChange }: ViewTabsProps) {
  const t = useT('observe')
  const { data } = useQuery(viewsQuery(spaceId))
  const { data: counts } = useQuery(countsQuery(spaceId, address, now))
  const [isSaving, setSaving] = useState(false)
  const views = data?.views ?? []
  const current = views.find((view) => view.id === address.view)
  const nameOf = (view: TraceView) =>
    view.id in systemNames ? t(systemNames[view.id as keyof typeof systemNames]) : view.view_name
  const countOf = (id: string) => {
    const found = counts?.views.find((one) => one.id === id)
    return found && { count: found.count }
  }
  const isEdited =
    current !== undefined && filtersOf(address) !== JSON.stringify(toTree(readConditions(current.filters)))
  const update = useMutation({
    mutationFn: () =>
      api.observation.updateView({ fornax_space_id: spaceId, id: address.view, filters: filtersOf(address) }),
    onSuccess: async () => {
      await refreshViews(spaceId)
      toast.ok(t('view.saved'))
    },
  })
  const remove = useMutation({
    mutationFn: () => api.observation.deleteView({ fornax_space_id: spaceId, id: address.view }),
    onSuccess: async () => {
      onChange({ view: '', conditions: [] })
      await refreshViews(spaceId)
      toast.ok(t('view.deleted'))
    },
  })
  return (
    <>
      <Tabs
        size="page"
        label={t('views')}
        value={current?.id ?? ''}
        onChange={(id) => {
          const view = views.find((one) => one.id === id)
          onChange({ view: id, conditions: view ? readConditions(view.filters) : [] })
        }}
        items={[
          { value: '', label: t('view.all'), ...(counts && { count: counts.total }) },
          ...views.map((view) => ({ value: view.id, label: nameOf(view), icon: Bookmark, ...countOf(view.id) })),
        ]}
        after={
          <>
            {isEdited && <span className="text-small text-mute max-lg:hidden">{t('view.edited')}</span>}
            {isEdited && !current.is_system && (
              <Button kind="ghost" size="sm" busy={update.isPending} onClick={() => update.mutate()}>
                {t('view.update')}
              </Button>
            )}
            {current && !current.is_system && !isEdited && (
              <IconButton size="sm" icon={Trash2} label={t('view.delete')} onClick={() => remove.mutate()} />
            )}
            {address.conditions.length > 0 && (
              <Button kind="ghost" size="sm" icon={Plus} onClick={() => setSaving(true)}>
                {t('view.save')}
              </Button>
            )}
          </>
        }
      />
      {isSaving && (
        <SaveViewDialog
          spaceId={spaceId}
          filters={filtersOf(address)}
          onSaved={(view) => onChange({ view })}
          onClose={() => setSaving(false)}
        />
      )}
    </>
  )
}

interface SaveViewDialogProps {
  spaceId: string
  filters: string
  onSaved: (id: string) => void
  onClose: () => void
}

function SaveViewDialog({ spaceId, filters, onSaved, onClose }: SaveViewDialogProps) {
  const t = useT('observe')
  const { values, text, isDirty } = useForm({ name: '' })
  const name = values.name.trim()
  const save = useMutation({
    mutationFn: () => api.observation.createView({ fornax_space_id: spaceId, view_name: name, filters }),
    onSuccess: async ({ id }) => {
      await refreshViews(spaceId)
      toast.ok(t('view.saved'))
      onSaved(id)
      onClose()
    },
  })
  return (
    <FormDialog
      title={t('view.save')}
      description={t('view.text')}
      isDirty={isDirty}
      isReady={name !== ''}
      call={save}
      action={t('view.save')}
      onSubmit={() => save.mutate()}
      onClose={onClose}
    >
      <Field label={t('view.name')} required>
        <Input {...text('name')} maxLength={50} />
      </Field>
    </FormDialog>
  )
}
