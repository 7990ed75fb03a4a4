import { useMutation, useQuery } from '@tanstack/react-query'
import { Check } from 'lucide-react'
import { api } from '#lib/api.ts'
import { formatNumber } from '#lib/format.ts'
import { useT } from '#lib/i18n.ts'
import { Banner } from '#ui/banner.tsx'
import { Button } from '#ui/button.tsx'
import { ErrorPanel } from '#ui/error-panel.tsx'
import { Tag } from '#ui/tag.tsx'
import { TextDiff } from '#domains/resources/prompt/index.ts'
import { optimiseResultQuery, type OptimiseResult, type OptimiseRun } from '../prompts.queries.ts'

interface OptimiseResultsProps {
  run: OptimiseRun
  mayEdit: boolean
  onAdopted: () => Promise<void>
}
const percent = (share: number) => `${formatNumber(Math.round(share * 1000) / 10)} %`
const textOf = (target: OptimiseRun['optimize_target']) =>
  (target.prompt.prompt_text?.message_list ?? []).map(({ content }) => content ?? '').join('\n\n')

/** The text that was found, and the scores before and after on rows that the search did not use. */
export function OptimiseResults({ run, mayEdit, onAdopted }: OptimiseResultsProps) {
  const t = useT('prompts')
  const { data } = useQuery(optimiseResultQuery(run))
  if (!data || data.verdict === '') return null
  return (
    <>
      <Banner inset tone="info">
        {t(`optimise.verdict.${data.verdict}`)}
      </Banner>
      {data.result.map((result) => (
        <Result key={result.sequence_id} run={run} result={result} mayEdit={mayEdit} onAdopted={onAdopted} />
      ))}
    </>
  )
}

function Result({ run, result, mayEdit, onAdopted }: OptimiseResultsProps & { result: OptimiseResult }) {
  const t = useT('prompts')
  const adopt = useMutation({
    mutationFn: () =>
      api.promptOptimise.adopt({ task_id: run.task_id, execution_id: run.id, sequence_id: result.sequence_id }),
    onSuccess: onAdopted,
  })
  const { accuracy, accuracy_before: before, interval, eval_result_stat: counts, is_proven: isProven } = result
  return (
    <section aria-label={t('optimise.result')} className="flex flex-col gap-3 border-t border-line pt-3">
      <div className="flex flex-wrap items-center gap-3">
        <b className="font-medium tabular-nums">
          {t('optimise.gain', { before: percent(before), after: percent(accuracy) })}
        </b>
        {interval && (
          <span className="text-small text-mute tabular-nums">
            {t('optimise.interval', { low: percent(interval.low), high: percent(interval.high) })}
          </span>
        )}
        <Tag tone={isProven ? 'ok' : 'grey'}>{t(isProven ? 'optimise.proven' : 'optimise.notProven')}</Tag>
        <span className="text-small text-mute">
          {t('optimise.counts', {
            better: counts.improve_cases_cnt,
            same: counts.constant_cases_cnt,
            worse: counts.reduced_cases_cnt,
          })}
        </span>
        {mayEdit && (
          <Button
            kind={isProven ? 'solid' : 'plain'}
            icon={Check}
            className="ml-auto"
            busy={adopt.isPending}
            onClick={() => adopt.mutate()}
          >
            {t('optimise.adopt')}
          </Button>
        )}
      </div>
      {adopt.error && <ErrorPanel error={adopt.error} />}
      <TextDiff before={textOf(run.optimize_target)} after={textOf(result.optimize_result)} />
      <Rows result={result} />
    </section>
  )
}

function Rows({ result }: { result: OptimiseResult }) {
  const t = useT('prompts')
  const marks = { 1: ['ok', 'better'], 2: ['grey', 'same'], 3: ['err', 'worse'] } as const
  return (
    <div tabIndex={0} role="region" aria-label={t('batch.rows')} className="focus-inset max-h-100 overflow-auto">
      <table className="w-full min-w-160 text-left align-top">
        <thead className="text-small text-mute">
          <tr>
            <th className="p-2 font-normal">{t('batch.input')}</th>
            <th className="p-2 font-normal">{t('optimise.before')}</th>
            <th className="p-2 font-normal">{t('optimise.after')}</th>
            <th className="w-24 p-2 font-normal">{t('batch.scoreHead')}</th>
          </tr>
        </thead>
        <tbody>
          {result.row_eval_result_group.map((row, at) => {
            const [tone, key] = marks[row.eval_result.gsb_result as keyof typeof marks]
            return (
              <tr key={at} className="border-t border-line align-top">
                <td className="p-2 wrap-anywhere text-mute">
                  {Object.entries(row.variables).map(([name, text]) => (
                    <p key={name}>
                      {name}: {text}
                    </p>
                  ))}
                </td>
                <td className="p-2 wrap-anywhere whitespace-pre-wrap">{row.output_before}</td>
                <td className="p-2 wrap-anywhere whitespace-pre-wrap">{row.output_after}</td>
                <td className="p-2">
                  <Tag tone={tone}>{t(`optimise.${key}`)}</Tag>
                </td>
              </tr>
            )
          })}
        </tbody>
      </table>
    </div>
  )
}
