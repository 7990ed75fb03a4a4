import { TargetType } from '@orrery/contract/shared/evaluation-enums'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { api } from '#lib/api.ts'
import { formatNumber } from '#lib/format.ts'
import { useT } from '#lib/i18n.ts'
import { useSpace } from '#lib/spaces.ts'
import { Banner } from '#ui/banner.tsx'
import { buttonStyle } from '#ui/button-style.ts'
import { Button } from '#ui/button.tsx'
import { Checkbox } from '#ui/checkbox.tsx'
import { ErrorPanel } from '#ui/error-panel.tsx'
import { Field } from '#ui/field.tsx'
import { Input } from '#ui/input.tsx'
import { NumberInput } from '#ui/number-input.tsx'
import { Segmented } from '#ui/segmented.tsx'
import { Select } from '#ui/select.tsx'
import { SettingsSection } from '#ui/settings-section.tsx'
import { TitleBar } from '#ui/title-bar.tsx'
import { FillingFields } from '../components/filling-fields.tsx'
import { ToolsField } from '../components/tools-field.tsx'
import {
  datasetChoicesQuery,
  readyEvaluatorsQuery,
  refreshEvaluation,
  sourcesQuery,
  sourceStatesQuery,
} from '../evaluation.queries.ts'
import { guess, isComplete, keysOf, planOf, type PlanForm } from '../plan-form.ts'

const types = {
  bot: TargetType.bot,
  workflow: TargetType.workflow,
  appWorkflow: TargetType.appWorkflow,
  model: TargetType.model,
  prompt: TargetType.prompt,
  external: TargetType.external,
  stored: TargetType.stored,
} as const
type TypeName = keyof typeof types
const typeNames = Object.keys(types) as TypeName[]
const PUBLISHED = 2

/** Sets up a target, a dataset and evaluators, then starts the experiment. */
export function NewExperimentPage() {
  const t = useT('evaluation')
  const space = useSpace()
  const navigate = useNavigate()
  const { bot, workflow, prompt, as } = useSearch({ from: '/signed/space/$space_id/evaluate/experiments/new' })
  const [form, setForm] = useState<PlanForm>({
    name: '',
    type: workflow ? TargetType.workflow : prompt ? TargetType.prompt : TargetType.bot,
    sourceId: bot ?? workflow ?? prompt ?? '',
    isPublished: false,
    datasetId: '',
    evaluators: [],
    target: {},
    scoring: {},
    trials: 1,
    tools: 'real',
    mockSets: [],
  })
  const sources = useQuery(sourcesQuery(space.id, form.type)).data ?? []
  const states = useQuery(sourceStatesQuery(space.id, form.type, form.sourceId)).data ?? []
  const datasets = useQuery(datasetChoicesQuery(space.id)).data ?? []
  const evaluators = useQuery(readyEvaluatorsQuery(space.id)).data
  const fieldsOf = (id: string) =>
    datasets
      .find((one) => one.id === id)
      ?.schema.fields.filter(({ status }) => status === 1)
      .map(({ name }) => name) ?? []
  const fields = fieldsOf(form.datasetId)
  const inputs =
    form.type === TargetType.stored
      ? ['output']
      : (states[0]?.eval_target_content.input_schemas.map(({ key }) => key) ?? [])
  const hasPublished =
    states.some(({ eval_target_content }) => eval_target_content.coze_bot?.bot_info_type === PUBLISHED) ||
    states.length > 1
  // Inputs without a choice are matched by name.
  const target = { ...guess(inputs, fields, true), ...form.target }
  const scoringOf = (versionId: string) => {
    const found = evaluators?.find(({ current_version }) => current_version?.id === versionId)
    return { ...guess(found ? keysOf(found) : [], fields, false), ...form.scoring[versionId] }
  }
  const completeForm: PlanForm = {
    ...form,
    target,
    scoring: Object.fromEntries(form.evaluators.map((id) => [id, scoringOf(id)])),
  }
  const change = (more: Partial<PlanForm>) => setForm((before) => ({ ...before, ...more }))
  const plan = planOf(space.id, completeForm)
  const isReady = isComplete(completeForm)
  const check = useQuery({
    queryKey: ['evaluation', space.id, 'estimate', plan],
    staleTime: 0,
    enabled: isReady,
    queryFn: ({ signal }) => api.experiment.estimate(plan, { signal }),
  })
  const start = useMutation({
    mutationFn: () => api.experiment.submit({ ...plan, name: form.name.trim() }),
    onSuccess: async ({ experiment }) => {
      await refreshEvaluation(space.id)
      await navigate({
        to: '/space/$space_id/evaluate/experiments/$experiment_id',
        params: { space_id: space.id, experiment_id: experiment.id },
      })
    },
  })
  const save = useMutation({
    mutationFn: () => api.evaluationPlan.save({ ...plan, name: form.name.trim() }),
    onSuccess: async () => {
      await refreshEvaluation(space.id)
      await navigate({ to: '/space/$space_id/evaluate/plans', params: { space_id: space.id } })
    },
  })
  const isPlan = as === 'plan'
  const typeName = typeNames.find((name) => types[name] === form.type)!
  const problem = check.data?.problems[0]
  const canStart = isReady && check.data !== undefined && problem === undefined
  return (
    <div className="flex min-h-0 flex-1 flex-col">
      <TitleBar
        title={t(isPlan ? 'plan.new' : 'new')}
        back={
          <Link
            to={isPlan ? '/space/$space_id/evaluate/plans' : '/space/$space_id/evaluate/experiments'}
            params={{ space_id: space.id }}
          />
        }
        actions={
          <>
            <Button
              kind={isPlan ? 'solid' : 'plain'}
              disabled={!canStart}
              busy={save.isPending}
              onClick={() => save.mutate()}
            >
              {t('plan.save')}
            </Button>
            {!isPlan && (
              <Button kind="solid" disabled={!canStart} busy={start.isPending} onClick={() => start.mutate()}>
                {t('start')}
              </Button>
            )}
          </>
        }
      />
      <div className="flex min-h-0 flex-1 flex-col gap-4 overflow-y-auto p-5">
        {(start.error ?? save.error) ? <ErrorPanel error={start.error ?? save.error} /> : null}
        <SettingsSection title={t('step.name')} text={t(isPlan ? 'step.planText' : 'step.nameText')}>
          <Field label={t('form.name')} required>
            <Input value={form.name} onChange={({ target: { value } }) => change({ name: value })} maxLength={100} />
          </Field>
        </SettingsSection>
        <SettingsSection title={t('step.target')} text={t('step.targetText')}>
          <div className="flex flex-col gap-3">
            <Segmented
              label={t('target.type')}
              items={typeNames.map((value) => ({ value, label: t(`target.${value}`) }))}
              value={typeName}
              onChange={(value) => change({ type: types[value], sourceId: '', target: {}, isPublished: false })}
            />
            {form.type !== TargetType.stored && (
              <Field label={t(`target.${typeName}`)} required>
                <Select
                  items={sources.map((one) => ({
                    value: one.source_target_id,
                    label: one.eval_target_version?.eval_target_content.name ?? one.source_target_id,
                  }))}
                  value={form.sourceId || null}
                  placeholder={t('target.choose')}
                  onChange={(sourceId) => change({ sourceId, target: {}, isPublished: false })}
                />
              </Field>
            )}
            {hasPublished && (
              <Segmented
                label={t('target.version')}
                items={(['draft', 'published'] as const).map((value) => ({ value, label: t(`target.${value}`) }))}
                value={form.isPublished ? 'published' : 'draft'}
                onChange={(value) => change({ isPublished: value === 'published' })}
              />
            )}
            {form.type === TargetType.bot && <ToolsField spaceId={space.id} form={form} onChange={change} />}
          </div>
        </SettingsSection>
        <SettingsSection title={t('step.dataset')} text={t('step.datasetText')}>
          <div className="flex flex-col gap-3">
            <Field label={t('form.dataset')} required>
              <Select
                items={datasets.map(({ id, name, itemCount }) => ({
                  value: id,
                  label: name,
                  description: t('form.rows', { count: Number(itemCount), rows: formatNumber(Number(itemCount)) }),
                }))}
                value={form.datasetId || null}
                placeholder={t('form.datasetChoose')}
                onChange={(datasetId) => change({ datasetId, target: {}, scoring: {} })}
              />
            </Field>
            {form.datasetId && inputs.length > 0 && (
              <FillingFields filling={target} fields={fields} onChange={(next) => change({ target: next })} />
            )}
            <Field label={t('form.trials')} help={t('form.trialsHelp')}>
              <NumberInput
                value={form.trials}
                min={1}
                max={20}
                onChange={(trials) => change({ trials: trials ?? 1 })}
              />
            </Field>
          </div>
        </SettingsSection>
        <SettingsSection title={t('step.evaluators')} text={t('step.evaluatorsText')}>
          {evaluators?.length === 0 && (
            <div className="flex flex-wrap items-center gap-3">
              <p className="text-mute">{t('form.noEvaluators')}</p>
              <Link to="/space/$space_id/evaluate/evaluators" params={{ space_id: space.id }} className={buttonStyle()}>
                {t('form.toEvaluators')}
              </Link>
            </div>
          )}
          <ul className="flex flex-col gap-3">
            {evaluators?.map((one) => {
              const versionId = one.current_version!.id
              const isOn = form.evaluators.includes(versionId)
              const rest = form.evaluators.filter((id) => id !== versionId)
              return (
                <li key={versionId} className="flex flex-col gap-2">
                  <Checkbox checked={isOn} onChange={(on) => change({ evaluators: on ? [...rest, versionId] : rest })}>
                    {one.name} {one.latest_version}
                  </Checkbox>
                  {isOn && form.datasetId && (
                    <FillingFields
                      filling={scoringOf(versionId)}
                      fields={fields}
                      withOutputs
                      onChange={(next) => change({ scoring: { ...form.scoring, [versionId]: next } })}
                    />
                  )}
                </li>
              )
            })}
          </ul>
        </SettingsSection>
        {isReady && check.data && (
          <Banner tone={problem ? 'err' : 'info'}>
            {problem?.message ??
              t('check.fine', {
                rows: formatNumber(check.data.item_count),
                runs: formatNumber(check.data.target_calls),
                judgements: formatNumber(check.data.judge_calls),
                tokens: formatNumber(check.data.input_tokens),
              })}
          </Banner>
        )}
      </div>
    </div>
  )
}
