import { useT } from '#lib/i18n.ts'
import { PictureTile } from '#ui/picture-tile.tsx'
import type { Call } from '../call.ts'
import type { CalledBot } from './call-button.tsx'
import { Waveform } from './waveform.tsx'

interface CallStageProps {
  bot: CalledBot
  call: Call
  isMuted: boolean
}
/** The bot, the levels of both sides, and who is speaking. */
export function CallStage({ bot, call, isMuted }: CallStageProps) {
  const t = useT('call')
  const phase = call.store.use((state) => state.phase)
  return (
    <div className="flex flex-col items-center gap-3 rounded-xl bg-page px-4 py-5">
      <PictureTile id={bot.id} kind="bot" src={bot.iconUrl} size={48} />
      <Waveform call={call} />
      <p role="status" className="text-small text-mute">
        {t(isMuted && phase === 'listening' ? 'phase.muted' : `phase.${phase}`)}
      </p>
    </div>
  )
}
