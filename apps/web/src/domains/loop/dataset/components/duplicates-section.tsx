import { JobStatus } from '@orrery/contract/shared/dataset-enums'
import { useMutation, useQuery } from '@tanstack/react-query'
import { CopyCheck } from 'lucide-react'
import { useState } from 'react'
import { api } from '#lib/api.ts'
import { useT } from '#lib/i18n.ts'
import { Button } from '#ui/button.tsx'
import { Checkbox } from '#ui/checkbox.tsx'
import { DateTime } from '#ui/date-time.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { ErrorPanel } from '#ui/error-panel.tsx'
import { NumberInput } from '#ui/number-input.tsx'
import { Select } from '#ui/select.tsx'
import { SettingsSection } from '#ui/settings-section.tsx'
import { type Dataset, refreshDatasets } from '../dataset.queries.ts'
import { refreshSearches, searchesQuery } from '../quality.queries.ts'
import { PairReview } from './pair-review.tsx'

/** Searches for rows that resemble each other, and lets people decide which are duplicates. */
export function DuplicatesSection({ dataset, mayEdit }: { dataset: Dataset; mayEdit: boolean }) {
  const t = useT('dataset')
  const fields = dataset.schema.fields.filter(({ status }) => status === 1)
  const [fieldKey, setField] = useState(fields[0]?.key ?? '')
  const [threshold, setThreshold] = useState(80)
  const [byMeaning, setByMeaning] = useState(false)
  const [opened, setOpened] = useState<{ id: string; isFile: boolean } | null>(null)
  const searches = useQuery(searchesQuery(dataset.id)).data ?? []
  const start = useMutation({
    mutationFn: () =>
      api.datasetDedup.start({
        datasetID: dataset.id,
        fieldKey,
        threshold,
        ...(byMeaning && { similarityAlgorithm: 1 as const }),
      }),
    onSuccess: async ({ jobID }) => {
      await refreshSearches()
      setOpened({ id: jobID, isFile: false })
    },
  })
  return (
    <SettingsSection title={t('pairs.title')} text={t('pairs.text')}>
      <div className="flex flex-col gap-3">
        {mayEdit && (
          <div className="flex flex-wrap items-center gap-3">
            <Select
              prefix={t('pairs.field')}
              value={fieldKey}
              onChange={setField}
              items={fields.map(({ key, name }) => ({ value: key, label: name }))}
            />
            <NumberInput
              label={t('pairs.threshold')}
              unit="%"
              min={1}
              max={100}
              value={threshold}
              onChange={(next) => setThreshold(next ?? 80)}
              className="w-28"
            />
            <label className="flex items-center gap-2">
              <Checkbox label={t('pairs.meaning')} checked={byMeaning} onChange={setByMeaning} />
              <span aria-hidden>{t('pairs.meaning')}</span>
            </label>
            <Button icon={CopyCheck} disabled={!fieldKey} busy={start.isPending} onClick={() => start.mutate()}>
              {t('pairs.find')}
            </Button>
          </div>
        )}
        {start.error && <ErrorPanel error={start.error} />}
        <ul aria-label={t('pairs.title')} className="flex flex-col">
          {searches.map(({ id, status, fileName, found, open, createdAt }) => (
            <li key={id} className="flex items-center gap-3 border-b border-line py-2 last:border-b-0">
              <span className="min-w-0 flex-1 truncate">
                {fileName || t('pairs.inDataset')} ·{' '}
                {status <= JobStatus.running ? t('pairs.searching') : t('pairs.found', { found, open })}
              </span>
              <DateTime at={Number(createdAt)} className="text-mute" />
              {mayEdit && open > 0 && (
                <Button size="sm" onClick={() => setOpened({ id, isFile: fileName !== '' })}>
                  {t('pairs.review')}
                </Button>
              )}
            </li>
          ))}
        </ul>
      </div>
      {opened && (
        <Dialog
          open
          size="lg"
          title={t('pairs.title')}
          onOpenChange={(open) => {
            if (open) return
            setOpened(null)
            void refreshDatasets()
          }}
        >
          <PairReview jobId={opened.id} isFile={opened.isFile} />
        </Dialog>
      )}
    </SettingsSection>
  )
}
