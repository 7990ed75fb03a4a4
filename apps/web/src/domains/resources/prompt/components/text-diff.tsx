import { Minus, Plus } from 'lucide-react'
import { useMemo } from 'react'
import { cn } from '#lib/class-names.ts'
import { formatNumber } from '#lib/format.ts'
import { useT } from '#lib/i18n.ts'
import { Icon } from '#ui/icon.tsx'
import { countChanges, type DiffLine, lineDiff } from '../line-diff.ts'

const looks = {
  same: { row: '', mark: '', sign: null },
  added: { row: 'bg-ok-soft', mark: 'bg-ok-solid/25', sign: Plus },
  removed: { row: 'bg-err-soft', mark: 'bg-err-solid/25', sign: Minus },
} as const

/** The differences between two texts. Each line has a sign in addition to its colour. */
export function TextDiff({ before, after, className }: { before: string; after: string; className?: string }) {
  const t = useT('prompt')
  const lines = useMemo(() => lineDiff(before, after), [before, after])
  const { added, removed } = countChanges(lines)
  if (added + removed === 0) return <p className="text-mute">{t('diff.same')}</p>
  return (
    <div className={className}>
      <p className="mb-1.5 text-small text-mute tabular-nums">
        {t('diff.counts', { count: added, added: formatNumber(added), removed: formatNumber(removed) })}
      </p>
      {/* Scrollable content needs keyboard focus. */}
      <div
        tabIndex={0}
        role="region"
        aria-label={t('diff.label')}
        className="focus-inset max-h-100 overflow-auto rounded-md border border-line py-1 text-prose"
      >
        {lines.map((line, index) => (
          <Line key={index} line={line} />
        ))}
      </div>
    </div>
  )
}

function Line({ line }: { line: DiffLine }) {
  const t = useT('prompt')
  const { row, mark, sign } = looks[line.kind]
  return (
    <div className={cn('flex gap-2 px-2', row)}>
      <span className="flex h-5.5 w-4 shrink-0 items-center text-mute">
        {sign && <Icon of={sign} size={12} />}
        {line.kind !== 'same' && (
          <span className="sr-only">{line.kind === 'added' ? t('diff.added') : t('diff.removed')}</span>
        )}
      </span>
      <span className="min-w-0 flex-1 wrap-anywhere whitespace-pre-wrap">
        {line.pieces.map((piece, index) => (
          <span key={index} className={cn(piece.isMarked && cn('rounded-xs', mark))}>
            {piece.text}
          </span>
        ))}
      </span>
    </div>
  )
}
