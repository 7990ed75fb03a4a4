import { DATASET_LIMITS } from '@orrery/contract/shared/dataset-enums'
import { useMutation } from '@tanstack/react-query'
import { Plus, X } from 'lucide-react'
import { useState } from 'react'
import { useT } from '#lib/i18n.ts'
import type { StoredFile } from '#lib/upload-kinds.ts'
import { createUpload } from '#lib/upload.ts'
import { Button } from '#ui/button.tsx'
import { ErrorPanel } from '#ui/error-panel.tsx'
import { FileDrop } from '#ui/file-drop.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import { Progress } from '#ui/progress.tsx'
import { Textarea } from '#ui/textarea.tsx'
import { acceptOf, mediaText, type MediaPart, type MediaType, readParts, typeOfFile } from '../media-value.ts'
import { MediaPartView } from './media-view.tsx'

interface MediaFieldProps {
  label: string
  type: MediaType | 'parts'
  text: string
  onChange: (text: string) => void
}
const maxBytes = 100 * 1024 * 1024

/** Uploads, shows and removes the files of a value. A value of several parts may have texts between them. */
export function MediaField({ label, type, text, onChange }: MediaFieldProps) {
  const t = useT('dataset')
  const parts = readParts(text)
  const [progress, setProgress] = useState<number | null>(null)
  const put = (next: readonly MediaPart[]) => onChange(mediaText(next))
  const upload = useMutation({
    mutationFn: async (files: File[]) => {
      const added: MediaPart[] = []
      for (const file of files) {
        const sending = createUpload<StoredFile>({ file, biz: 'knowledge_file', timeout: 300_000 })
        sending.subscribe(() => setProgress(sending.current().progress))
        const { result, error } = await sending.start()
        if (!result) throw error ?? new Error(t('import.uploadFailed'))
        added.push({ type: typeOfFile(file.name), uri: result.uri, url: result.url, name: file.name })
      }
      return added
    },
    onSuccess: (added) => put([...parts, ...added]),
  })
  return (
    <div role="group" aria-label={label} className="flex flex-col gap-2">
      {parts.map((part, at) => (
        <div key={at} className="flex items-start gap-2">
          <div className="min-w-0 flex-1">
            {part.type === 'text' ? (
              <Textarea
                rows={2}
                aria-label={t('media.textOf', { n: at + 1 })}
                value={part.text}
                onChange={({ target }) =>
                  put(parts.map((one, index) => (index === at ? { type: 'text', text: target.value } : one)))
                }
              />
            ) : (
              <MediaPartView part={part} />
            )}
          </div>
          <IconButton
            size="sm"
            icon={X}
            label={t('media.remove', { n: at + 1 })}
            onClick={() => put(parts.filter((_, index) => index !== at))}
          />
        </div>
      ))}
      {parts.length < DATASET_LIMITS.parts && (
        <>
          <FileDrop
            accept={acceptOf(type)}
            maxBytes={maxBytes}
            maxCount={DATASET_LIMITS.parts}
            existing={parts.length}
            disabled={upload.isPending}
            onFiles={(files) => upload.mutate(files)}
            note={t(`media.note.${type}`)}
          />
          {type === 'parts' && (
            <Button
              size="sm"
              kind="ghost"
              icon={Plus}
              className="self-start"
              onClick={() => put([...parts, { type: 'text', text: '' }])}
            >
              {t('media.addText')}
            </Button>
          )}
        </>
      )}
      {upload.isPending && <Progress value={progress} label={t('import.uploading')} />}
      {upload.error && <ErrorPanel error={upload.error} title={t('import.uploadFailed')} />}
    </div>
  )
}
