import { Check, CircleDashed, RotateCw, X } from 'lucide-react'
import { useRef } from 'react'
import { formatBytes } from '#lib/format.ts'
import { useT } from '#lib/i18n.ts'
import { fileColumns } from '#lib/layout.ts'
import { uploadErrorText } from '#lib/upload-error.ts'
import { Banner } from '#ui/banner.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import { Icon } from '#ui/icon.tsx'
import { useFileFault } from '#ui/use-file-fault.ts'
import { type Attachment, attachmentLimits, type Attachments, type AttachmentState } from '../attachments.ts'
import { useSize } from '../use-size.ts'
import { FileTile } from './file-tile.tsx'

interface AttachmentListProps {
  attachments: Attachments
  state: AttachmentState
}

/** Files being uploaded, each with its state, and refused files with the reason. */
export function AttachmentList({ attachments, state }: AttachmentListProps) {
  const t = useT('chat')
  const faultText = useFileFault()
  const frame = useRef<HTMLDivElement>(null)
  const { width } = useSize(frame)
  const { items, refused } = state
  return (
    <div ref={frame}>
      {refused.length > 0 && (
        <div className="mb-2">
          <Banner tone="warn" inset onClose={attachments.dismiss}>
            {refused.map(({ name, fault }) => (
              <span key={name} className="block">
                {t('refused', {
                  name,
                  why: faultText(fault, { maxBytes: attachmentLimits.imageBytes, maxCount: attachmentLimits.count }),
                })}
              </span>
            ))}
          </Banner>
        </div>
      )}
      {items.length > 0 && (
        <ul
          aria-label={t('attachments')}
          className="mb-2 grid gap-2"
          style={{ gridTemplateColumns: `repeat(${fileColumns(width)}, minmax(0, 1fr))` }}
        >
          {items.map((item) => (
            <li key={item.id}>
              <Item item={item} attachments={attachments} />
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

function Item({ item, attachments }: { item: Attachment; attachments: Attachments }) {
  const t = useT('chat')
  const { state, progress, error } = item.snapshot
  const size = formatBytes(item.file.size)
  const notes = {
    init: t('upload.waiting'),
    uploading: t('upload.going', { done: formatBytes(item.file.size * progress), size }),
    success: size,
    error: error ? uploadErrorText(error) : t('upload.failed'),
  }
  return (
    <FileTile
      wide
      name={item.file.name}
      note={<span data-upload={state}>{notes[state]}</span>}
      isImage={item.isImage}
      isFailed={state === 'error'}
      preview={item.preview}
      after={
        <span className="flex shrink-0 items-center">
          {state === 'init' && <Icon of={CircleDashed} size={14} className="text-mute" />}
          {state === 'success' && <Icon of={Check} size={14} className="text-ok" />}
          {state === 'error' && (
            <IconButton
              size="sm"
              icon={RotateCw}
              label={t('upload.retry', { name: item.file.name })}
              onClick={() => attachments.retry(item.id)}
            />
          )}
          <IconButton
            size="sm"
            icon={X}
            label={t('upload.remove', { name: item.file.name })}
            onClick={() => attachments.remove(item.id)}
          />
        </span>
      }
    >
      {state === 'uploading' && (
        <span
          aria-hidden
          className="absolute bottom-0 left-0 h-0.5 bg-brand-solid transition-[width]"
          style={{ width: `${Math.round(progress * 100)}%` }}
        />
      )}
    </FileTile>
  )
}
