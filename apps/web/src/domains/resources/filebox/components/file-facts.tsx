import { formatBytes, formatNumber } from '#lib/format.ts'
import { useT } from '#lib/i18n.ts'
import { DateTime } from '#ui/date-time.tsx'
import type { PageFile } from '../filebox.queries.ts'

/** The facts about a file, apart from what its owner wrote. */
export function FileFacts({ file }: { file: PageFile }) {
  const t = useT('filebox')
  const { width, height } = file.image_meta
  const written = [
    ['field.caption', file.caption],
    ['field.tags', file.tags],
    ['field.position', file.position],
    ['field.device', file.device],
  ] as const
  const state = file.rag_document_status === 0 ? 'reading' : file.rag_document_status === 1 ? 'read' : 'unreadable'
  return (
    <dl className="grid grid-cols-[auto_1fr] gap-x-6 gap-y-1.5 [&_dt]:text-mute">
      {written.map(
        ([key, value]) =>
          value && (
            <div key={key} className="contents">
              <dt>{t(key)}</dt>
              <dd data-user-text className="wrap-anywhere">
                {value}
              </dd>
            </div>
          ),
      )}
      <dt>{t('fact.format')}</dt>
      <dd>{file.format.toUpperCase() || '–'}</dd>
      <dt>{t('fact.size')}</dt>
      <dd>{formatBytes(file.size)}</dd>
      {width > 0 && (
        <>
          <dt>{t('fact.pixels')}</dt>
          <dd>{`${formatNumber(width)} × ${formatNumber(height)}`}</dd>
        </>
      )}
      <dt>{t('fact.added')}</dt>
      <dd>
        <DateTime at={file.created_at_ms} />
      </dd>
      <dt>{t('fact.changed')}</dt>
      <dd>
        <DateTime at={file.updated_at_ms} />
      </dd>
      <dt>{t('fact.state')}</dt>
      <dd>{file.problem || t(`state.${state}`)}</dd>
      {file.rag_content_chunk_num > 0 && (
        <>
          <dt>{t('fact.pieces')}</dt>
          <dd>{formatNumber(file.rag_content_chunk_num)}</dd>
        </>
      )}
    </dl>
  )
}
