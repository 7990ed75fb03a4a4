import { ArrowRight } from 'lucide-react'
import { useMemo } from 'react'
import { useT } from '#lib/i18n.ts'
import { Icon } from '#ui/icon.tsx'
import type { FieldDiff } from './canvas-diff.ts'
import { type DiffPiece, isProse, wordDiff } from './word-diff.ts'
import { useFieldName } from './use-field-name.ts'

const styles: Record<DiffPiece['kind'], string> = {
  same: '',
  added: 'rounded-xs bg-ok-soft px-0.5 text-ok no-underline',
  removed: 'rounded-xs bg-err-soft px-0.5 text-err line-through',
}

/** One field before and after; long texts are compared by words. */
export function FieldDiffRow({ diff }: { diff: FieldDiff }) {
  const nameOf = useFieldName()
  const name = nameOf(diff.path)
  const isText = diff.before !== '' && diff.after !== '' && (isProse(diff.before) || isProse(diff.after))
  return (
    <div className="flex gap-3 py-0.5 text-small">
      <dt className="w-24 shrink-0 truncate text-mute" title={name}>
        {name}
      </dt>
      <dd className="min-w-0 flex-1 wrap-anywhere">{isText ? <Words diff={diff} /> : <Values diff={diff} />}</dd>
    </div>
  )
}

function Values({ diff: { before, after } }: { diff: FieldDiff }) {
  const t = useT('workflow-run')
  return (
    <>
      {before !== '' && <del className={styles.removed}>{before}</del>}
      {before !== '' && after !== '' && <Icon of={ArrowRight} size={12} className="mx-1.5 inline text-mute" />}
      {after !== '' && <ins className={`${styles.added} whitespace-pre-wrap`}>{after}</ins>}
      {before !== '' && after === '' && <span className="ml-1.5 text-mute">{t('diff.gone')}</span>}
    </>
  )
}

function Words({ diff }: { diff: FieldDiff }) {
  const pieces = useMemo(() => wordDiff(diff.before, diff.after), [diff])
  return (
    <p className="whitespace-pre-wrap">
      {pieces.map(({ kind, text }, at) =>
        kind === 'same' ? (
          <span key={at}>{text}</span>
        ) : kind === 'added' ? (
          <ins key={at} className={styles.added}>
            {text}
          </ins>
        ) : (
          <del key={at} className={styles.removed}>
            {text}
          </del>
        ),
      )}
    </p>
  )
}
