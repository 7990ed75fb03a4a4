import { BIN_DAYS } from '@orrery/contract/shared/limits'
import { lazy, Suspense } from 'react'
import { useT } from '#lib/i18n.ts'
import { confirm, type Question } from '#ui/confirm-host.tsx'

// Like the dialog itself it comes with the first question.
const UsedByDetails = lazy(() =>
  import('./components/used-by-details.tsx').then((module) => ({ default: module.UsedByDetails })),
)

interface DeleteQuestion extends Pick<Question, 'title' | 'action' | 'onConfirm'> {
  spaceId: string
  /** Resources, without folders, which have no bin. */
  ids: readonly string[]
  /** What is particular about it, after what holds for all. */
  note?: string
}

/** Asks before something goes to the bin, and says what uses it. */
export const askToDelete = ({ spaceId, ids, note, ...question }: DeleteQuestion): Promise<boolean> =>
  confirm({
    ...question,
    danger: true,
    text: ids.length ? <BinNote count={ids.length} note={note} /> : note,
    details: ids.length > 0 && (
      <Suspense>
        <UsedByDetails spaceId={spaceId} ids={ids} />
      </Suspense>
    ),
  })

function BinNote({ count, note }: { count: number; note: string | undefined }) {
  const t = useT('bin')
  return [t('ask.text', { count, days: BIN_DAYS }), note].filter(Boolean).join(' ')
}
