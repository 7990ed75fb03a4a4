import { Mic, MicOff } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useLanguage, useT } from '#lib/i18n.ts'
import { IconButton } from '#ui/icon-button.tsx'
import { toast } from '#ui/toast-store.ts'
import { useChat } from '../chat-context.ts'
import { canDictate, dictate, type Dictation, type Listening } from '../dictation.ts'
import { recordSpeech } from '../record-speech.ts'

interface DictateButtonProps {
  text: string
  onText: (text: string) => void
}

/** Dictates into the input: with a model of the space, else with the browser. Hidden if neither is available. */
export function DictateButton({ text, onText }: DictateButtonProps) {
  const t = useT('chat')
  const { transcribe } = useChat()
  const [language] = useLanguage()
  const listening = useRef<Listening>(undefined)
  const written = useRef(text)
  const [state, setState] = useState<'idle' | 'opening' | 'listening' | 'waiting'>('idle')
  const isListening = state === 'listening'
  useEffect(() => () => listening.current?.drop(), [])
  // The text was sent or edited: further dictation would overwrite this.
  useEffect(() => {
    if (state !== 'idle' && text !== written.current) listening.current?.drop()
  }, [state, text])
  if (!transcribe && !canDictate()) return null
  const begin = () => {
    written.current = text
    setState(transcribe ? 'opening' : 'listening')
    const on: Dictation = {
      onText: (heard) => {
        written.current = heard
        onText(heard)
      },
      onFault: (fault) => fault !== 'told' && toast.error(t(`dictate.${fault}`), { id: 'dictate' }),
      onEnd: () => setState('idle'),
    }
    listening.current = transcribe
      ? recordSpeech(text, transcribe, {
          ...on,
          onBegin: () => setState('listening'),
          onWait: () => setState('waiting'),
        })
      : dictate(text, language === 'en' ? 'en-US' : 'zh-CN', on)
  }
  return (
    <IconButton
      icon={isListening ? MicOff : Mic}
      label={t(state === 'waiting' ? 'dictate.waiting' : isListening ? 'dictate.stop' : 'dictate')}
      pressed={isListening}
      busy={state === 'waiting' || state === 'opening'}
      onClick={() => (isListening ? listening.current?.end() : begin())}
    />
  )
}
