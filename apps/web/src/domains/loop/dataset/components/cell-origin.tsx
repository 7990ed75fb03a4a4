import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Sparkles } from 'lucide-react'
import { useT } from '#lib/i18n.ts'
import { Icon } from '#ui/icon.tsx'
import { cellsQuery } from '../column.queries.ts'
import type { Dataset } from '../dataset.queries.ts'

interface CellOriginProps {
  dataset: Dataset
  itemId: string
  fieldKey: string
}

/** Shows what wrote the value of the focused cell, with its trace. */
export function CellOrigin({ dataset, itemId, fieldKey }: CellOriginProps) {
  const t = useT('dataset')
  const { data } = useQuery(cellsQuery(dataset.id, itemId))
  const cell = data?.find((one) => one.fieldKey === fieldKey)
  if (!cell) return null
  return (
    <span role="status" className="flex min-w-0 items-center gap-1.5">
      <Icon of={Sparkles} size={14} className={cell.genFail ? 'shrink-0 text-err' : 'shrink-0 text-brand'} />
      <span className="truncate">
        {cell.genFail
          ? t('cell.failed', { reason: cell.errorMsg })
          : cell.isChanged
            ? t('cell.changed', { model: cell.modelName })
            : t('cell.by', { model: cell.modelName })}
        {!cell.genFail &&
          cell.agreement < 1 &&
          ` · ${t('cell.agreement', { share: Math.round(cell.agreement * 100) })}`}
      </span>
      {cell.traceID && (
        <Link
          to="/space/$space_id/observe/traces/$trace_id"
          params={{ space_id: dataset.spaceID, trace_id: cell.traceID }}
          className="shrink-0 text-brand hover:underline"
        >
          {t('cell.trace')}
        </Link>
      )}
    </span>
  )
}
