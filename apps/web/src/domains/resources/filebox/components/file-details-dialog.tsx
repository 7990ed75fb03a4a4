import { useMutation, useQuery } from '@tanstack/react-query'
import { ExternalLink } from 'lucide-react'
import { api } from '#lib/api.ts'
import { useT } from '#lib/i18n.ts'
import { useForm } from '#lib/use-form.ts'
import { buttonStyle } from '#ui/button-style.ts'
import { CopyButton } from '#ui/copy-button.tsx'
import { Field } from '#ui/field.tsx'
import { FormDialog } from '#ui/form-dialog.tsx'
import { Icon } from '#ui/icon.tsx'
import { Input } from '#ui/input.tsx'
import { Textarea } from '#ui/textarea.tsx'
import { toast } from '#ui/toast-store.ts'
import { fileQuery, type PageFile, refreshBox } from '../filebox.queries.ts'
import { FileFacts } from './file-facts.tsx'

interface OwnFile {
  botId: string
  fileId: string
  onClose: () => void
}

/** The details of the reader's own file, and the fields that can be edited. */
export function FileDetailsDialog(props: OwnFile) {
  const { data } = useQuery(fileQuery(props.botId, props.fileId))
  return data ? <DetailsForm {...props} file={data.data} page={data.detail_page_url} /> : null
}

function DetailsForm({ botId, fileId, onClose, file, page }: OwnFile & { file: PageFile; page: string }) {
  const t = useT('filebox')
  const form = useForm(() => ({
    file_name: file.file_name,
    caption: file.caption,
    tags: file.tags,
    position: file.position,
    device: file.device,
  }))
  const save = useMutation({
    mutationFn: () =>
      api.filebox.updatePage({ bot_id: botId, detail_page_id: fileId, update_items: changed(form.values, file) }),
    onSuccess: async () => {
      await refreshBox(botId)
      toast.ok(t('details.saved', { name: form.values.file_name.trim() }))
      onClose()
    },
  })
  return (
    <FormDialog
      size="md"
      title={t('details.title')}
      description={t('page.share')}
      isDirty={form.isDirty}
      isReady={form.isDirty && form.values.file_name.trim() !== ''}
      call={save}
      action={t('details.save')}
      extra={
        <span className="mr-auto flex items-center gap-1">
          <a href={page} target="_blank" rel="noreferrer" className={buttonStyle('plain')}>
            <Icon of={ExternalLink} />
            {t('page.open')}
          </a>
          <CopyButton text={page} label={t('page.copy')} />
        </span>
      }
      onSubmit={() => save.mutate()}
      onClose={onClose}
    >
      <Field label={t('field.name')} required>
        <Input maxLength={200} {...form.text('file_name')} />
      </Field>
      <Field label={t('field.caption')} help={t('field.captionHelp')}>
        <Textarea maxLength={2000} rows={2} {...form.text('caption')} />
      </Field>
      <Field label={t('field.tags')}>
        <Input maxLength={500} {...form.text('tags')} />
      </Field>
      <div className="grid grid-cols-2 gap-3">
        <Field label={t('field.position')}>
          <Input maxLength={200} {...form.text('position')} />
        </Field>
        <Field label={t('field.device')}>
          <Input maxLength={200} {...form.text('device')} />
        </Field>
      </div>
      <FileFacts file={{ ...file, caption: '', tags: '', position: '', device: '' }} />
    </FormDialog>
  )
}

type Values = Pick<PageFile, 'file_name' | 'caption' | 'tags' | 'position' | 'device'>
/** Only the changed fields: a caption that is sent is processed again. */
function changed(values: Values, file: PageFile): Partial<Values> {
  const keys = Object.keys(values) as (keyof Values)[]
  return Object.fromEntries(keys.filter((key) => values[key] !== file[key]).map((key) => [key, values[key].trim()]))
}
