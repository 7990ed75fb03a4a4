import { CheckupScene } from '@orrery/contract/shared/checkup-enums'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '#lib/api.ts'
import { formatNumber } from '#lib/format.ts'
import { useT } from '#lib/i18n.ts'
import { Checkbox } from '#ui/checkbox.tsx'
import { Field } from '#ui/field.tsx'
import { FormDialog } from '#ui/form-dialog.tsx'
import { Select } from '#ui/select.tsx'
import { type CheckupView, refreshCheckup } from '../checkup.queries.ts'

interface StartDialogProps {
  spaceId: string
  botId: string
  view: CheckupView
  onClose: () => void
}

/** Shows the questions, the time and the cost of a check-up, and whether tools are really called. */
export function StartDialog({ spaceId, botId, view, onClose }: StartDialogProps) {
  const t = useT('checkup')
  const [scene, setScene] = useState<CheckupScene>(CheckupScene.full)
  const [isReal, setReal] = useState(false)
  const forecast = view.forecasts.find(({ scene_id }) => scene_id === scene)
  const start = useMutation({
    mutationFn: () => api.checkupTask.submit({ space_id: spaceId, bot_id: botId, scene_id: scene, real_tools: isReal }),
    onSuccess: async () => {
      await refreshCheckup(botId)
      onClose()
    },
  })
  return (
    <FormDialog
      title={t('start.title')}
      isReady={forecast !== undefined}
      call={start}
      action={t('start.action')}
      onSubmit={() => start.mutate()}
      onClose={onClose}
    >
      <Field label={t('start.scene')}>
        <Select
          items={view.forecasts.map(({ scene_id }) => ({
            value: scene_id as CheckupScene,
            label: t(`scene.${scene_id as CheckupScene}`),
          }))}
          value={scene}
          onChange={setScene}
        />
      </Field>
      {forecast && (
        <p className="mt-3">
          {t('start.rows', { rows: formatNumber(forecast.rows), fresh: formatNumber(forecast.new_rows) })}
          <br />
          <span className="text-mute">
            {t('start.cost', { tokens: formatNumber(forecast.tokens), seconds: formatNumber(forecast.seconds) })}
          </span>
        </p>
      )}
      <Field className="mt-3" help={t('start.realHelp')}>
        <Checkbox checked={isReal} onChange={setReal}>
          {t('start.real')}
        </Checkbox>
      </Field>
      {isReal && view.writing_tools.length > 0 && (
        <p className="mt-2 text-warn">{t('start.writes', { tools: view.writing_tools.join(', ') })}</p>
      )}
    </FormDialog>
  )
}
