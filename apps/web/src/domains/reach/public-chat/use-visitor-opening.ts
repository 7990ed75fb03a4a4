import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { api } from '#lib/api.ts'
import type { Opening } from '#domains/chat/chat/index.ts'
import type { SharedBot } from './public-chat.queries.ts'
import { asVisitor } from './visit.ts'

/** The opening of the bot: its own text, none, or one that a model generates when it is needed. */
export function useVisitorOpening(key: string, bot: SharedBot, isEmpty: boolean): Opening {
  const written = useQuery({
    queryKey: ['share', key, 'opening'],
    enabled: bot.opens_by_model && isEmpty,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
    queryFn: ({ signal }) => api.share.opening({ key }, { ...asVisitor(key), signal }),
  })
  return useMemo(() => {
    const { prologue, questions } = bot.opens_by_model ? (written.data ?? { prologue: '', questions: [] }) : bot
    return { prologue, questions, showsAll: bot.shows_all_questions, isLoading: written.isFetching }
  }, [bot, written.data, written.isFetching])
}
