import { CHECKUP_LIMITS } from '@orrery/contract/shared/checkup-enums'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useT } from '#lib/i18n.ts'
import { Pagination } from '#ui/pagination.tsx'
import { batchRowsQuery, type LiteBatch } from '../checkup.queries.ts'
import { shownObject } from '../compare-form.ts'
import { ObjectState } from './object-state.tsx'

interface SideBySideProps {
  spaceId: string
  batch: LiteBatch
  isTest: boolean
}

/** The answer of each object to the same row, with its score and the reason. */
export function SideBySide({ spaceId, batch, isTest }: SideBySideProps) {
  const t = useT('checkup')
  const { id, eval_objects: objects } = batch.coze_batch_task_meta
  const stamp = `${batch.coze_batch_task_progress.status}/${batch.coze_batch_task_meta.updated_at}`
  const [page, setPage] = useState(1)
  const { rows, total } = useQuery({
    ...batchRowsQuery(spaceId, id, { isTest, stamp, page }),
    placeholderData: keepPreviousData,
  }).data ?? { rows: [], total: 0 }
  if (!rows.length) return null
  const pages = Math.ceil(total / CHECKUP_LIMITS.rowsShown)
  return (
    <>
      <div className="overflow-x-auto" tabIndex={0} role="region" aria-label={t('result.side')}>
        <table className="w-full min-w-160 table-fixed text-left text-small [&_td]:border-t [&_td]:border-line [&_td]:py-2 [&_td]:pr-3 [&_td]:align-top [&_th]:pr-3 [&_th]:font-medium [&_th]:text-mute">
          <thead>
            <tr>
              <th scope="col">{t('result.input')}</th>
              <th scope="col">{t('result.expected')}</th>
              {objects.map((one, at) => (
                <th key={at} scope="col">
                  {shownObject(one).name} <ObjectState object={one} />
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr key={row.item_id}>
                <td className="break-words">{row.input}</td>
                <td className="break-words">{row.expected}</td>
                {objects.map((_, at) => {
                  const cell = row.cells.find(({ object_index }) => object_index === at)
                  return (
                    <td key={at} className="break-words">
                      {cell && cell.score !== undefined && (
                        <strong className="mr-2 tabular-nums" title={cell.reason}>
                          {cell.score.toFixed(2)}
                        </strong>
                      )}
                      {cell?.error ? <span className="text-err">{cell.error}</span> : (cell?.answered ?? '')}
                      {isTest && cell?.reason && <span className="mt-1 block text-mute">{cell.reason}</span>}
                    </td>
                  )
                })}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {pages > 1 && <Pagination page={page} pages={pages} onChange={setPage} />}
    </>
  )
}
