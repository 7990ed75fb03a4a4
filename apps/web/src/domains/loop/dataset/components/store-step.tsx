import { STORED_HERE } from '@orrery/contract/shared/dataset-enums'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '#lib/api.ts'
import { useT } from '#lib/i18n.ts'
import { Button } from '#ui/button.tsx'
import { ErrorPanel } from '#ui/error-panel.tsx'
import { Input } from '#ui/input.tsx'
import { Select } from '#ui/select.tsx'
import { providerOf, type Storage, type StorageKind } from '../storage.queries.ts'
import type { OpenedFile } from './file-step.tsx'

interface StoreStepProps {
  spaceId: string
  storages: readonly Storage[]
  onOpened: (opened: OpenedFile) => void
}

/** Inspects a file in a file store of the space. */
export function StoreStep({ spaceId, storages, onOpened }: StoreStepProps) {
  const t = useT('dataset')
  const [kind, setKind] = useState<StorageKind>(storages[0]!.kind)
  const [path, setPath] = useState('')
  const open = useMutation({
    mutationFn: async (): Promise<OpenedFile> => {
      const file = { provider: providerOf(kind), path: path.trim() }
      const seen = await api.datasetIo.inspect({ spaceID: spaceId, file })
      // From here on it is treated like an upload: fetched once, and used both for duplicates and for the import.
      return {
        name: file.path.split('/').at(-1) ?? file.path,
        file: { provider: STORED_HERE, path: seen.fileKey },
        seen,
      }
    },
    onSuccess: onOpened,
  })
  return (
    <form
      aria-label={t('storage.import')}
      className="flex flex-col gap-2"
      onSubmit={(event) => {
        event.preventDefault()
        if (path.trim()) open.mutate()
      }}
    >
      <span className="text-small text-mute">{t('storage.import')}</span>
      <div className="flex flex-wrap gap-2">
        <Select
          className="w-36"
          label={t('storage.store')}
          value={kind}
          onChange={setKind}
          items={storages.map((one) => ({ value: one.kind, label: t(`storage.kind.${one.kind}`) }))}
        />
        <Input
          className="min-w-40 flex-1"
          aria-label={t('storage.path')}
          value={path}
          placeholder={t('storage.pathPlaceholder')}
          onChange={({ target }) => setPath(target.value)}
        />
        <Button type="submit" disabled={!path.trim()} busy={open.isPending}>
          {t('storage.open')}
        </Button>
      </div>
      {open.error && <ErrorPanel error={open.error} title={t('import.uploadFailed')} />}
    </form>
  )
}
