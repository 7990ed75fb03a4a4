import { JobStatus } from '@orrery/contract/shared/dataset-enums'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '#lib/api.ts'
import { useT } from '#lib/i18n.ts'
import { Banner } from '#ui/banner.tsx'
import { Button } from '#ui/button.tsx'
import { Checkbox } from '#ui/checkbox.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { ErrorPanel } from '#ui/error-panel.tsx'
import { Select } from '#ui/select.tsx'
import { Steps } from '#ui/steps.tsx'
import { type Dataset, refreshDatasets } from '../dataset.queries.ts'
import { kindOf } from '../field-types.ts'
import { firstMapping, mappingsOf } from '../import-mapping.ts'
import { pairsQuery } from '../quality.queries.ts'
import { FileStep, type OpenedFile } from './file-step.tsx'
import { PairReview } from './pair-review.tsx'

interface ImportDialogProps {
  dataset: Dataset
  onStarted: () => void
  onClose: () => void
}
const none = ''

/** Imports a file: upload it, map its columns to fields, and decide on duplicates. A job then imports the rows. */
export function ImportDialog({ dataset, onStarted, onClose }: ImportDialogProps) {
  const t = useT('dataset')
  const fields = dataset.schema.fields.filter(({ status }) => status === 1)
  const [opened, setOpened] = useState<OpenedFile | null>(null)
  const [mapping, setMapping] = useState<Record<string, string>>({})
  const [isReplacing, setReplacing] = useState(false)
  /** The search for duplicates in this file; empty while its columns are being mapped. */
  const [searchId, setSearchId] = useState('')
  const start = useMutation({
    mutationFn: () =>
      api.datasetIo.import({
        datasetID: dataset.id,
        file: opened!.file,
        fieldMappings: mappingsOf(mapping),
        option: { overwriteDataset: isReplacing, ...(searchId && { jobID: searchId }) },
      }),
    onSuccess: async () => {
      await refreshDatasets()
      onStarted()
    },
  })
  const search = useMutation({
    mutationFn: () =>
      api.datasetDedup.start({
        datasetID: dataset.id,
        file: opened!.file,
        fieldMappings: mappingsOf(mapping),
        option: { overwriteDataset: isReplacing },
        fieldKey: Object.values(mapping).find((key) => key !== none)!,
      }),
    onSuccess: ({ jobID }) => setSearchId(jobID),
  })
  const found = useQuery(pairsQuery(searchId)).data
  const isSearching = searchId !== '' && (!found || found.status <= JobStatus.running)
  const goBack = () => (searchId ? setSearchId('') : setOpened(null))
  const chosen = Object.values(mapping).filter((key) => key !== none)
  const isDouble = new Set(chosen).size !== chosen.length
  const missing = fields.filter(({ isRequired, key }) => isRequired && !chosen.includes(key))
  return (
    <Dialog
      open
      size="lg"
      onOpenChange={(open) => !open && onClose()}
      title={t('import.title')}
      description={t('import.text')}
      keepOnOutsidePress={opened !== null}
      footer={
        <>
          <Button onClick={opened ? goBack : onClose}>{opened ? t('import.back') : t('import.cancel')}</Button>
          {opened && !searchId && (
            <Button disabled={chosen.length === 0 || isDouble} busy={search.isPending} onClick={() => search.mutate()}>
              {t('import.findDuplicates')}
            </Button>
          )}
          {opened && (
            <Button
              kind="solid"
              disabled={chosen.length === 0 || isDouble || isSearching}
              busy={start.isPending}
              onClick={() => start.mutate()}
            >
              {t('import.start')}
            </Button>
          )}
        </>
      }
    >
      <div className="flex flex-col gap-4">
        <Steps
          names={[t('import.step.file'), t('import.step.columns'), t('import.step.duplicates')]}
          now={searchId ? 2 : opened ? 1 : 0}
        />
        {!opened && (
          <FileStep
            spaceId={dataset.spaceID}
            onOpened={(next) => {
              setOpened(next)
              setMapping(firstMapping(next.seen, fields))
            }}
          />
        )}
        {searchId && <PairReview jobId={searchId} isFile />}
        {search.error && <ErrorPanel error={search.error} />}
        {searchId && start.error && <ErrorPanel error={start.error} />}
        {opened && !searchId && (
          <>
            {opened.seen.conflicts.length > 0 && (
              <Banner tone="warn" inset>
                {t('import.conflicts', { columns: opened.seen.conflicts.map(({ fieldName }) => fieldName).join(', ') })}
              </Banner>
            )}
            {missing.length > 0 && (
              <Banner tone="warn" inset>
                {t('import.missing', { fields: missing.map(({ name }) => name).join(', ') })}
              </Banner>
            )}
            <table aria-label={t('import.step.columns')} className="w-full table-fixed">
              <thead>
                <tr className="text-left text-small text-mute">
                  <th className="px-1.5 pb-1 font-medium">{t('import.column')}</th>
                  <th className="px-1.5 pb-1 font-medium">{t('import.sample')}</th>
                  <th className="w-28 px-1.5 pb-1 font-medium max-sm:hidden">{t('fields.type')}</th>
                  <th className="w-56 px-1.5 pb-1 font-medium">{t('import.target')}</th>
                </tr>
              </thead>
              <tbody>
                {opened.seen.fields.map((column) => (
                  <tr key={column.name}>
                    <td className="truncate px-1.5 py-1 font-medium">{column.name}</td>
                    <td className="truncate px-1.5 py-1 text-mute">
                      {opened.seen.preview.find((row) => row[column.name])?.[column.name] ?? ''}
                    </td>
                    <td className="px-1.5 py-1 max-sm:hidden">{t(`type.${kindOf(column)}`)}</td>
                    <td className="px-1.5 py-1">
                      <Select
                        label={t('import.targetOf', { column: column.name })}
                        value={mapping[column.name] ?? none}
                        onChange={(key) => setMapping({ ...mapping, [column.name]: key })}
                        items={[
                          { value: none, label: t('import.leaveOut') },
                          ...fields.map(({ key, name }) => ({ value: key, label: name })),
                        ]}
                      />
                    </td>
                  </tr>
                ))}
              </tbody>
            </table>
            {isDouble && <p className="text-small text-err">{t('import.double')}</p>}
            <label className="flex items-center gap-2">
              <Checkbox label={t('import.replace')} checked={isReplacing} onChange={setReplacing} />
              <span aria-hidden>{t('import.replace')}</span>
            </label>
            {start.error && <ErrorPanel error={start.error} />}
          </>
        )}
      </div>
    </Dialog>
  )
}
