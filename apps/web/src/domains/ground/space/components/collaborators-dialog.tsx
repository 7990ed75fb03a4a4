import { useMutation, useQuery } from '@tanstack/react-query'
import { UserMinus } from 'lucide-react'
import { useState } from 'react'
import { api } from '#lib/api.ts'
import { Avatar } from '#ui/avatar.tsx'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { ErrorPanel } from '#ui/error-panel.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import { SearchInput } from '#ui/search-input.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { Tag } from '#ui/tag.tsx'

const person = 1
const row = 'flex h-9 items-center gap-2.5'

interface Collaborator {
  id: string
  name: string
  avatarUrl: string
  role?: string
  isOwner: boolean
}
interface CollaboratorsDialogProps {
  resource: Parameters<typeof api.collaborator.add>[0]['resource']
  spaceId: string
  /** Undefined while they load. */
  people: readonly Collaborator[] | undefined
  error: unknown
  mayAdd: boolean
  mayRemove: boolean
  labels: {
    title: string
    text: string
    search: string
    none: string
    add: string
    addName: (name: string) => string
    remove: (name: string) => string
  }
  /** Loads the people again. */
  onChanged: () => Promise<unknown>
  onClose: () => void
}

/** People who work on a resource; members of the space can be added. */
export function CollaboratorsDialog(props: CollaboratorsDialogProps) {
  const { resource, spaceId, people, error, mayAdd, mayRemove, labels, onChanged, onClose } = props
  const [word, setWord] = useState('')
  const { data: members } = useQuery({
    queryKey: ['space-members', spaceId, 'collaborators', word],
    queryFn: ({ signal }) => api.space.members({ space_id: spaceId, search_word: word, size: 20 }, { signal }),
    enabled: mayAdd,
  })
  const change = useMutation({
    mutationFn: async ({ id, isIn }: { id: string; isIn: boolean }) => {
      const input = { resource, principal: { id, type: person } } as const
      await (isIn ? api.collaborator.remove(input) : api.collaborator.add(input))
      await onChanged()
    },
  })
  const others = members?.member_info_list.filter((member) => !people?.some((item) => item.id === member.user_id))
  return (
    <Dialog open title={labels.title} description={labels.text} onOpenChange={(open) => !open && onClose()}>
      <div className="flex flex-col gap-4 pb-2">
        {error || change.error ? <ErrorPanel error={error ?? change.error} /> : null}
        {!people && !error && <Skeleton className="h-9" />}
        <ul aria-label={labels.title} className="flex flex-col gap-1">
          {people?.map(({ id, name, avatarUrl, role, isOwner }) => (
            <li key={id} className={row}>
              <Avatar name={name} id={id} src={avatarUrl} size={24} decorative />
              <span className="min-w-0 flex-1 truncate font-medium">{name}</span>
              {role && <Tag>{role}</Tag>}
              {!isOwner && mayRemove && (
                <IconButton
                  icon={UserMinus}
                  kind="danger"
                  label={labels.remove(name)}
                  onClick={() => change.mutate({ id, isIn: true })}
                />
              )}
            </li>
          ))}
        </ul>
        {mayAdd && (
          <section className="border-t border-line pt-3">
            <SearchInput value={word} onChange={setWord} placeholder={labels.search} />
            <ul className="mt-2 flex flex-col gap-1">
              {others?.map((member) => (
                <li key={member.user_id} className={row}>
                  <Avatar name={member.name} id={member.user_id} src={member.icon_url} size={24} decorative />
                  <span className="min-w-0 flex-1 truncate">{member.name}</span>
                  <Button
                    size="sm"
                    aria-label={labels.addName(member.name)}
                    onClick={() => change.mutate({ id: member.user_id, isIn: false })}
                  >
                    {labels.add}
                  </Button>
                </li>
              ))}
              {others?.length === 0 && <li className="text-small text-mute">{labels.none}</li>}
            </ul>
          </section>
        )}
      </div>
    </Dialog>
  )
}
