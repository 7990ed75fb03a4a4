import { useMutation, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { api } from '#lib/api.ts'
import { useT } from '#lib/i18n.ts'
import { useForm } from '#lib/use-form.ts'
import { Button } from '#ui/button.tsx'
import { Field } from '#ui/field.tsx'
import { FormDialog } from '#ui/form-dialog.tsx'
import { NumberInput } from '#ui/number-input.tsx'
import { Select } from '#ui/select.tsx'
import { buttonStyle } from '#ui/button-style.ts'
import { type Gate, plansOfBotQuery, refreshEvaluation } from '../evaluation.queries.ts'

interface GateDialogProps {
  spaceId: string
  botId: string
  gate: Gate | null
  onClose: () => void
}

/** Selects the plan that has to pass, and the share of its rows that is required. */
export function GateDialog({ spaceId, botId, gate, onClose }: GateDialogProps) {
  const t = useT('evaluation')
  const { data: plans } = useQuery(plansOfBotQuery(spaceId, botId))
  const { values, set, isDirty } = useForm({
    planId: gate?.plan_id ?? '',
    percent: Math.round((gate?.least_share ?? 1) * 100),
  })
  const save = useMutation({
    mutationFn: (planId: string) =>
      api.evaluationGate.set({
        bot_id: botId,
        ...(planId && { plan_id: planId, least_share: values.percent / 100 }),
      }),
    onSuccess: async () => {
      await refreshEvaluation(spaceId)
      onClose()
    },
  })
  return (
    <FormDialog
      title={t('gate.title')}
      description={t('gate.text')}
      isDirty={isDirty}
      isReady={values.planId !== ''}
      call={save}
      action={t('gate.save')}
      extra={
        gate && (
          <Button kind="danger-quiet" busy={save.isPending} onClick={() => save.mutate('')}>
            {t('gate.drop')}
          </Button>
        )
      }
      onSubmit={() => save.mutate(values.planId)}
      onClose={onClose}
    >
      {plans?.length === 0 ? (
        <div className="flex flex-wrap items-center gap-3">
          <p className="text-mute">{t('gate.noPlans')}</p>
          <Link
            to="/space/$space_id/evaluate/experiments/new"
            params={{ space_id: spaceId }}
            search={{ bot: botId, as: 'plan' }}
            className={buttonStyle()}
          >
            {t('plan.new')}
          </Link>
        </div>
      ) : (
        <>
          <Field label={t('plan.one')} required>
            <Select
              items={(plans ?? []).map(({ id, name }) => ({ value: id, label: name }))}
              value={values.planId || null}
              placeholder={t('gate.choose')}
              onChange={(planId) => set({ planId })}
            />
          </Field>
          <Field label={t('gate.least')} help={t('gate.leastHelp')}>
            <NumberInput
              value={values.percent}
              min={0}
              max={100}
              onChange={(percent) => set({ percent: percent ?? 100 })}
            />
          </Field>
        </>
      )}
    </FormDialog>
  )
}
