import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '#lib/api.ts'
import { formatNumber } from '#lib/format.ts'
import { useT } from '#lib/i18n.ts'
import { Button } from '#ui/button.tsx'
import { ErrorPanel } from '#ui/error-panel.tsx'
import { PRINT_RATE } from './print-dialog.tsx'
import { SoundInput } from './sound-input.tsx'

/** Tests a group: finds the most likely speaker of a recording. */
export function IdentifySpeaker({ groupId }: { groupId: string }) {
  const t = useT('voice')
  const [sound, setSound] = useState<File>()
  const call = useMutation({
    mutationFn: async () => (await api.voiceprint.identify({ group_id: groupId, file: sound! })).feature_score_list,
  })
  return (
    <section aria-label={t('who')} className="flex flex-col gap-3 border-t border-line px-4 py-3">
      <h3 className="font-semibold">{t('who')}</h3>
      <p className="text-small text-mute">{t('who.text')}</p>
      <SoundInput value={sound} rate={PRINT_RATE} onChange={setSound} />
      <div>
        <Button disabled={!sound} busy={call.isPending} onClick={() => call.mutate()}>
          {t('who.ask')}
        </Button>
      </div>
      {call.error ? <ErrorPanel error={call.error} /> : null}
      {call.data && (
        <ol aria-label={t('who.found')} className="flex flex-col gap-1">
          {call.data.map((found) => (
            <li key={found.feature_id} className="flex justify-between gap-3">
              <span className="truncate">{found.feature_name}</span>
              <span className="text-mute">{t('who.score', { score: formatNumber(Math.round(found.score)) })}</span>
            </li>
          ))}
        </ol>
      )}
    </section>
  )
}
