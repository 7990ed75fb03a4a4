import { TargetType } from '@orrery/contract/shared/evaluation-enums'
import { useMutation } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Rows3 } from 'lucide-react'
import { useState } from 'react'
import { addingToDataset, type OfferedRow } from '#lib/add-to-dataset.ts'
import { api } from '#lib/api.ts'
import { formatDuration } from '#lib/format.ts'
import { useT } from '#lib/i18n.ts'
import { formatMoney } from '#lib/money.ts'
import { mayInSpace, useSpace } from '#lib/spaces.ts'
import { Button } from '#ui/button.tsx'
import { ErrorPanel } from '#ui/error-panel.tsx'
import { Field } from '#ui/field.tsx'
import { Input } from '#ui/input.tsx'
import { NumberInput } from '#ui/number-input.tsx'
import { SheetSection, SideSheet } from '#ui/side-sheet.tsx'
import { Tag } from '#ui/tag.tsx'
import { keepMessageDraft } from '#domains/chat/chat/index.ts'
import { type Experiment, type Payload, refreshEvaluation, type ResultRow } from '../evaluation.queries.ts'
import { contentText, ContentView } from './content-view.tsx'
import { shownScore } from './mean-bar.tsx'

interface RowSheetProps {
  spaceId: string
  /** The experiments shown side by side, baseline first. */
  experiments: Experiment[]
  row: ResultRow
  onClose: () => void
}
type ScoreRecord = Payload['evaluator_output']['evaluator_records'][string]

/** One row: its input, its outputs, and its scores. */
export function RowSheet({ spaceId, experiments, row, onClose }: RowSheetProps) {
  const t = useT('evaluation')
  const mayAdd = mayInSpace(useSpace(), 'createResource')
  const offered = mayAdd ? offeredRow(spaceId, experiments.at(-1)!, row) : undefined
  return (
    <SideSheet
      kind="experiment-row"
      title={t('row.title', { number: row.item_index })}
      width={460}
      place="over"
      actions={
        offered && (
          <Button size="sm" icon={Rows3} onClick={() => addingToDataset.set(offered)}>
            {t('row.addToDataset')}
          </Button>
        )
      }
      onClose={onClose}
    >
      {row.turn_results.flatMap(({ turn_id, experiment_results }) =>
        experiments.map((experiment, at) => {
          const payload = experiment_results.find(({ experiment_id }) => experiment_id === experiment.id)?.payload
          return (
            payload && (
              <Turn
                key={`${turn_id}/${experiment.id}`}
                spaceId={spaceId}
                experiment={experiment}
                payload={payload}
                hasInput={at === 0}
                isCompared={experiments.length > 1}
              />
            )
          )
        }),
      )}
    </SideSheet>
  )
}

/** The input and output of the first turn, as a row for a dataset. */
function offeredRow(spaceId: string, { id }: Experiment, row: ResultRow): OfferedRow | undefined {
  const payload = row.turn_results[0]?.experiment_results.find(({ experiment_id }) => experiment_id === id)?.payload
  if (!payload) return undefined
  const output = payload.target_output.eval_target_record
  const text = output?.eval_target_output_data.output_fields['actual_output']?.text
  return {
    spaceId,
    from: 'experiment',
    ...(output?.trace_id && { traceId: output.trace_id }),
    values: [
      ...payload.eval_set.turn.field_data_list.map(({ name, content }) => ({ name, text: contentText(content) })),
      ...(text ? [{ name: 'actual_output', text }] : []),
    ],
  }
}

interface AskInChatProps {
  spaceId: string
  experiment: Experiment
  payload: Payload
}
/** Opens the chat of the bot with the same question entered. */
function AskInChat({ spaceId, experiment, payload }: AskInChatProps) {
  const t = useT('evaluation')
  const target = experiment.eval_target
  const botId = target?.eval_target_type === TargetType.bot ? target.source_target_id : undefined
  const { from_eval_set: filled } = experiment.target_field_mapping
  const from = filled.find(({ field_name }) => field_name === 'input')?.from_field_name
  const asked = payload.eval_set.turn.field_data_list.find(({ name, key }) => name === from || key === from)
  if (!botId || !asked?.content.text) return null
  const question = asked.content.text
  return (
    <Link
      to="/space/$space_id/bot/$bot_id"
      params={{ space_id: spaceId, bot_id: botId }}
      onClick={() => keepMessageDraft(botId, question)}
      className="text-brand hover:underline"
    >
      {t('row.ask')}
    </Link>
  )
}

interface TurnProps {
  spaceId: string
  experiment: Experiment
  payload: Payload
  hasInput: boolean
  /** Whether other experiments are shown beside it, so that each part has to name its experiment. */
  isCompared: boolean
}
function Turn({ spaceId, experiment, payload, hasInput, isCompared }: TurnProps) {
  const t = useT('evaluation')
  const titled = (title: string) => (isCompared ? t('row.of', { name: experiment.name, title }) : title)
  const output = payload.target_output.eval_target_record
  const { error } = payload.system_info
  const calls = output?.eval_target_output_data.output_fields['trajectory']?.text ?? ''
  return (
    <>
      {hasInput && (
        <SheetSection
          title={t('row.input')}
          tools={<AskInChat spaceId={spaceId} experiment={experiment} payload={payload} />}
        >
          <dl className="flex flex-col gap-2">
            {payload.eval_set.turn.field_data_list.map(({ key, name, content }) => (
              <div key={key}>
                <dt className="text-small text-mute">{name}</dt>
                <dd className="break-words whitespace-pre-wrap">
                  <ContentView content={content} />
                </dd>
              </div>
            ))}
          </dl>
        </SheetSection>
      )}
      {output && (
        <SheetSection
          title={titled(t('row.output'))}
          tools={
            output.trace_id && (
              <Link
                to="/space/$space_id/observe/traces/$trace_id"
                params={{ space_id: spaceId, trace_id: output.trace_id }}
                className="text-brand hover:underline"
              >
                {t('row.trace')}
              </Link>
            )
          }
        >
          <p className="break-words whitespace-pre-wrap">
            {output.eval_target_output_data.output_fields['actual_output']?.text}
          </p>
          {calls && calls !== '[]' && <pre className="mt-2 overflow-x-auto text-code">{calls}</pre>}
          <p className="mt-2 text-small text-mute">
            {formatDuration(Number(output.eval_target_output_data.time_consuming_ms))} ·{' '}
            {formatMoney(output.eval_target_output_data.cost)}
          </p>
        </SheetSection>
      )}
      {error && (
        <SheetSection title={titled(t('row.error'))}>
          <p className="break-words whitespace-pre-wrap text-err">{error.message}</p>
        </SheetSection>
      )}
      {experiment.evaluators.map((one) => {
        const record = payload.evaluator_output.evaluator_records[one.current_version!.id]
        return record && <Score key={record.id} spaceId={spaceId} name={titled(one.name)} record={record} />
      })}
    </>
  )
}

function Score({ spaceId, name, record }: { spaceId: string; name: string; record: ScoreRecord }) {
  const t = useT('evaluation')
  const [isOpen, setOpen] = useState(false)
  const { evaluator_result: result, evaluator_run_error: failure } = record.evaluator_output_data
  const [score, setScore] = useState(result?.correction?.score ?? result?.score ?? 0)
  const [why, setWhy] = useState('')
  const save = useMutation({
    mutationFn: () =>
      api.experimentResult.correct({
        space_id: spaceId,
        evaluator_record_id: record.id,
        correction: { score, explain: why.trim() },
      }),
    onSuccess: async () => {
      await refreshEvaluation(spaceId)
      setOpen(false)
    },
  })
  return (
    <SheetSection
      title={name}
      tools={
        <Button size="sm" onClick={() => setOpen(!isOpen)}>
          {t('correct')}
        </Button>
      }
    >
      {result && (
        <p>
          <span className="font-medium tabular-nums">{shownScore(result.correction?.score ?? result.score)}</span>{' '}
          {result.correction && <Tag tone="info">{t('corrected', { score: shownScore(result.score) })}</Tag>}
        </p>
      )}
      <p className="break-words whitespace-pre-wrap text-mute">
        {failure?.message ?? result?.correction?.explain ?? result?.reasoning}
      </p>
      {isOpen && (
        <form
          className="mt-2 flex flex-col gap-2"
          onSubmit={(event) => {
            event.preventDefault()
            save.mutate()
          }}
        >
          <Field label={t('correct.score')} required>
            <NumberInput value={score} step={0.1} onChange={(value) => setScore(value ?? 0)} />
          </Field>
          <Field label={t('correct.why')}>
            <Input value={why} onChange={({ target }) => setWhy(target.value)} maxLength={2000} />
          </Field>
          {save.error ? <ErrorPanel error={save.error} /> : null}
          <Button type="submit" kind="solid" busy={save.isPending}>
            {t('correct.save')}
          </Button>
        </form>
      )}
    </SheetSection>
  )
}
