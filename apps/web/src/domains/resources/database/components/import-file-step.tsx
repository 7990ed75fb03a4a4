import { useMutation } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { useState } from 'react'
import { api } from '#lib/api.ts'
import { useT } from '#lib/i18n.ts'
import type { StoredFile } from '#lib/upload-kinds.ts'
import { createUpload } from '#lib/upload.ts'
import { Button } from '#ui/button.tsx'
import { ErrorPanel } from '#ui/error-panel.tsx'
import { FileDrop } from '#ui/file-drop.tsx'
import { Progress } from '#ui/progress.tsx'

const maxBytes = 100 * 1024 * 1024

interface ImportFileStepProps {
  table: { database_id: string; table_type: 1 | 2 }
  onUploaded: (uri: string) => void
}

/** Uploads the file to import, and offers a template file with the columns of the table. */
export function ImportFileStep({ table, onUploaded }: ImportFileStepProps) {
  const t = useT('database')
  const [progress, setProgress] = useState<number | null>(null)
  const upload = useMutation({
    mutationFn: async (file: File) => {
      const sending = createUpload<StoredFile>({ file, biz: 'knowledge_file', timeout: 300_000 })
      sending.subscribe(() => setProgress(sending.current().progress))
      const { result, error } = await sending.start()
      if (!result) throw error ?? new Error(t('import.uploadFailed'))
      return result.uri
    },
    onSuccess: onUploaded,
  })
  const template = useMutation({
    mutationFn: () => api.database.fileTemplate(table),
    onSuccess: ({ TosUrl: address }) => window.location.assign(address),
  })
  return (
    <>
      <FileDrop
        accept=".xlsx,.csv"
        maxBytes={maxBytes}
        maxCount={1}
        disabled={upload.isPending}
        onFiles={([file]) => file && upload.mutate(file)}
        note={t('import.note')}
      />
      {upload.isPending && <Progress value={progress} label={t('import.uploading')} />}
      {upload.error && <ErrorPanel error={upload.error} title={t('import.uploadFailed')} />}
      <p className="text-small text-mute">
        {t('import.templateText')}{' '}
        <Button size="xs" kind="ghost" icon={Download} busy={template.isPending} onClick={() => template.mutate()}>
          {t('import.template')}
        </Button>
      </p>
      {template.error && <ErrorPanel error={template.error} />}
    </>
  )
}
