import { useInfiniteQuery, useMutation } from '@tanstack/react-query'
import { FileText, Inbox, Info, Sparkles, Trash2 } from 'lucide-react'
import { useCallback, useState } from 'react'
import { api } from '#lib/api.ts'
import { formatBytes, fromSeconds } from '#lib/format.ts'
import { useT } from '#lib/i18n.ts'
import { createUpload } from '#lib/upload.ts'
import type { StoredFile } from '#lib/upload-kinds.ts'
import { confirm } from '#ui/confirm-host.tsx'
import { DateTime } from '#ui/date-time.tsx'
import { EmptyState, NoMatch } from '#ui/empty-state.tsx'
import { ErrorPanel } from '#ui/error-panel.tsx'
import { FileDrop } from '#ui/file-drop.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import { Icon } from '#ui/icon.tsx'
import { InfiniteSentinel } from '#ui/infinite-sentinel.tsx'
import { RunState } from '#ui/run-state.tsx'
import { SearchInput } from '#ui/search-input.tsx'
import { toast } from '#ui/toast-store.ts'
import { type BoxFile, commonOf, filesQuery, refreshBox } from '../filebox.queries.ts'
import { FileDetailsDialog } from './file-details-dialog.tsx'
import { SummaryText } from './summary-text.tsx'

const MB = 1024 * 1024
const states = ['running', 'done', 'failed'] as const

export function FilesTab({ botId, isOn }: { botId: string; isOn: boolean }) {
  const t = useT('filebox')
  const [word, setWord] = useState('')
  const [summaryOf, setSummaryOf] = useState<string>()
  const [opened, setOpened] = useState<string>()
  const query = useInfiniteQuery(filesQuery(botId, { word }))
  const files = query.data?.pages.flatMap((page) => page.list)
  const add = useMutation({
    mutationFn: async (given: readonly File[]) => {
      for (const file of given) {
        const sent = await createUpload<StoredFile>({ file, biz: 'chat_file', timeout: 300_000 }).start()
        if (sent.state !== 'success') throw sent.error ?? new Error(t('uploadFailed'))
        const source_files = [{ file_uri: sent.result!.uri, file_name: file.name }]
        const answer = await api.filebox.upload({ bid: botId, source_files })
        const problem = answer.DestFiles[0]?.problem
        if (problem) throw new Error(`${file.name}: ${problem}`)
      }
    },
    onSettled: () => refreshBox(botId),
  })
  const remove = (file: BoxFile) =>
    confirm({
      title: t('delete.title', { name: file.FileName }),
      text: t('delete.text'),
      action: t('delete.action'),
      danger: true,
      onConfirm: async () => {
        await api.filebox.remove({ ...commonOf(botId), ids: [file.FileID] })
        toast.ok(t('deleted', { name: file.FileName }))
        await refreshBox(botId)
      },
    })
  const onWord = useCallback((text: string) => setWord(text.trim()), [])
  return (
    <div className="flex flex-col gap-3 py-3">
      <FileDrop
        disabled={!isOn || add.isPending}
        maxBytes={100 * MB}
        onFiles={(given) => add.mutate(given)}
        note={isOn ? t('drop') : t('off')}
      />
      {add.error && <ErrorPanel error={add.error} />}
      <SearchInput value={word} onChange={onWord} placeholder={t('byName')} />
      {query.error && !files ? (
        <ErrorPanel error={query.error} />
      ) : files?.length === 0 ? (
        word ? (
          <NoMatch text={t('noMatch', { word })} onClear={() => setWord('')} />
        ) : (
          <EmptyState icon={Inbox} title={t('empty')} text={t('emptyText')} />
        )
      ) : (
        <ul aria-label={t('tab.files')} className="rounded-lg border border-line">
          {files?.map((file) => (
            <li key={file.FileID} data-file={file.FileID} className="border-b border-line px-3 py-2 last:border-b-0">
              <div className="flex items-center gap-3">
                {file.ThumbnailURL ? (
                  <img src={file.ThumbnailURL} alt="" className="size-9 shrink-0 rounded-md object-cover" />
                ) : (
                  <Icon of={FileText} className="shrink-0 text-mute" />
                )}
                <span className="min-w-0 flex-1">
                  <a
                    href={file.MainURL}
                    download={file.FileName}
                    className="block truncate font-medium hover:underline"
                  >
                    {file.FileName}
                  </a>
                  <span className="block truncate text-small text-mute">
                    {formatBytes(Number(file.FileSize))} · <DateTime at={fromSeconds(file.CreateTime)} />
                    {file.Caption && ` · ${file.Caption}`}
                  </span>
                  {file.Problem && <span className="block text-small text-err">{file.Problem}</span>}
                </span>
                <RunState state={states[file.State] ?? 'done'} text={t(`state.${stateName(file.State)}`)} />
                {file.State === 1 && file.Type === 4 && (
                  <IconButton
                    icon={Sparkles}
                    label={t('sumUp', { name: file.FileName })}
                    pressed={summaryOf === file.FileID}
                    onClick={() => setSummaryOf(summaryOf === file.FileID ? undefined : file.FileID)}
                  />
                )}
                <IconButton
                  icon={Info}
                  label={t('details.of', { name: file.FileName })}
                  onClick={() => setOpened(file.FileID)}
                />
                <IconButton
                  icon={Trash2}
                  label={t('delete.of', { name: file.FileName })}
                  onClick={() => void remove(file)}
                />
              </div>
              {summaryOf === file.FileID && <SummaryText botId={botId} uri={file.Uri} />}
            </li>
          ))}
        </ul>
      )}
      <InfiniteSentinel query={query} />
      {opened && <FileDetailsDialog botId={botId} fileId={opened} onClose={() => setOpened(undefined)} />}
    </div>
  )
}

const stateName = (state: number): 'reading' | 'read' | 'unreadable' =>
  state === 0 ? 'reading' : state === 1 ? 'read' : 'unreadable'
