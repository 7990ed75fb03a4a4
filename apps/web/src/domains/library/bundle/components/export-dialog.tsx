import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '#lib/api.ts'
import { formatBytes, formatNumber } from '#lib/format.ts'
import { useT } from '#lib/i18n.ts'
import { saveFile } from '#lib/save-file.ts'
import { Button } from '#ui/button.tsx'
import { Checkbox } from '#ui/checkbox.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { ErrorPanel } from '#ui/error-panel.tsx'
import { exporting, type ExportRequest } from '../bundle-state.ts'
import { ResourceRows } from './resource-rows.tsx'

/** Exports one resource, several, or a whole space as a file. */
export function ExportDialog() {
  const input = exporting.use()
  return input && <Opened request={input} />
}

function Opened({ request: { spaceId, picks } }: { request: ExportRequest }) {
  const t = useT('bundle')
  const [withNeeds, setWithNeeds] = useState(true)
  const [withRows, setWithRows] = useState(false)
  const close = () => exporting.set(null)
  const write = useMutation({
    mutationFn: () =>
      api.bundle.export({
        space_id: spaceId,
        ids: picks?.map((pick) => pick.id) ?? [],
        with_dependencies: withNeeds,
        with_rows: withRows,
      }),
    onSuccess: ({ file_name: name, content }) => saveFile(name, content),
  })
  const title = !picks
    ? t('export.space')
    : picks.length === 1
      ? t('export.one', { name: picks[0]!.name })
      : t('export.some', { count: picks.length, number: formatNumber(picks.length) })
  const made = write.data
  const left = made?.failed.map((id) => picks?.find((pick) => pick.id === id)?.name ?? id) ?? []
  return (
    <Dialog
      open
      size="md"
      onOpenChange={(open) => !open && close()}
      title={title}
      description={t('export.text')}
      footer={
        made ? (
          <>
            <Button onClick={() => saveFile(made.file_name, made.content)}>{t('export.again')}</Button>
            <Button kind="solid" onClick={close}>
              {t('close')}
            </Button>
          </>
        ) : (
          <>
            <Button onClick={close}>{t('cancel')}</Button>
            <Button kind="solid" busy={write.isPending} onClick={() => write.mutate()}>
              {t('export.do')}
            </Button>
          </>
        )
      }
    >
      {made ? (
        <div className="flex flex-col gap-3">
          <p role="status">
            {t('export.done', {
              count: made.items.length,
              number: formatNumber(made.items.length),
              file: made.file_name,
              size: formatBytes(new Blob([made.content]).size),
            })}
          </p>
          {left.length > 0 && <ErrorPanel title={t('export.left')}>{left.join(', ')}</ErrorPanel>}
          {made.items.length > 0 && (
            <ResourceRows
              label={t('export.inFile')}
              lines={made.items.map(({ kind, id, name }) => ({ key: id, kind, name }))}
            />
          )}
        </div>
      ) : (
        <div className="flex flex-col items-start gap-3">
          {picks && (
            <Checkbox checked={withNeeds} onChange={setWithNeeds}>
              {t('export.needs')}
            </Checkbox>
          )}
          <Checkbox checked={withRows} onChange={setWithRows}>
            {t('export.rows')}
          </Checkbox>
          {write.error && <ErrorPanel title={t('export.failed')} error={write.error} />}
        </div>
      )}
    </Dialog>
  )
}
