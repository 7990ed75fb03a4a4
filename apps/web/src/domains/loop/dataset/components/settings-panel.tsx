import { mayResource } from '@orrery/contract/shared/policy'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useAccount } from '#lib/account.ts'
import { api } from '#lib/api.ts'
import { formatBytes, formatNumber } from '#lib/format.ts'
import { useT } from '#lib/i18n.ts'
import { forgetRecent } from '#lib/recent.ts'
import { mayInSpace, useSpace } from '#lib/spaces.ts'
import { useForm } from '#lib/use-form.ts'
import { Button } from '#ui/button.tsx'
import { confirm } from '#ui/confirm-host.tsx'
import { ErrorPanel } from '#ui/error-panel.tsx'
import { Field } from '#ui/field.tsx'
import { Input } from '#ui/input.tsx'
import { SettingsSection } from '#ui/settings-section.tsx'
import { Textarea } from '#ui/textarea.tsx'
import { toast } from '#ui/toast-store.ts'
import { askToDelete } from '#domains/library/reference/index.ts'
import { setupsQuery } from '../column.queries.ts'
import { type Dataset, refreshDatasets } from '../dataset.queries.ts'
import { areReady, fromDrafts, toDrafts } from '../field-form.ts'
import { FieldTable } from './field-table.tsx'
import { ReachSection } from './reach-section.tsx'
import { StorageSection } from './storage-section.tsx'

interface SettingsPanelProps {
  dataset: Dataset
  mayEdit: boolean
}

/** Name, fields, limits and deletion of a dataset. */
export function SettingsPanel({ dataset, mayEdit }: SettingsPanelProps) {
  const t = useT('dataset')
  const space = useSpace()
  const { maxItemCount, maxFieldCount, maxItemSize } = dataset.spec
  const mayDelete = useMayDelete(dataset)
  return (
    <div className="min-h-0 flex-1 overflow-y-auto bg-page p-5">
      <div className="mx-auto flex max-w-260 flex-col gap-4">
        <InfoSection dataset={dataset} mayEdit={mayEdit} />
        <FieldSection dataset={dataset} mayEdit={mayEdit && dataset.features.editSchema} />
        <ReachSection dataset={dataset} mayEdit={mayDelete} />
        <SettingsSection title={t('settings.limits')} text={t('settings.limitsText')}>
          <dl className="grid grid-cols-[auto_1fr] gap-x-6 gap-y-1">
            <dt className="text-mute">{t('settings.maxRows')}</dt>
            <dd>{formatNumber(Number(maxItemCount))}</dd>
            <dt className="text-mute">{t('settings.maxFields')}</dt>
            <dd>{formatNumber(maxFieldCount)}</dd>
            <dt className="text-mute">{t('settings.maxSize')}</dt>
            <dd>{formatBytes(Number(maxItemSize))}</dd>
          </dl>
        </SettingsSection>
        <StorageSection spaceId={space.id} mayManage={mayInSpace(space, 'manageConnectors')} />
        <DeleteSection dataset={dataset} />
      </div>
    </div>
  )
}

function InfoSection({ dataset, mayEdit }: SettingsPanelProps) {
  const t = useT('dataset')
  const { values, text, isDirty } = useForm(() => ({ name: dataset.name, description: dataset.description }))
  const save = useMutation({
    mutationFn: () =>
      api.dataset.update({ datasetID: dataset.id, name: values.name.trim(), description: values.description.trim() }),
    onSuccess: async () => {
      toast.ok(t('settings.saved'))
      await refreshDatasets()
    },
  })
  return (
    <SettingsSection title={t('settings.info')} text={t('settings.infoText')}>
      <form
        className="flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault()
          save.mutate()
        }}
      >
        <Field label={t('create.name')} required disabled={!mayEdit}>
          <Input {...text('name')} disabled={!mayEdit} />
        </Field>
        <Field label={t('create.description')} disabled={!mayEdit}>
          <Textarea {...text('description')} disabled={!mayEdit} />
        </Field>
        {save.error && <ErrorPanel error={save.error} />}
        {mayEdit && (
          <Button
            type="submit"
            kind="solid"
            className="self-end"
            disabled={!isDirty || values.name.trim() === ''}
            busy={save.isPending}
          >
            {t('settings.save')}
          </Button>
        )}
      </form>
    </SettingsSection>
  )
}

function FieldSection({ dataset, mayEdit }: SettingsPanelProps) {
  const t = useT('dataset')
  const before = toDrafts(dataset.schema.fields)
  const [fields, setFields] = useState(before)
  const isChanged = JSON.stringify(fromDrafts(fields)) !== JSON.stringify(fromDrafts(before))
  const save = useMutation({
    mutationFn: () => api.dataset.setSchema({ datasetID: dataset.id, fields: fromDrafts(fields) }),
    onSuccess: async () => {
      const { fields: saved } = await api.dataset.schema({ datasetID: dataset.id })
      setFields(toDrafts(saved))
      toast.ok(t('fields.saved'))
      await refreshDatasets()
    },
  })
  const { data: setups } = useQuery(setupsQuery(dataset))
  /** Asks for confirmation before deleting a field that a fill or a score writes or reads. */
  async function warnAndSave() {
    const gone = before.filter(({ key }) => !fields.some((field) => field.key === key))
    const jobsOf = (key = '') => [...(setups?.outputJobMap[key] ?? []), ...(setups?.inputJobMap[key] ?? [])]
    const used = gone.filter(({ key }) => jobsOf(key).length)
    const isSure =
      !used.length ||
      (await confirm({
        title: t('fields.usedTitle', { fields: used.map(({ name }) => name).join(', ') }),
        text: t('fields.usedText', {
          jobs: [...new Set(used.flatMap(({ key }) => jobsOf(key).map(({ name }) => name)))].join(', '),
        }),
        action: t('fields.usedAction'),
        danger: true,
      }))
    if (isSure) save.mutate()
  }
  return (
    <section aria-label={t('fields.label')} className="flex flex-col gap-3 rounded-lg bg-card p-5 shadow-card">
      <div>
        <h2 className="font-semibold">{t('fields.label')}</h2>
        <p className="mt-1 text-small text-mute">{t('fields.text')}</p>
      </div>
      <FieldTable spaceId={dataset.spaceID} fields={fields} onChange={setFields} disabled={!mayEdit} />
      {save.error && <ErrorPanel error={save.error} />}
      {mayEdit && (
        <div className="flex justify-end gap-2">
          <Button disabled={!isChanged} onClick={() => (setFields(before), save.reset())}>
            {t('fields.discard')}
          </Button>
          <Button
            kind="solid"
            disabled={!isChanged || !areReady(fields)}
            busy={save.isPending}
            onClick={() => void warnAndSave()}
          >
            {t('fields.save')}
          </Button>
        </div>
      )}
    </section>
  )
}

/** Whether this person may delete the dataset: its owner and the administrators of the space may. */
function useMayDelete(dataset: Dataset): boolean {
  const account = useAccount()
  const space = useSpace()
  const standing = {
    spaceType: space.space_type,
    spaceRole: space.space_role_type,
    isOwner: dataset.createdBy === account.user_id_str,
    roles: [],
  }
  return mayResource('dataset', standing, 'delete')
}

function DeleteSection({ dataset }: { dataset: Dataset }) {
  const t = useT('dataset')
  const navigate = useNavigate()
  if (!useMayDelete(dataset)) return null
  const remove = () =>
    askToDelete({
      spaceId: dataset.spaceID,
      ids: [dataset.id],
      title: t('delete.title', { name: dataset.name }),
      note: t('delete.text'),
      action: t('delete.action'),
      onConfirm: async () => {
        await api.dataset.remove({ datasetID: dataset.id })
        forgetRecent(dataset.spaceID, dataset.id)
        await navigate({ to: '/space/$space_id/evaluate/datasets', params: { space_id: dataset.spaceID } })
        void refreshDatasets()
      },
    })
  return (
    <SettingsSection title={t('delete.action')} text={t('delete.text')}>
      <Button kind="danger-quiet" icon={Trash2} onClick={() => void remove()}>
        {t('delete.action')}
      </Button>
    </SettingsSection>
  )
}
