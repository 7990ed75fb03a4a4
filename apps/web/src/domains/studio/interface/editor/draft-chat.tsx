import { ShowSourceMode, SuggestedQuestionsShowMode } from '@orrery/contract/shared/bot-enums'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useMemo, useState } from 'react'
import { api } from '#lib/api.ts'
import { useT } from '#lib/i18n.ts'
import { Chat, type ChatFrame, createBotPort, createChatStore } from '#domains/chat/chat/index.ts'

const inNextFrame = (notify: () => void): void => void requestAnimationFrame(notify)
const look = (botId: string) => ({
  queryKey: ['bot', botId, 'in-interface'],
  queryFn: async ({ signal }: { signal: AbortSignal }) => {
    const { bot_info: info } = await api.bot.getDraft({ bot_id: botId }, { signal })
    const { show_source: isShown, show_source_mode: mode } = info.knowledge
    return {
      iconUrl: info.icon_url,
      sources: isShown ? (mode === ShowSourceMode.cardList ? ('cards' as const) : ('list' as const)) : undefined,
      opening: {
        prologue: info.onboarding_info.prologue,
        questions: info.onboarding_info.suggested_questions.filter(Boolean),
        showsAll: info.onboarding_info.suggested_questions_show_mode === SuggestedQuestionsShowMode.all,
      },
    }
  },
})

/** The chat of an interface in the live preview: the draft of its bot, with sources and cards. */
export function DraftChat({ bot, spaceId }: { bot: { id: string; name: string }; spaceId: string }) {
  const t = useT('interface')
  const [store] = useState(() => createChatStore({ port: createBotPort(bot.id, spaceId), schedule: inNextFrame }))
  useEffect(() => {
    void store.load()
    return store.leave
  }, [store])
  const { data } = useQuery(look(bot.id))
  const frame = useMemo(
    (): ChatFrame => ({
      store,
      bot: { id: bot.id, name: bot.name, iconUrl: data?.iconUrl ?? '' },
      ...(data?.sources && { sources: data.sources }),
    }),
    [store, bot.id, bot.name, data],
  )
  return (
    <Chat
      frame={frame}
      opening={data?.opening ?? { prologue: '', questions: [], showsAll: true }}
      placeholder={t('chat.placeholder', { name: bot.name })}
    />
  )
}
