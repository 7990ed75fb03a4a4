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
import { useIde } from '../ide/ide-context.ts'
import { collaboratorsQuery } from '../project.queries.ts'
import { useRights } from '../use-rights.ts'

const projectResource = 19
const person = 1
const row = 'flex h-9 items-center gap-2.5'

/** People who work on the project: the owner first, then editors; members of the space can be added. */
export function PeopleDialog({ onClose }: { onClose: () => void }) {
  const t = useT('project')
  const { projectId, spaceId } = useIde()
  const may = useRights(projectId)
  const [word, setWord] = useState('')
  const { data, error } = useQuery(collaboratorsQuery(projectId))
  const { data: members } = useQuery({
    queryKey: ['space-members', spaceId, 'collaborators', word],
    queryFn: ({ signal }) => api.space.members({ space_id: spaceId, search_word: word, size: 20 }, { signal }),
    enabled: may('addCollaborator'),
  })
  const change = useMutation({
    mutationFn: async ({ id, isIn }: { id: string; isIn: boolean }) => {
      const input = { resource: { id: projectId, type: projectResource }, principal: { id, type: person } } as const
      await (isIn ? api.collaborator.remove(input) : api.collaborator.add(input))
      await queryClient.invalidateQueries({ queryKey: collaboratorsQuery(projectId).queryKey })
    },
  })
  const inside = data ? [data.owner_info, ...data.collaborator_info] : []
  const others = members?.member_info_list.filter((member) => !inside.some((item) => item.user_id === member.user_id))
  return (
    <Dialog open title={t('people.title')} description={t('people.text')} onOpenChange={(open) => !open && onClose()}>
      <div className="flex flex-col gap-4 pb-2">
        {(error ?? change.error) && <ErrorPanel error={error ?? change.error} />}
        {!data && !error && <Skeleton className="h-9" />}
        <ul aria-label={t('people.title')} className="flex flex-col gap-1">
          {inside.map((item, at) => (
            <li key={item.user_id} className={row}>
              <Avatar name={item.nickname} id={item.user_id} src={item.avatar_url} size={24} decorative />
              <span className="min-w-0 flex-1 truncate font-medium">{item.nickname}</span>
              <Tag>{t(at === 0 ? 'people.owner' : 'people.editor')}</Tag>
              {at > 0 && may('deleteCollaborator') && (
                <IconButton
                  icon={UserMinus}
                  kind="danger"
                  label={t('people.remove', { name: item.nickname })}
                  onClick={() => change.mutate({ id: item.user_id, isIn: true })}
                />
              )}
            </li>
          ))}
        </ul>
        {may('addCollaborator') && (
          <section className="border-t border-line pt-3">
            <SearchInput value={word} onChange={setWord} placeholder={t('people.search')} />
            <ul className="mt-2 flex flex-col gap-1">
              {others?.map((member) => (
                <li key={member.user_id} className={row}>
                  <Avatar name={member.name} id={member.user_id} src={member.icon_url} size={24} decorative />
                  <span className="min-w-0 flex-1 truncate">{member.name}</span>
                  <Button
                    size="sm"
                    aria-label={t('people.addName', { name: member.name })}
                    onClick={() => change.mutate({ id: member.user_id, isIn: false })}
                  >
                    {t('people.add')}
                  </Button>
                </li>
              ))}
              {others?.length === 0 && <li className="text-small text-mute">{t('people.none')}</li>}
            </ul>
          </section>
        )}
      </div>
    </Dialog>
  )
}
