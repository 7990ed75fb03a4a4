import { DatasetVisibility, SecurityLevel } from '@orrery/contract/shared/dataset-enums'
import { useMutation } from '@tanstack/react-query'
import { api } from '#lib/api.ts'
import { useT } from '#lib/i18n.ts'
import { ErrorPanel } from '#ui/error-panel.tsx'
import { Field } from '#ui/field.tsx'
import { Segmented } from '#ui/segmented.tsx'
import { Select } from '#ui/select.tsx'
import { SettingsSection } from '#ui/settings-section.tsx'
import { toast } from '#ui/toast-store.ts'
import { type Dataset, refreshDatasets } from '../dataset.queries.ts'

const levels = { 1: 'open', 2: 'internal', 3: 'confidential', 4: 'strict' } as const
type Level = keyof typeof levels
type Visibility = (typeof DatasetVisibility)[keyof typeof DatasetVisibility]

/** Sets who can see a dataset and who may export rows. Each choice is saved at once. */
export function ReachSection({ dataset, mayEdit }: { dataset: Dataset; mayEdit: boolean }) {
  const t = useT('dataset')
  const save = useMutation({
    mutationFn: (change: { visibility?: Visibility; securityLevel?: Level }) =>
      api.dataset.update({ datasetID: dataset.id, ...change }),
    onSuccess: async () => {
      toast.ok(t('settings.saved'))
      await refreshDatasets()
    },
  })
  const level = (dataset.securityLevel || SecurityLevel.internal) as Level
  return (
    <SettingsSection title={t('reach.title')} text={t('reach.text')}>
      <div className="flex flex-col gap-4">
        <Field
          label={t('reach.visibility')}
          help={t(`reach.visible.${dataset.visibility === 1 ? 'instance' : 'space'}Text`)}
        >
          <Segmented
            label={t('reach.visibility')}
            disabled={!mayEdit || save.isPending}
            value={dataset.visibility === DatasetVisibility.instance ? 'instance' : 'space'}
            onChange={(value) => save.mutate({ visibility: DatasetVisibility[value] })}
            items={[
              { value: 'space', label: t('reach.visible.space') },
              { value: 'instance', label: t('reach.visible.instance') },
            ]}
          />
        </Field>
        <Field label={t('reach.level')} help={t('reach.levelText')}>
          <Select
            label={t('reach.level')}
            disabled={!mayEdit || save.isPending}
            value={`${level}`}
            onChange={(value) => save.mutate({ securityLevel: Number(value) as Level })}
            items={([1, 2, 3, 4] as const).map((value) => ({
              value: `${value}` as const,
              label: t(`reach.levels.${levels[value]}`),
            }))}
          />
        </Field>
        {save.error && <ErrorPanel error={save.error} />}
      </div>
    </SettingsSection>
  )
}
