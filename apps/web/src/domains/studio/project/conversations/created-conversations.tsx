import { useMutation, useQuery } from '@tanstack/react-query'
import { Trash2 } from 'lucide-react'
import { useState } from 'react'
import { api } from '#lib/api.ts'
import { useT } from '#lib/i18n.ts'
import { queryClient } from '#lib/query.ts'
import { confirm } from '#ui/confirm-host.tsx'
import { ErrorPanel } from '#ui/error-panel.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import { Segmented } from '#ui/segmented.tsx'
import { TypeTile } from '#ui/type-tile.tsx'
import { useIde } from '../ide/ide-context.ts'
import { type Conversation, createdConversationsQuery } from '../project.queries.ts'

/** Conversations of the current user that nodes created during runs. */
export function CreatedConversations() {
  const t = useT('project')
  const { projectId, mayEdit } = useIde()
  const [where, setWhere] = useState<'draft' | 'online'>('draft')
  const query = useQuery(createdConversationsQuery(projectId, where))
  const remove = useMutation({
    mutationFn: async ({ unique_id: id, conversation_name: name }: Conversation) => {
      const isSure = await confirm({
        title: t('conversation.removeTitle', { name }),
        text: t('conversation.removeMade'),
        action: t('conversation.remove'),
        danger: true,
      })
      if (!isSure) return
      await api.workflowStudio.deleteConversation({ project_id: projectId, unique_id: id })
      await queryClient.invalidateQueries({ queryKey: createdConversationsQuery(projectId, where).queryKey })
    },
  })
  const error = query.error ?? remove.error
  return (
    <section aria-label={t('conversation.dynamic')} className="flex flex-col gap-2">
      <div className="flex items-end justify-between gap-2">
        <div>
          <h2 className="font-semibold">{t('conversation.dynamic')}</h2>
          <p className="text-small text-mute">{t('conversation.dynamicText')}</p>
        </div>
        <Segmented
          label={t('conversation.where')}
          items={[
            { value: 'draft', label: t('conversation.draft') },
            { value: 'online', label: t('conversation.online') },
          ]}
          value={where}
          onChange={setWhere}
        />
      </div>
      {error && <ErrorPanel error={error} />}
      {query.data?.length === 0 && (
        <p className="rounded-lg border border-dashed border-line p-4 text-mute">{t('conversation.dynamicEmpty')}</p>
      )}
      {query.data && query.data.length > 0 && (
        <ul className="rounded-lg border border-line bg-card">
          {query.data.map((item) => (
            <li key={item.unique_id} className="flex items-center gap-3 border-b border-line px-3 py-2 last:border-b-0">
              <TypeTile kind="other" size={26} />
              <span className="min-w-0 flex-1 truncate font-medium">{item.conversation_name}</span>
              {mayEdit && (
                <IconButton
                  size="sm"
                  kind="danger"
                  icon={Trash2}
                  label={t('conversation.removeOf', { name: item.conversation_name })}
                  onClick={() => remove.mutate(item)}
                />
              )}
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
