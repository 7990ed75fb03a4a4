import { useEffect, useState } from 'react'
import { formatWait } from '#lib/format.ts'
import { useT } from '#lib/i18n.ts'
import { PictureTile } from '#ui/picture-tile.tsx'
import { useChat } from '../chat-context.ts'

/** Shown before the first part of a reply: how long the user has waited so far. */
export function Sending({ startedAt }: { startedAt: number }) {
  const t = useT('chat')
  const { bot } = useChat()
  const [now, setNow] = useState(startedAt)
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1_000)
    return () => clearInterval(timer)
  }, [])
  const waited = now - startedAt
  return (
    <div role="status" className="flex items-center gap-2">
      <PictureTile id={bot.id} kind="bot" src={bot.iconUrl} size={20} />
      <span className="flex h-8 items-center gap-1 rounded-xl bg-page px-3">
        {[0, 1, 2].map((dot) => (
          <span
            key={dot}
            style={{ animationDelay: `${dot * 160}ms` }}
            className="size-1.5 animate-pulse rounded-full bg-faint motion-reduce:animate-none"
          />
        ))}
        <span className="sr-only">{t('sending')}</span>
      </span>
      {waited >= 1_000 && <span className="text-small text-mute tabular-nums">{formatWait(waited)}</span>}
    </div>
  )
}
