import { useMutation, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Play, ShieldCheck } from 'lucide-react'
import { useState } from 'react'
import { api } from '#lib/api.ts'
import { formatPercent } from '#lib/format.ts'
import { useT } from '#lib/i18n.ts'
import type { PublishNoteProps } from '#lib/publish-notes.ts'
import { Button } from '#ui/button.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { Tag, type Tone } from '#ui/tag.tsx'
import { type Gate, gateQuery, refreshEvaluation } from '../evaluation.queries.ts'
import { GateDialog } from './gate-dialog.tsx'

const tones = { passed: 'ok', failed: 'err', running: 'info', never: 'warn' } as const satisfies Record<string, Tone>

/** The number of failing rows listed here; the page of the experiment shows all. */
const SHOWN = 6

/** The publish gate of a bot: the latest result of its plan, the failing rows, and a button that runs it. */
export function PublishGate({ spaceId, botId }: PublishNoteProps) {
  const t = useT('evaluation')
  const { data } = useQuery(gateQuery(spaceId, botId))
  const [isSetting, setSetting] = useState(false)
  const run = useMutation({
    mutationFn: () => api.evaluationGate.run({ bot_id: botId }),
    onSettled: () => refreshEvaluation(spaceId),
  })
  if (!data) return <Skeleton className="h-16" />
  const { gate } = data
  return (
    <section aria-labelledby="publish-gate" className="rounded-lg border border-line p-4">
      <div className="flex flex-wrap items-center gap-2">
        <h2 id="publish-gate" className="font-semibold">
          {t('gate.title')}
        </h2>
        {gate && <Tag tone={tones[gate.state]}>{t(`gate.${gate.state}`)}</Tag>}
        <span className="flex-1" />
        {gate && gate.state !== 'running' && (
          <Button size="sm" icon={Play} busy={run.isPending} onClick={() => run.mutate()}>
            {t('gate.run')}
          </Button>
        )}
        <Button size="sm" icon={ShieldCheck} onClick={() => setSetting(true)}>
          {t(gate ? 'gate.change' : 'gate.require')}
        </Button>
      </div>
      {gate ? <GateResult spaceId={spaceId} gate={gate} /> : <p className="mt-1 text-mute">{t('gate.none')}</p>}
      {isSetting && (
        <GateDialog spaceId={spaceId} botId={botId} gate={gate ?? null} onClose={() => setSetting(false)} />
      )}
    </section>
  )
}

function GateResult({ spaceId, gate }: { spaceId: string; gate: Gate }) {
  const t = useT('evaluation')
  const { plan_name: name, least_share, share, failing_rows: rows } = gate
  return (
    <div className="mt-1 flex flex-col gap-2">
      <p className="text-mute">
        {t('gate.rule', { name, share: formatPercent(least_share) })}
        {share !== undefined && ` ${t('gate.share', { share: formatPercent(share) })}`}
        {gate.experiment_id !== '0' && (
          <>
            {' '}
            <Link
              to="/space/$space_id/evaluate/experiments/$experiment_id"
              params={{ space_id: spaceId, experiment_id: gate.experiment_id }}
              className="text-brand underline"
            >
              {t('gate.open')}
            </Link>
          </>
        )}
      </p>
      {gate.state === 'failed' && rows.length > 0 && (
        <ul aria-label={t('gate.failing')} className="flex flex-col">
          {rows.slice(0, SHOWN).map(({ item_id, index, text, score }) => (
            <li key={item_id} className="flex items-center gap-3 border-t border-line py-1">
              <span className="w-16 shrink-0 text-mute tabular-nums">{t('row.title', { number: index })}</span>
              <span className="min-w-0 flex-1 truncate">{text}</span>
              <span className="text-err tabular-nums">{score === undefined ? '–' : score.toFixed(2)}</span>
            </li>
          ))}
          {rows.length > SHOWN && (
            <li className="border-t border-line py-1 text-mute">{t('gate.more', { count: rows.length - SHOWN })}</li>
          )}
        </ul>
      )}
    </div>
  )
}
