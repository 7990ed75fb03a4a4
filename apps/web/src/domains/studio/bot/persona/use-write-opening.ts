import { BOT_LIMITS } from '@orrery/contract/shared/bot-enums'
import { useMutation } from '@tanstack/react-query'
import { api } from '#lib/api.ts'
import { textOf } from '#lib/i18n.ts'
import { cutVisible } from '#lib/text-length.ts'
import { toast } from '#ui/toast-store.ts'
import { useEditor } from '../draft/draft-context.ts'

/** Lets a model write the opening from the persona. The previous text can be restored. */
export function useWriteOpening(): { write: () => void; isBusy: boolean } {
  const { store, botId } = useEditor()
  const work = useMutation({
    mutationFn: () => api.bot.writeOnboarding({ bot_id: botId, bot_prompt: store.current().info.prompt_info.prompt }),
    onSuccess: ({ onboarding_content: written }) => {
      const before = store.current().info.onboarding_info
      store.edit({
        onboarding_info: {
          ...before,
          prologue: cutVisible(written.prologue, BOT_LIMITS.prologue),
          suggested_questions: written.suggested_questions.map((suggestedQuestion) =>
            cutVisible(suggestedQuestion, BOT_LIMITS.suggestion),
          ),
        },
      })
      const t = textOf('bot')
      toast.ok(t('opening.written'), {
        action: { label: t('undo'), onClick: () => store.edit({ onboarding_info: before }) },
      })
    },
    onError: (error) => toast.error(textOf('bot')('opening.writeFailed'), { error }),
  })
  return { write: () => work.mutate(), isBusy: work.isPending }
}
