import { useState } from 'react'
import { useT } from '#lib/i18n.ts'
import { Button } from '#ui/button.tsx'
import { type Call, type CallOptions, firstOptions } from '../call.ts'
import type { CalledBot } from './call-button.tsx'
import { CallControls } from './call-controls.tsx'
import { CallStage } from './call-stage.tsx'
import { CaptionList } from './caption-list.tsx'
import { PushButton } from './push-button.tsx'

interface CallBodyProps {
  bot: CalledBot
  call: Call
  onClose: () => void
  onAgain: () => void
}
/** The content of a call: who is speaking, levels, captions and controls. */
export function CallBody({ bot, call, onClose, onAgain }: CallBodyProps) {
  const t = useT('call')
  const { phase, captions, fault, note, groups, hasFallenBack } = call.store.use()
  const [options, setOptions] = useState(firstOptions)
  const [areShown, setShown] = useState(true)
  const change = (next: Partial<CallOptions>) => {
    setOptions({ ...options, ...next })
    void call.change(next)
  }
  const isOver = phase === 'over'
  return (
    <div className="flex flex-col gap-4">
      <CallStage bot={bot} call={call} isMuted={options.isMuted} />
      {(fault ?? note) && (
        <p role="alert" className="rounded-md bg-err-soft px-3 py-2 text-small text-err">
          {fault ? t(`fault.${fault}`) : note}
        </p>
      )}
      {hasFallenBack && !isOver && <p className="text-small text-mute">{t('fallback')}</p>}
      {areShown && <CaptionList captions={captions} name={bot.name} />}
      {options.isPushed && !isOver && <PushButton call={call} />}
      {isOver ? (
        <div className="flex justify-center gap-2 pt-2">
          <Button onClick={onClose}>{t('close')}</Button>
          <Button kind="solid" onClick={onAgain}>
            {t('again')}
          </Button>
        </div>
      ) : (
        <CallControls
          options={options}
          onChange={change}
          isReady={phase !== 'connecting'}
          groups={groups}
          areCaptionsShown={areShown}
          onCaptions={setShown}
          onEnd={onClose}
        />
      )}
    </div>
  )
}
