import { useT } from '#lib/i18n.ts'
import { Skeleton } from '#ui/skeleton.tsx'
import { useChat } from '../chat-context.ts'

interface SuggestionRowProps {
  suggestions: readonly string[]
  isComing: boolean
  hasFailed: boolean
}

/** Suggested questions to continue with. */
export function SuggestionRow({ suggestions, isComing, hasFailed }: SuggestionRowProps) {
  const t = useT('chat')
  const { store, onDebug } = useChat()
  // Shown only to the maker of the bot, who can find out why. Visitors do not expect suggestions.
  if (suggestions.length === 0 && hasFailed && onDebug)
    return <p className="text-small text-mute">{t('suggestions.failed')}</p>
  if (suggestions.length === 0 && (hasFailed || !isComing)) return null
  return (
    <div role="group" aria-label={t('suggestions')} className="flex flex-wrap gap-2">
      {suggestions.map((text) => (
        <Chip key={text} text={text} onPress={() => void store.send({ content: text, contentType: 'text' })} />
      ))}
      {isComing && <Skeleton className="h-7 w-40 rounded-full" />}
    </div>
  )
}

export function Chip({ text, onPress }: { text: string; onPress: () => void }) {
  return (
    <button
      type="button"
      onClick={onPress}
      className="max-w-full rounded-full border border-line bg-card px-3 py-1 text-left text-small wrap-anywhere transition-colors hover:border-line-strong hover:bg-hover"
    >
      {text}
    </button>
  )
}
