import { openingSuggestionsShown } from '#lib/constants.ts'
import { useT } from '#lib/i18n.ts'
import { PictureTile } from '#ui/picture-tile.tsx'
import { useChat, useChatState } from '../chat-context.ts'
import { pickSuggestions } from '../pick-suggestions.ts'
import { useMemo } from 'react'
import { AnswerText } from './answer-text.tsx'
import { Chip } from './suggestion-row.tsx'

export interface Opening {
  prologue: string
  questions: readonly string[]
  /** All of them instead of a few random ones. */
  showsAll: boolean
  isLoading?: boolean
}

/** The bot, its opening message, and suggested questions. */
export function Onboarding({ opening }: { opening: Opening }) {
  const t = useT('chat')
  const { bot, store, isReadOnly } = useChat()
  const hasMessages = useChatState((state) => state.messages.length > 0)
  const { questions, showsAll } = opening
  const shown = useMemo(
    () => (showsAll ? questions : pickSuggestions(questions, openingSuggestionsShown)),
    [questions, showsAll],
  )
  const ask = (content: string) => void store.send({ content, contentType: 'text' })
  return (
    <div className="flex flex-col gap-3 px-4 pt-2 pb-4">
      <div className="flex flex-col items-center gap-2 py-2">
        <PictureTile id={bot.id} kind="bot" src={bot.iconUrl} size={48} />
        <p className="max-w-full truncate font-semibold">{bot.name}</p>
      </div>
      {opening.prologue && (
        <div className="max-w-full self-start rounded-xl rounded-tl-sm bg-page px-3 py-2">
          <AnswerText text={opening.prologue} isStreaming={false} />
        </div>
      )}
      {opening.isLoading && <p className="text-small text-mute">{t('onboarding.writing')}</p>}
      {!hasMessages && !isReadOnly && shown.length > 0 && (
        <div role="group" aria-label={t('suggestions')} className="flex flex-wrap gap-2">
          {shown.map((text) => (
            <Chip key={text} text={text} onPress={() => ask(text)} />
          ))}
        </div>
      )}
      {!hasMessages && !opening.prologue && !opening.isLoading && (
        <p className="text-center text-mute">{t('onboarding.empty')}</p>
      )}
    </div>
  )
}
