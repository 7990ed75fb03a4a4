import { useMutation, useQuery } from '@tanstack/react-query'
import { UserMinus } from 'lucide-react'
import { useState } from 'react'
import { api } from '#lib/api.ts'
import { useT } from '#lib/i18n.ts'
import { queryClient } from '#lib/query.ts'
import { Avatar } from '#ui/avatar.tsx'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { ErrorPanel } from '#ui/error-panel.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import { SearchInput } from '#ui/search-input.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { Tag } from '#ui/tag.tsx'
import { useReadOnly } from '../document/document-context.tsx'
import { useEditor } from '../document/editor-context.ts'

const workflowResource = 6
const person = 1
const keyOf = (workflowId: string) => ['workflow', workflowId, 'collaborators']

/** Editors of this workflow besides its owner. */
export function CollaboratorsDialog({ onClose }: { onClose: () => void }) {
  const t = useT('workflow-run')
  const { workflowId, spaceId } = useEditor()
  const isReadOnly = useReadOnly()
  const [word, setWord] = useState('')
  const { data, error } = useQuery({
    queryKey: keyOf(workflowId),
    staleTime: 0,
    queryFn: ({ signal }) =>
      api.collaborator.listOfWorkflow({ workflow_id: workflowId, space_id: spaceId }, { signal }),
  })
  const { data: members } = useQuery({
    queryKey: ['space-members', spaceId, 'collaborators', word],
    queryFn: ({ signal }) => api.space.members({ space_id: spaceId, search_word: word, size: 20 }, { signal }),
    enabled: !isReadOnly,
  })
  const resource = { id: workflowId, type: workflowResource } as const
  const change = useMutation({
    mutationFn: async ({ id, isIn }: { id: string; isIn: boolean }) => {
      const input = { resource, principal: { id, type: person } } as const
      await (isIn ? api.collaborator.remove(input) : api.collaborator.add(input))
      await queryClient.invalidateQueries({ queryKey: keyOf(workflowId) })
    },
  })
  const inside = new Set(data?.data.map(({ user }) => user.id))
  const others = members?.member_info_list.filter((member) => !inside.has(member.user_id)) ?? []
  return (
    <Dialog
      open
      title={t('collaborators.title')}
      description={t('collaborators.text')}
      onOpenChange={(open) => !open && onClose()}
    >
      <div className="flex flex-col gap-4 pb-2">
        {error && <ErrorPanel error={error} />}
        {change.error && <ErrorPanel error={change.error} />}
        {!data && !error && <Skeleton className="h-9" />}
        <ul aria-label={t('collaborators.title')} className="flex flex-col gap-1">
          {data?.data.map(({ user, owner }) => (
            <li key={user.id} className="flex h-9 items-center gap-2.5">
              <Avatar name={user.name} id={user.id} src={user.avatar_url} size={24} decorative />
              <span className="min-w-0 flex-1 truncate font-medium">{user.name}</span>
              {owner ? (
                <Tag>{t('collaborators.owner')}</Tag>
              ) : (
                !isReadOnly && (
                  <IconButton
                    icon={UserMinus}
                    kind="danger"
                    label={t('collaborators.remove', { name: user.name })}
                    onClick={() => change.mutate({ id: user.id, isIn: true })}
                  />
                )
              )}
            </li>
          ))}
        </ul>
        {!isReadOnly && (
          <section className="border-t border-line pt-3">
            <SearchInput value={word} onChange={setWord} placeholder={t('collaborators.search')} />
            <ul className="mt-2 flex flex-col gap-1">
              {others.map((member) => (
                <li key={member.user_id} className="flex h-9 items-center gap-2.5">
                  <Avatar name={member.name} id={member.user_id} src={member.icon_url} size={24} decorative />
                  <span className="min-w-0 flex-1 truncate">{member.name}</span>
                  <Button
                    size="sm"
                    aria-label={t('collaborators.addName', { name: member.name })}
                    onClick={() => change.mutate({ id: member.user_id, isIn: false })}
                  >
                    {t('collaborators.add')}
                  </Button>
                </li>
              ))}
              {members && others.length === 0 && <li className="text-small text-mute">{t('collaborators.none')}</li>}
            </ul>
          </section>
        )}
      </div>
    </Dialog>
  )
}
