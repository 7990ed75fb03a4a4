import { Mic, MicOff } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useLanguage, useT } from '#lib/i18n.ts'
import { IconButton } from '#ui/icon-button.tsx'
import { toast } from '#ui/toast-store.ts'
import { canDictate, dictate, type Listening } from '../dictation.ts'

interface DictateButtonProps {
  text: string
  onText: (text: string) => void
}

/** Speaks into the input, by the recognition of the browser; absent where it has none. */
export function DictateButton({ text, onText }: DictateButtonProps) {
  const t = useT('chat')
  const [language] = useLanguage()
  const listening = useRef<Listening>(undefined)
  const written = useRef(text)
  const [isListening, setListening] = useState(false)
  useEffect(() => () => listening.current?.drop(), [])
  // Sent, or changed by hand: what is heard from now on would undo that.
  useEffect(() => {
    if (isListening && text !== written.current) listening.current?.drop()
  }, [isListening, text])
  if (!canDictate()) return null
  const begin = () => {
    written.current = text
    setListening(true)
    listening.current = dictate(text, language === 'en' ? 'en-US' : 'zh-CN', {
      onText: (heard) => {
        written.current = heard
        onText(heard)
      },
      onFault: (fault) => toast.error(t(`dictate.${fault}`), { id: 'dictate' }),
      onEnd: () => setListening(false),
    })
  }
  return (
    <IconButton
      icon={isListening ? MicOff : Mic}
      label={t(isListening ? 'dictate.stop' : 'dictate')}
      pressed={isListening}
      onClick={() => (isListening ? listening.current?.end() : begin())}
    />
  )
}
