import { STORED_HERE } from '@orrery/contract/shared/dataset-enums'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '#lib/api.ts'
import { useT } from '#lib/i18n.ts'
import type { StoredFile } from '#lib/upload-kinds.ts'
import { createUpload } from '#lib/upload.ts'
import { ErrorPanel } from '#ui/error-panel.tsx'
import { FileDrop } from '#ui/file-drop.tsx'
import { Progress } from '#ui/progress.tsx'
import type { Inspection } from '../import-mapping.ts'
import { storagesQuery } from '../storage.queries.ts'
import { StoreStep } from './store-step.tsx'

export interface OpenedFile {
  name: string
  file: { provider: typeof STORED_HERE; path: string }
  seen: Inspection
}
const maxBytes = 100 * 1024 * 1024

/** Uploads a file and inspects its columns. */
export function FileStep({ spaceId, onOpened }: { spaceId: string; onOpened: (opened: OpenedFile) => void }) {
  const t = useT('dataset')
  const storages = useQuery(storagesQuery(spaceId)).data ?? []
  const [progress, setProgress] = useState<number | null>(null)
  const upload = useMutation({
    mutationFn: async (chosen: File): Promise<OpenedFile> => {
      const sending = createUpload<StoredFile>({ file: chosen, biz: 'knowledge_file', timeout: 300_000 })
      sending.subscribe(() => setProgress(sending.current().progress))
      const { result, error } = await sending.start()
      if (!result) throw error ?? new Error(t('import.uploadFailed'))
      const file = { provider: STORED_HERE, path: result.uri } as const
      return { name: chosen.name, file, seen: await api.datasetIo.inspect({ spaceID: spaceId, file }) }
    },
    onSuccess: onOpened,
  })
  return (
    <>
      <FileDrop
        accept=".csv,.jsonl,.xlsx,.parquet,.zip"
        maxBytes={maxBytes}
        maxCount={1}
        disabled={upload.isPending}
        onFiles={([one]) => one && upload.mutate(one)}
        note={t('import.note')}
      />
      {upload.isPending && <Progress value={progress} label={t('import.uploading')} />}
      {upload.error && <ErrorPanel error={upload.error} title={t('import.uploadFailed')} />}
      {storages.length > 0 && <StoreStep spaceId={spaceId} storages={storages} onOpened={onOpened} />}
    </>
  )
}
