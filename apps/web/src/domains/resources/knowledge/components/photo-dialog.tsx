import { KNOWLEDGE_LIMITS } from '@orrery/contract/shared/knowledge-enums'
import { useMutation } from '@tanstack/react-query'
import { ChevronLeft, ChevronRight, Sparkles, Trash2 } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { api } from '#lib/api.ts'
import { formatBytes } from '#lib/format.ts'
import { useT } from '#lib/i18n.ts'
import { Button } from '#ui/button.tsx'
import { confirm } from '#ui/confirm-host.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { ErrorPanel } from '#ui/error-panel.tsx'
import { Field } from '#ui/field.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import { Textarea } from '#ui/textarea.tsx'
import { type Photo, refreshKnowledge } from '../knowledge.queries.ts'

interface PhotoDialogProps {
  photo: Photo
  mayEdit: boolean
  hasPrevious: boolean
  hasNext: boolean
  onStep: (by: number) => void
  onClose: () => void
}

/** One picture and its caption: typed, written by a model, or read from the picture. */
export function PhotoDialog({ photo, mayEdit, hasPrevious, hasNext, onStep, onClose }: PhotoDialogProps) {
  const t = useT('knowledge')
  const [caption, setCaption] = useState(photo.caption)
  const save = useMutation({
    mutationFn: () => api.knowledge.setCaption({ document_id: photo.document_id, caption: caption.trim() }),
    onSuccess: () => refreshKnowledge(),
  })
  const describe = useMutation({
    mutationFn: () => api.knowledge.extractCaption({ document_id: photo.document_id }),
    onSuccess: (answer) => setCaption(answer.caption),
  })
  const remove = () =>
    confirm({
      title: t('photos.delete.title', { name: photo.name }),
      text: t('photos.delete.text'),
      action: t('photos.delete.action'),
      danger: true,
      onConfirm: async () => {
        await api.knowledge.removeDocuments({ document_ids: [photo.document_id] })
        await refreshKnowledge()
        onClose()
      },
    })
  const isChanged = caption.trim() !== photo.caption
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (mayEdit && isChanged && !save.isPending) save.mutate(undefined, { onSuccess: onClose })
  }
  const problem = save.error ?? describe.error
  return (
    <Dialog
      open
      size="lg"
      title={photo.name}
      description={`${photo.type.toUpperCase()} · ${formatBytes(photo.size)}`}
      keepOnOutsidePress={isChanged}
      onOpenChange={(open) => !open && onClose()}
      onSubmit={submit}
      footer={
        <>
          <span className="mr-auto flex items-center gap-1">
            <IconButton
              icon={ChevronLeft}
              label={t('photos.previous')}
              disabled={!hasPrevious}
              onClick={() => onStep(-1)}
            />
            <IconButton icon={ChevronRight} label={t('photos.next')} disabled={!hasNext} onClick={() => onStep(1)} />
            {mayEdit && (
              <Button kind="danger-quiet" icon={Trash2} onClick={() => void remove()}>
                {t('photos.delete.action')}
              </Button>
            )}
          </span>
          <Button onClick={onClose}>{t('close')}</Button>
          {mayEdit && (
            <Button type="submit" kind="solid" disabled={!isChanged} busy={save.isPending}>
              {t('photos.save')}
            </Button>
          )}
        </>
      }
    >
      <div className="grid grid-cols-2 gap-4 max-sm:grid-cols-1">
        <div className="flex max-h-100 min-h-60 items-center justify-center overflow-hidden rounded-lg bg-page">
          <img src={photo.url} alt={photo.caption || photo.name} className="max-h-100 max-w-full object-contain" />
        </div>
        <div className="flex flex-col gap-2">
          <Field label={t('photos.caption')} help={t('photos.captionHelp')}>
            <Textarea
              rows={8}
              maxRows={14}
              limit={KNOWLEDGE_LIMITS.caption}
              readOnly={!mayEdit}
              value={caption}
              onChange={(event) => setCaption(event.target.value)}
            />
          </Field>
          {mayEdit && (
            <Button icon={Sparkles} busy={describe.isPending} className="self-start" onClick={() => describe.mutate()}>
              {t('photos.describe')}
            </Button>
          )}
          {problem && <ErrorPanel error={problem} />}
        </div>
      </div>
    </Dialog>
  )
}
