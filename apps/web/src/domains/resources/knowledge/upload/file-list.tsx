import { Check, CircleAlert, FileText, RotateCw, X } from 'lucide-react'
import { formatBytes } from '#lib/format.ts'
import { useT } from '#lib/i18n.ts'
import { Button } from '#ui/button.tsx'
import { FileDrop } from '#ui/file-drop.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import { Icon } from '#ui/icon.tsx'
import { Progress } from '#ui/progress.tsx'
import { accepts, type BaseFormat, maxMegabytes } from '../base-format.ts'
import type { FileItem } from './upload-state.ts'
import type { Files } from './use-files.ts'

const MB = 1024 * 1024

/** A drop zone, and the state of each file. */
export function FileList({ files, format, most }: { files: Files; format: BaseFormat; most: number }) {
  const t = useT('knowledge')
  return (
    <div className="flex flex-col gap-4">
      <FileDrop
        accept={accepts[format]}
        maxBytes={maxMegabytes[format] * MB}
        maxCount={most}
        existing={files.items.length}
        onFiles={files.add}
        note={t(`upload.note.${format}`, { size: maxMegabytes[format] })}
      />
      {files.items.length > 0 && (
        <ul aria-label={t('upload.files')} className="rounded-lg border border-line bg-card">
          {files.items.map((item) => (
            <FileRow key={item.id} item={item} files={files} />
          ))}
        </ul>
      )}
    </div>
  )
}

function FileRow({ item, files }: { item: FileItem; files: Files }) {
  const t = useT('knowledge')
  const { file, state } = item
  return (
    <li className="flex min-h-12 items-center gap-3 border-b border-line px-4 py-2 last:border-b-0">
      <Icon of={FileText} className="shrink-0 text-mute" />
      <span className="min-w-0 flex-1">
        <span className="block truncate font-medium">{file.name}</span>
        {state.state === 'error' ? (
          <span className="flex items-center gap-1.5 text-small text-err">
            <Icon of={CircleAlert} size={12} />
            {t('upload.failed')}
          </span>
        ) : state.state === 'uploading' ? (
          <Progress
            thin
            hideLabel
            value={state.progress}
            label={t('upload.uploading', { name: file.name })}
            note={`${formatBytes(state.progress * file.size)} / ${formatBytes(file.size)}`}
          />
        ) : (
          <span className="text-small text-mute">
            {state.state === 'init' ? t('upload.waiting') : formatBytes(file.size)}
          </span>
        )}
      </span>
      {state.state === 'success' && <Icon of={Check} className="shrink-0 text-ok" aria-label={t('upload.done')} />}
      {state.state === 'error' && (
        <Button size="xs" icon={RotateCw} onClick={() => files.retry(item.id)}>
          {t('document.retry')}
        </Button>
      )}
      <IconButton
        size="sm"
        icon={X}
        label={t('upload.remove', { name: file.name })}
        onClick={() => files.remove(item.id)}
      />
    </li>
  )
}
