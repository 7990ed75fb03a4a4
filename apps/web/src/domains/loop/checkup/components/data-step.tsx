import { useMutation, useQuery } from '@tanstack/react-query'
import { X } from 'lucide-react'
import { useState } from 'react'
import { api } from '#lib/api.ts'
import { useT } from '#lib/i18n.ts'
import { Button } from '#ui/button.tsx'
import { ErrorPanel } from '#ui/error-panel.tsx'
import { FileDrop } from '#ui/file-drop.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import { Segmented } from '#ui/segmented.tsx'
import { Select } from '#ui/select.tsx'
import { type LiteBatch, refreshBatches, setsQuery } from '../checkup.queries.ts'
import { readCsv, nameWithoutId } from '../compare-form.ts'

type Source = 'ready' | 'space' | 'upload'
const MAX_BYTES = 5_000_000

/** Selects the rows: a built-in set, a dataset of the space, or a file. */
export function DataStep({ spaceId, meta }: { spaceId: string; meta: LiteBatch['coze_batch_task_meta'] }) {
  const t = useT('checkup')
  const of = { space_id: spaceId, batch_task_id: meta.id }
  const [source, setSource] = useState<Source>('ready')
  const [chosen, setChosen] = useState<string | null>(null)
  const [isBad, setBad] = useState(false)
  const found = useQuery(setsQuery(spaceId, source === 'ready')).data ?? []
  const act = useMutation({
    mutationFn: (work: () => Promise<unknown>) => work(),
    onSuccess: () => refreshBatches(spaceId),
  })
  async function upload(file: File) {
    const [head, ...rows] = readCsv(await file.text())
    setBad(!head?.length || !rows.length)
    if (!head?.length || !rows.length) return
    act.mutate(() =>
      api.liteDataset.create({
        ...of,
        name: file.name.replace(/\.csv$/i, ''),
        column_schema: head.map((name) => ({ name: name.trim() })),
        row_groups: rows.map((cells) => ({ rows: [{ cells: cells.slice(0, head.length) }] })),
      }),
    )
  }
  return (
    <div className="flex flex-col gap-3">
      {meta.datasets.length ? (
        <ul className="flex flex-wrap gap-2" aria-label={t('step.data')}>
          {meta.datasets.map(({ dataset_id, name }) => (
            <li key={dataset_id} className="flex items-center gap-1 rounded-md border border-line py-1 pr-1 pl-2">
              {nameWithoutId(name)}
              <IconButton
                icon={X}
                label={t('data.remove', { name: nameWithoutId(name) })}
                onClick={() => act.mutate(() => api.liteDataset.remove({ ...of, dataset_id }))}
              />
            </li>
          ))}
        </ul>
      ) : (
        <p className="text-mute">{t('data.none')}</p>
      )}
      <Segmented
        label={t('data.source')}
        items={[
          { value: 'ready', label: t('data.ready') },
          { value: 'space', label: t('data.space') },
          { value: 'upload', label: t('data.upload') },
        ]}
        value={source}
        onChange={(next) => {
          setSource(next)
          setChosen(null)
        }}
      />
      {source === 'upload' ? (
        <FileDrop
          accept=".csv"
          maxBytes={MAX_BYTES}
          maxCount={1}
          note={t('data.file')}
          onFiles={([file]) => void (file && upload(file))}
        />
      ) : (
        <div className="flex flex-wrap gap-2">
          <Select
            label={t('data.choose')}
            placeholder={t('data.choose')}
            items={found.map(({ dataset_id, name, desc }) => ({
              value: dataset_id,
              label: nameWithoutId(name),
              ...(desc && { description: desc }),
            }))}
            value={chosen}
            onChange={setChosen}
            className="min-w-48"
          />
          <Button
            disabled={!chosen}
            busy={act.isPending}
            onClick={() => act.mutate(() => api.liteDataset.bind({ ...of, dataset_id: chosen! }))}
          >
            {t('data.add')}
          </Button>
        </div>
      )}
      {isBad && <ErrorPanel title={t('data.bad')} />}
      {act.error && <ErrorPanel error={act.error} />}
    </div>
  )
}
