import { useMutation } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { Play, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { api } from '#lib/api.ts'
import { formatTime } from '#lib/format.ts'
import { useT } from '#lib/i18n.ts'
import { mayInSpace, useSpace } from '#lib/spaces.ts'
import { Banner } from '#ui/banner.tsx'
import { Button } from '#ui/button.tsx'
import { confirm } from '#ui/confirm-host.tsx'
import { CronField } from '#ui/cron-field.tsx'
import { ErrorPanel } from '#ui/error-panel.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import { SheetSection, SideSheet } from '#ui/side-sheet.tsx'
import { Switch } from '#ui/switch.tsx'
import { type Plan, refreshEvaluation } from '../evaluation.queries.ts'

interface PlanSheetProps {
  spaceId: string
  plan: Plan
  onClose: () => void
}
const NIGHTLY = '0 3 * * *'
const here = () => new Intl.DateTimeFormat().resolvedOptions().timeZone

/** One plan: its parts, its last run, and its schedule. */
export function PlanSheet({ spaceId, plan, onClose }: PlanSheetProps) {
  const t = useT('evaluation')
  const navigate = useNavigate()
  const mayRun = mayInSpace(useSpace(), 'createResource')
  const at = { space_id: spaceId, plan_id: plan.id }
  const experimentLink = (experiment_id: string) =>
    ({
      to: '/space/$space_id/evaluate/experiments/$experiment_id',
      params: { space_id: spaceId, experiment_id },
    }) as const
  const run = useMutation({
    mutationFn: () => api.evaluationPlan.run(at),
    onSuccess: async ({ experiment_id }) => {
      await refreshEvaluation(spaceId)
      await navigate(experimentLink(experiment_id))
    },
  })
  const remove = () =>
    confirm({
      title: t('plan.deleteTitle', { name: plan.name }),
      text: t(plan.is_gate ? 'plan.deleteGateText' : 'plan.deleteText'),
      action: t('plan.delete'),
      danger: true,
      onConfirm: async () => {
        await api.evaluationPlan.remove(at)
        onClose()
        await refreshEvaluation(spaceId)
      },
    })
  return (
    <SideSheet
      kind="evaluation-plan"
      title={plan.name}
      caption={plan.desc}
      place="over"
      width={460}
      actions={
        <>
          {plan.can_delete && <IconButton icon={Trash2} label={t('plan.delete')} onClick={() => void remove()} />}
          {mayRun && (
            <Button size="sm" kind="solid" icon={Play} busy={run.isPending} onClick={() => run.mutate()}>
              {t('plan.run')}
            </Button>
          )}
        </>
      }
      onClose={onClose}
    >
      {run.error ? <ErrorPanel error={run.error} /> : null}
      <SheetSection title={t('plan.what')}>
        <dl className="grid grid-cols-[max-content_1fr] gap-x-6 gap-y-2">
          <dt className="text-mute">{t('settings.target')}</dt>
          <dd>{plan.target?.name || t('target.stored')}</dd>
          <dt className="text-mute">{t('column.dataset')}</dt>
          <dd>{plan.dataset?.name}</dd>
          <dt className="text-mute">{t('evaluators.title')}</dt>
          <dd>{plan.evaluators.map(({ name }) => name).join(', ')}</dd>
          <dt className="text-mute">{t('plan.pass')}</dt>
          <dd className="tabular-nums">{plan.pass}</dd>
        </dl>
      </SheetSection>
      {plan.last_run && (
        <SheetSection title={t('plan.lastResult')}>
          <Link {...experimentLink(plan.last_run.experiment_id)} className="text-brand hover:underline">
            {formatTime(Number(plan.last_run.at))}
          </Link>
        </SheetSection>
      )}
      <Schedule spaceId={spaceId} plan={plan} mayChange={mayRun} />
    </SideSheet>
  )
}

function Schedule({ spaceId, plan, mayChange }: { spaceId: string; plan: Plan; mayChange: boolean }) {
  const t = useT('evaluation')
  const [form, setForm] = useState({
    isOn: plan.cron !== '',
    cron: plan.cron || NIGHTLY,
    zone: plan.time_zone || here(),
  })
  const save = useMutation({
    mutationFn: (next: typeof form) =>
      api.evaluationPlan.schedule({
        space_id: spaceId,
        plan_id: plan.id,
        ...(next.isOn && { cron: next.cron, time_zone: next.zone }),
      }),
    onSuccess: () => refreshEvaluation(spaceId),
  })
  const isChanged = form.isOn && (form.cron !== plan.cron || form.zone !== plan.time_zone)
  return (
    <SheetSection title={t('plan.schedule')}>
      <div className="flex flex-col gap-3">
        <Switch
          checked={form.isOn}
          disabled={!mayChange}
          onChange={(isOn) => {
            setForm({ ...form, isOn })
            if (!isOn && plan.cron) save.mutate({ ...form, isOn })
          }}
        >
          {t('plan.bySelf')}
        </Switch>
        {form.isOn && (
          <CronField
            cron={form.cron}
            timeZone={form.zone}
            help={t('plan.missed')}
            onChange={(cron, zone) => setForm({ ...form, cron, zone })}
          />
        )}
        {isChanged && mayChange && (
          <Button className="self-start" busy={save.isPending} onClick={() => save.mutate(form)}>
            {t('plan.saveTimes')}
          </Button>
        )}
        {plan.cron && Number(plan.next_at) > 0 && !isChanged && (
          <p className="text-mute">{t('plan.next', { time: formatTime(Number(plan.next_at)) })}</p>
        )}
        {plan.schedule_problem && (
          <Banner tone="err" inset>
            {plan.schedule_problem}
          </Banner>
        )}
        {save.error ? <ErrorPanel error={save.error} /> : null}
      </div>
    </SheetSection>
  )
}
