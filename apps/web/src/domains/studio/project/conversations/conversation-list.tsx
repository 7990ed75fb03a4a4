import { useMutation, useQuery } from '@tanstack/react-query'
import { MessagesSquare, Pencil, Plus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { api } from '#lib/api.ts'
import { useT } from '#lib/i18n.ts'
import { queryClient } from '#lib/query.ts'
import { Button } from '#ui/button.tsx'
import { confirm } from '#ui/confirm-host.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { ErrorPanel } from '#ui/error-panel.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import { FailedPage } from '#ui/page-state.tsx'
import { TypeTile } from '#ui/type-tile.tsx'
import { NameDialog } from '../dialogs/name-dialog.tsx'
import { useIde } from '../ide/ide-context.ts'
import { type Conversation, conversationsQuery } from '../project.queries.ts'
import { CreatedConversations } from './created-conversations.tsx'
import { ReplaceDialog } from './replace-dialog.tsx'

/** Named conversations of the chatflows in the project. Every user has a separate one for each name. */
export function ConversationList() {
  const t = useT('project')
  const { projectId, mayEdit } = useIde()
  const query = useQuery(conversationsQuery(projectId))
  const [edited, setEdited] = useState<Conversation | 'new' | null>(null)
  const [needed, setNeeded] = useState<{ conversation: Conversation; flows: Flow[] } | null>(null)
  const refresh = () => queryClient.invalidateQueries({ queryKey: conversationsQuery(projectId).queryKey })
  const remove = useMutation({
    mutationFn: async (conversation: Conversation) => {
      const { need_replace: flows } = await api.workflowStudio.deleteConversation({
        project_id: projectId,
        unique_id: conversation.unique_id,
        check_only: true,
      })
      if (flows.length) return setNeeded({ conversation: conversation, flows })
      const isSure = await confirm({
        title: t('conversation.removeTitle', { name: conversation.conversation_name }),
        text: t('conversation.removeText'),
        action: t('conversation.remove'),
        danger: true,
      })
      if (!isSure) return undefined
      await api.workflowStudio.deleteConversation({ project_id: projectId, unique_id: conversation.unique_id })
      return refresh()
    },
  })
  const save = async (name: string) => {
    const where = { project_id: projectId, conversation_name: name }
    if (edited === 'new') await api.workflowStudio.createConversation(where)
    else if (edited) await api.workflowStudio.updateConversation({ ...where, unique_id: edited.unique_id })
    await refresh()
  }
  if (query.error && !query.data)
    return <FailedPage title={t('conversation.failed')} error={query.error} onRetry={() => void query.refetch()} />
  if (!query.data) return null
  const add = mayEdit && (
    <Button size="sm" icon={Plus} onClick={() => setEdited('new')}>
      {t('conversation.add')}
    </Button>
  )
  return (
    <div className="flex min-h-0 flex-1 flex-col overflow-y-auto p-5">
      <div className="mx-auto flex w-full max-w-200 flex-1 flex-col gap-5">
        {remove.error && <ErrorPanel error={remove.error} />}
        <section aria-label={t('conversation.static')} className="flex flex-col gap-2">
          <div className="flex items-end justify-between gap-2">
            <div>
              <h2 className="font-semibold">{t('conversation.static')}</h2>
              <p className="text-small text-mute">{t('conversation.staticText')}</p>
            </div>
            {query.data.length > 0 && add}
          </div>
          {query.data.length === 0 ? (
            <div className="flex h-56 flex-col rounded-lg border border-dashed border-line">
              <EmptyState
                icon={MessagesSquare}
                title={t('conversation.empty')}
                text={t('conversation.emptyText')}
                action={add}
              />
            </div>
          ) : (
            <ul className="rounded-lg border border-line bg-card">
              {query.data.map((item) => (
                <li
                  key={item.unique_id}
                  className="flex items-center gap-3 border-b border-line px-3 py-2 last:border-b-0"
                >
                  <TypeTile kind="chatflow" size={26} />
                  <span className="min-w-0 flex-1 truncate font-medium">{item.conversation_name}</span>
                  {mayEdit && (
                    <>
                      <IconButton
                        size="sm"
                        icon={Pencil}
                        label={t('conversation.renameOf', { name: item.conversation_name })}
                        onClick={() => setEdited(item)}
                      />
                      <IconButton
                        size="sm"
                        kind="danger"
                        icon={Trash2}
                        label={t('conversation.removeOf', { name: item.conversation_name })}
                        onClick={() => remove.mutate(item)}
                      />
                    </>
                  )}
                </li>
              ))}
            </ul>
          )}
        </section>
        <CreatedConversations />
      </div>
      {edited && (
        <NameDialog
          title={edited === 'new' ? t('conversation.add') : t('rename.title', { name: edited.conversation_name })}
          name={edited === 'new' ? '' : edited.conversation_name}
          action={edited === 'new' ? t('conversation.add') : t('menu.rename')}
          onSave={save}
          onClose={() => setEdited(null)}
        />
      )}
      {needed && (
        <ReplaceDialog
          conversation={needed.conversation}
          flows={needed.flows}
          others={query.data.filter((item) => item !== needed.conversation)}
          onClose={() => setNeeded(null)}
          onDone={() => void refresh()}
        />
      )}
    </div>
  )
}

type Flow = Awaited<ReturnType<typeof api.workflowStudio.deleteConversation>>['need_replace'][number]
