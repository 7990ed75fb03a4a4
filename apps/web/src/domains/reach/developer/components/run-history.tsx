import { useQuery } from '@tanstack/react-query'
import { RotateCcw } from 'lucide-react'
import { useMemo, useState } from 'react'
import { useT } from '#lib/i18n.ts'
import { Button } from '#ui/button.tsx'
import { CodeBlock } from '#ui/code-block.tsx'
import { DateTime } from '#ui/date-time.tsx'
import { Tag } from '#ui/tag.tsx'
import type { CallDraft } from '#domains/reach/docs/index.ts'
import { type Run, runsQuery } from '../developer.queries.ts'
import { draftOf } from '../run-record.ts'

interface RunHistoryProps {
  method: string
  path: string
  /** Fills the form with the earlier request. */
  onUse: (draft: CallDraft) => void
}

/** The person's recent tries of this call. Tokens are not stored. */
export function RunHistory({ method, path, onUse }: RunHistoryProps) {
  const t = useT('developer')
  const [open, setOpen] = useState<Run>()
  const { data } = useQuery(runsQuery(method, path))
  const runs = useMemo(() => data?.map((run) => ({ run, draft: draftOf(run.request) })), [data])
  return (
    <section aria-label={t('runs')} className="flex flex-col gap-2 border-t border-line p-5">
      <h3 className="font-semibold">{t('runs')}</h3>
      {runs?.length === 0 && <p className="text-small text-mute">{t('runs.none')}</p>}
      <ul className="flex flex-col">
        {runs?.map(({ run, draft }) => (
          <li key={`${run.create_at} ${run.log_id}`} className="border-b border-line py-1.5 last:border-b-0">
            <div className="flex items-center gap-2 text-small">
              <Tag tone={run.status_code < 400 ? 'ok' : 'err'}>{run.status_code}</Tag>
              <DateTime at={run.create_at} />
              <code className="min-w-0 flex-1 truncate text-mute">{run.log_id}</code>
              <Button size="xs" kind="quiet" onClick={() => setOpen(open === run ? undefined : run)}>
                {open === run ? t('runs.hide') : t('runs.show')}
              </Button>
              <Button size="xs" kind="quiet" icon={RotateCcw} disabled={!draft} onClick={() => draft && onUse(draft)}>
                {t('runs.use')}
              </Button>
            </div>
            {!draft && <p className="text-small text-mute">{t('runs.tooLong')}</p>}
            {open === run && <CodeBlock wrap maxHeight="16rem" code={run.reponse || '–'} className="mt-2" />}
          </li>
        ))}
      </ul>
    </section>
  )
}
