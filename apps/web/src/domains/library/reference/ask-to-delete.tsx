import { BIN_DAYS } from '@orrery/contract/shared/limits'
import { lazy, Suspense } from 'react'
import { useT } from '#lib/i18n.ts'
import { confirm, type Question } from '#ui/confirm-host.tsx'

// Loaded with the first question, like the dialog itself.
const UsedByDetails = lazy(() =>
  import('./components/used-by-details.tsx').then((module) => ({ default: module.UsedByDetails })),
)

interface DeleteQuestion extends Pick<Question, 'title' | 'action' | 'onConfirm'> {
  spaceId: string
  /** The ids of resources. Folders are not included, because they do not go to the bin. */
  ids: readonly string[]
  /** An additional text after the general one. */
  note?: string
}

/** Asks before resources go to the bin, and shows what uses them. */
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
