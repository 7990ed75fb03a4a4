import { useT } from '#lib/i18n.ts'
import { Checkbox } from '#ui/checkbox.tsx'
import { CronField } from '#ui/cron-field.tsx'
import { NextTimes } from './next-times.tsx'
import type { DraftProps } from './trigger-dialog.tsx'

/** The schedule, in words or as a cron expression, with its next times. */
export function ScheduleFields({ draft, set }: DraftProps) {
  const t = useT('workflow-trigger')
  return (
    <>
      <CronField cron={draft.cron} timeZone={draft.timeZone} onChange={(cron, timeZone) => set({ cron, timeZone })} />
      <Checkbox checked={draft.makesUp} onChange={(makesUp) => set({ makesUp })}>
        {t('missed.makesUp')}
      </Checkbox>
      {draft.cron.trim() !== '' && (
        <div className="flex flex-col gap-1">
          <p className="font-medium">{t('next.title')}</p>
          <NextTimes cron={draft.cron} timeZone={draft.timeZone} />
        </div>
      )}
    </>
  )
}
