import { OnboardingMode, SuggestedQuestionsShowMode } from '@orrery/contract/shared/bot-enums'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { api } from '#lib/api.ts'
import { type ChatStore, type Opening } from '#domains/chat/chat/index.ts'
import { useDraft, useEditor } from '../draft/draft-context.ts'

const nothing: readonly string[] = []

/** The opening of an empty conversation. If a model writes it, it is requested when it is about to be shown. */
export function useOpening(store: ChatStore): Opening {
  const { botId, store: draft } = useEditor()
  const { phase, messages } = store.use()
  const info = useDraft((draft) => draft.info.onboarding_info)
  const isByModel = info.onboarding_mode === OnboardingMode.model
  const written = useQuery({
    queryKey: ['bot', botId, 'opening', info.customized_onboarding_prompt],
    enabled: isByModel && phase === 'ready' && messages.length === 0,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
    queryFn: async ({ signal }) => {
      const persona = draft.current().info.prompt_info.prompt
      const prompt = [persona, info.customized_onboarding_prompt].filter(Boolean).join('\n\n')
      return (await api.bot.writeOnboarding({ bot_id: botId, bot_prompt: prompt }, { signal })).onboarding_content
    },
  })
  const showsAll = info.suggested_questions_show_mode === SuggestedQuestionsShowMode.all
  return useMemo((): Opening => {
    if (info.onboarding_mode === OnboardingMode.none) return { prologue: '', questions: nothing, showsAll }
    if (!isByModel) return { prologue: info.prologue, questions: info.suggested_questions, showsAll }
    return {
      prologue: written.data?.prologue ?? '',
      questions: written.data?.suggested_questions ?? nothing,
      showsAll,
      isLoading: written.isFetching,
    }
  }, [info, isByModel, written.data, written.isFetching, showsAll])
}
