import { Download, FileText, Pencil, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { api } from '#lib/api.ts'
import { useT } from '#lib/i18n.ts'
import { buttonStyle } from '#ui/button-style.ts'
import { Button } from '#ui/button.tsx'
import { confirm } from '#ui/confirm-host.tsx'
import { Icon } from '#ui/icon.tsx'
import { toast } from '#ui/toast-store.ts'
import { type PageFile, refreshBox } from '../filebox.queries.ts'
import { FileDetailsDialog } from './file-details-dialog.tsx'
import { FileFacts } from './file-facts.tsx'

const kinds = { image: 1, audio: 2, video: 3 }

/** One file: a preview, its facts, and the actions of its owner. */
export function FileView({ file, isOwn, onGone }: { file: PageFile; isOwn: boolean; onGone: () => void }) {
  const t = useT('filebox')
  const [isEditing, setEditing] = useState(false)
  const remove = () =>
    confirm({
      title: t('delete.title', { name: file.file_name }),
      text: t('delete.text'),
      action: t('delete.action'),
      danger: true,
      onConfirm: async () => {
        await api.filebox.removeFromPage({ bot_id: file.bot_id, detail_page_id: file.file_id, uris: [file.uri] })
        toast.ok(t('deleted', { name: file.file_name }))
        onGone()
        await refreshBox(file.bot_id)
      },
    })
  return (
    <div className="flex flex-col gap-5">
      <Look file={file} />
      <div className="flex flex-wrap gap-2">
        <a href={file.normal_file_url.main_url} download={file.file_name} className={buttonStyle('solid')}>
          <Icon of={Download} />
          {t('page.download')}
        </a>
        {isOwn && (
          <>
            <Button icon={Pencil} onClick={() => setEditing(true)}>
              {t('details.edit')}
            </Button>
            <Button icon={Trash2} kind="danger-quiet" onClick={() => void remove()}>
              {t('delete.action')}
            </Button>
          </>
        )}
      </div>
      <FileFacts file={file} />
      {isEditing && <FileDetailsDialog botId={file.bot_id} fileId={file.file_id} onClose={() => setEditing(false)} />}
    </div>
  )
}

function Look({ file }: { file: PageFile }) {
  const t = useT('filebox')
  const source = file.normal_file_url.main_url
  const name = file.caption || file.file_name
  if (file.md_type === kinds.image)
    return <img src={source} alt={name} className="max-h-[70vh] w-full rounded-lg bg-page object-contain" />
  if (file.md_type === kinds.audio) return <audio controls src={source} aria-label={name} className="w-full" />
  if (file.md_type === kinds.video)
    return <video controls src={source} aria-label={name} className="max-h-[70vh] w-full rounded-lg bg-page" />
  return (
    <div className="flex items-center gap-3 rounded-lg border border-line bg-page p-5 text-mute">
      <Icon of={FileText} size={24} className="shrink-0" />
      <p>{t('page.noPreview')}</p>
    </div>
  )
}
