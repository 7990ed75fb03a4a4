import { useMutation } from '@tanstack/react-query'
import { api } from '#lib/api.ts'
import { useT } from '#lib/i18n.ts'
import { useForm } from '#lib/use-form.ts'
import { confirm } from '#ui/confirm-host.tsx'
import { Field } from '#ui/field.tsx'
import { FormDialog } from '#ui/form-dialog.tsx'
import { Input } from '#ui/input.tsx'
import { Textarea } from '#ui/textarea.tsx'
import { toast } from '#ui/toast-store.ts'
import { commonOf, refreshBox } from '../filebox.queries.ts'

export interface OwnAlbum {
  botId: string
  albumId: string
  name: string
  description: string
}

/** Edits the name and the description of an album. */
export function AlbumDialog({ botId, albumId, name, description, onClose }: OwnAlbum & { onClose: () => void }) {
  const t = useT('filebox')
  const form = useForm({ name, description })
  const save = useMutation({
    mutationFn: () =>
      api.filebox.updateAlbum({
        ...commonOf(botId),
        album_id: albumId,
        new_album_name: form.values.name.trim(),
        new_album_desc: form.values.description.trim(),
      }),
    onSuccess: async () => {
      await refreshBox(botId)
      onClose()
    },
  })
  return (
    <FormDialog
      title={t('album.edit')}
      isDirty={form.isDirty}
      isReady={form.isDirty && form.values.name.trim() !== ''}
      call={save}
      action={t('album.editAction')}
      onSubmit={() => save.mutate()}
      onClose={onClose}
    >
      <Field label={t('album.label')} required>
        <Input maxLength={100} {...form.text('name')} />
      </Field>
      <Field label={t('album.about')}>
        <Textarea maxLength={500} rows={3} {...form.text('description')} />
      </Field>
    </FormDialog>
  )
}

type Words = ReturnType<typeof useT<'filebox'>>
export const askToDeleteAlbum = (t: Words, { botId, albumId, name }: OwnAlbum, onGone: () => void) =>
  confirm({
    title: t('album.deleteTitle', { name }),
    text: t('album.deleteText'),
    action: t('album.delete'),
    danger: true,
    onConfirm: async () => {
      await api.filebox.removeAlbumPage({ bot_id: botId, detail_page_id: albumId })
      toast.ok(t('album.deleted', { name }))
      onGone()
      await refreshBox(botId)
    },
  })
