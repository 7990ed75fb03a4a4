import { useMutation, useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { api } from '#lib/api.ts'
import { useT } from '#lib/i18n.ts'
import { toast } from '#ui/toast-store.ts'
import type { KnowledgeLink } from '#lib/links.ts'
import type { Base } from './knowledge.queries.ts'

/** Adds a base to the bot from whose editor it was opened, or removes it, by an ordinary save of the draft. */
export function useAttach(base: Base | null | undefined, from: KnowledgeLink['fromBot']) {
  const t = useT('knowledge')
  const navigate = useNavigate()
  const draft = useQuery({
    queryKey: ['bot', from?.botId ?? '', 'knowledge'],
    enabled: from !== undefined,
    queryFn: ({ signal }) => api.bot.getDraft({ bot_id: from!.botId }, { signal }),
  })
  const has = draft.data?.bot_info.knowledge.knowledge_info.some((item) => item.id === base?.dataset_id) ?? false
  const isAdding = from?.action === 'add'
  const attach = useMutation({
    mutationFn: async () => {
      const { bot_info: info } = await api.bot.getDraft({ bot_id: from!.botId })
      const others = info.knowledge.knowledge_info.filter((item) => item.id !== base!.dataset_id)
      const mine = { id: base!.dataset_id, name: base!.name }
      await api.bot.updateDraft(
        {
          bot_info: {
            bot_id: from!.botId,
            version: info.version,
            knowledge: { ...info.knowledge, knowledge_info: isAdding ? [...others, mine] : others },
          },
        },
        { toast: true },
      )
    },
    onSuccess: () => {
      toast.ok(isAdding ? t('modal.added', { name: base!.name }) : t('modal.removed', { name: base!.name }))
      void navigate({
        to: '/space/$space_id/bot/$bot_id',
        params: { space_id: base!.space_id, bot_id: from!.botId },
      })
    },
  })
  return {
    isKnown: draft.data !== undefined,
    isAdding,
    isDone: has === isAdding,
    attach,
    botName: draft.data?.bot_info.name ?? '',
  }
}
