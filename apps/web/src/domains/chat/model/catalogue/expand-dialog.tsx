import { useMutation } from '@tanstack/react-query'
import { Calculator } from 'lucide-react'
import { useState } from 'react'
import { api } from '#lib/api.ts'
import { formatNumber } from '#lib/format.ts'
import { useT } from '#lib/i18n.ts'
import { Button } from '#ui/button.tsx'
import { ErrorPanel } from '#ui/error-panel.tsx'
import { Field } from '#ui/field.tsx'
import { FormDialog } from '#ui/form-dialog.tsx'
import { NumberInput } from '#ui/number-input.tsx'
import { toast } from '#ui/toast-store.ts'
import { refreshModels } from '../model.queries.ts'

interface ExpandDialogProps {
  modelId: string
  name: string
  onClose: () => void
}
const HOUR_S = 3600

/** Requests more tokens per minute for some hours. The need is estimated from the usage so far. */
export function ExpandDialog({ modelId, name, onClose }: ExpandDialogProps) {
  const t = useT('model')
  const [tokensIn, setTokensIn] = useState(10_000)
  const [tokensOut, setTokensOut] = useState(10_000)
  const [hours, setHours] = useState(24)
  const [calls, setCalls] = useState(60)
  const ofModel = { model_id: modelId }
  const estimate = useMutation({
    mutationFn: async () => {
      const need = await api.modelCapacity.estimate({ ...ofModel, estimated_rpm: calls })
      const [input_tpm, output_tpm] = [need.tpm_input_expansion, need.tpm_output_expansino]
      const { estimated_cost: cost } = await api.modelCapacity.cost({ ...ofModel, input_tpm, output_tpm })
      return { input_tpm, output_tpm, cost }
    },
    onSuccess: (need) => {
      setTokensIn(need.input_tpm)
      setTokensOut(need.output_tpm)
    },
  })
  const expand = useMutation({
    mutationFn: async () => {
      const now = Math.floor(Date.now() / 1000)
      await api.modelCapacity.expand({
        ...ofModel,
        tpm_input_expansion: tokensIn,
        tpm_output_expansion: tokensOut,
        start_time: now,
        end_time: now + hours * HOUR_S,
      })
      await refreshModels()
    },
    onSuccess: () => {
      toast.ok(t('expand.done', { name }))
      onClose()
    },
  })
  const amount = (label: string, value: number, onChange: (value: number) => void, max?: number) => (
    <Field label={label}>
      <NumberInput label={label} min={0} max={max} value={value} onChange={(next) => next !== null && onChange(next)} />
    </Field>
  )
  return (
    <FormDialog
      size="md"
      title={t('expand.title', { name })}
      description={t('expand.help')}
      isReady={tokensIn + tokensOut > 0 && hours > 0}
      call={expand}
      action={t('expand')}
      onSubmit={() => expand.mutate()}
      onClose={onClose}
    >
      <div className="flex items-end gap-3">
        {amount(t('expand.calls'), calls, setCalls, 1_000_000)}
        <Button icon={Calculator} busy={estimate.isPending} onClick={() => estimate.mutate()}>
          {t('expand.estimate')}
        </Button>
      </div>
      {estimate.error && <ErrorPanel error={estimate.error} />}
      {estimate.data && (
        <p role="status" className="text-small text-mute">
          {t('expand.cost', { cost: formatNumber(estimate.data.cost) })}
        </p>
      )}
      <div className="grid grid-cols-3 gap-4">
        {amount(t('expand.in'), tokensIn, setTokensIn)}
        {amount(t('expand.out'), tokensOut, setTokensOut)}
        {amount(t('expand.hours'), hours, setHours, 8760)}
      </div>
    </FormDialog>
  )
}
