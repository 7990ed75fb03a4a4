import type { ReactNode } from 'react'
import { formatNumber } from '#lib/format.ts'
import { useT } from '#lib/i18n.ts'
import { tileOf, useKindNames } from '#lib/resource-kinds.ts'
import { TypeTile } from '#ui/type-tile.tsx'
import { kindOf } from '../bundle.queries.ts'

export interface ResourceLine {
  key: string
  kind: string
  name: ReactNode
  /** Details below the name. */
  notes?: ReactNode
  after?: ReactNode
}

/** Nobody would scroll past more. */
const maxLines = 200

/** Resources of several kinds, one per line. */
export function ResourceRows({ label, lines }: { label: string; lines: readonly ResourceLine[] }) {
  const t = useT('bundle')
  const names = useKindNames()
  return (
    <ul aria-label={label} className="overflow-hidden rounded-lg border border-line">
      {lines.slice(0, maxLines).map((line) => (
        <li
          key={line.key}
          className="flex min-h-10 items-center gap-2.5 border-b border-line px-3 py-1.5 last:border-b-0"
        >
          <TypeTile kind={tileOf({ kind: kindOf(line.kind), sub_type: 0 })} size={26} />
          <div className="min-w-0 flex-1">
            <p className="truncate font-medium">{line.name}</p>
            {line.notes && <div className="flex flex-wrap gap-x-3 text-small text-mute">{line.notes}</div>}
          </div>
          <span className="shrink-0 text-small text-mute">{names.one(kindOf(line.kind))}</span>
          {line.after}
        </li>
      ))}
      {lines.length > maxLines && (
        <li className="px-3 py-2 text-small text-mute">
          {t('andMore', { count: lines.length - maxLines, more: formatNumber(lines.length - maxLines) })}
        </li>
      )}
    </ul>
  )
}
