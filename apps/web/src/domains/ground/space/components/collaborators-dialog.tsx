import { useMutation, useQuery } from '@tanstack/react-query'
import { UserMinus, UserPlus } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { api } from '#lib/api.ts'
import { useT } from '#lib/i18n.ts'
import { Avatar } from '#ui/avatar.tsx'
import { Button } from '#ui/button.tsx'
import { Checkbox } from '#ui/checkbox.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { ErrorPanel } from '#ui/error-panel.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import { LabelTag } from '#ui/label-tag.tsx'
import { SearchInput } from '#ui/search-input.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { Tag } from '#ui/tag.tsx'

const person = 1
const row = 'flex h-9 items-center gap-2.5'

interface Collaborator {
  id: string
  name: string
  avatarUrl: string
  label?: { label_name: string } | undefined
  role?: string
  isOwner: boolean
}
/** Somebody who could not be added or removed, and why. */
interface Left {
  name: string
  reason: string
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
  /** Above the people: whether they may work at present. */
  mode?: ReactNode
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
  const t = useT('space')
  const [chosen, setChosen] = useState<readonly string[]>([])
  const [left, setLeft] = useState<readonly Left[]>([])
  const nameOf = (id: string) =>
    people?.find((item) => item.id === id)?.name ??
    members?.member_info_list.find((member) => member.user_id === id)?.name ??
    id
  const change = useMutation({
    mutationFn: async ({ ids, isIn }: { ids: readonly string[]; isIn: boolean }) => {
      const input = { resource, principal_type: person, principal_ids: [...ids] }
      const failed: Left[] = isIn
        ? (await api.collaborator.batchRemove(input)).failed_ids.map((id) => ({ name: nameOf(id), reason: '' }))
        : (await api.collaborator.batchAdd(input)).failed.map(({ id, msg }) => ({ name: nameOf(id), reason: msg }))
      setLeft(failed)
      setChosen([])
      await onChanged()
    },
  })
  const inside = chosen.filter((id) => people?.some((item) => item.id === id))
  const outside = chosen.filter((id) => !inside.includes(id))
  const choose = (id: string, isOn: boolean) =>
    setChosen((before) => (isOn ? [...before, id] : before.filter((other) => other !== id)))
  const others = members?.member_info_list.filter((member) => !people?.some((item) => item.id === member.user_id))
  return (
    <Dialog open title={labels.title} description={labels.text} onOpenChange={(open) => !open && onClose()}>
      <div className="flex flex-col gap-4 pb-2">
        {error || change.error ? <ErrorPanel error={error ?? change.error} /> : null}
        {left.length > 0 && (
          <ul role="alert" className="rounded-md bg-err-soft px-3 py-2 text-small">
            {left.map(({ name, reason }) => (
              <li key={name}>{reason ? `${name}: ${reason}` : t('collaborators.failed', { name })}</li>
            ))}
          </ul>
        )}
        {!people && !error && <Skeleton className="h-9" />}
        {props.mode}
        <ul aria-label={labels.title} className="flex flex-col gap-1">
          {people?.map(({ id, name, avatarUrl, label, role, isOwner }) => (
            <li key={id} className={row}>
              {mayRemove &&
                (isOwner ? (
                  <span className="w-4" />
                ) : (
                  <Checkbox
                    label={t('collaborators.choose', { name })}
                    checked={chosen.includes(id)}
                    onChange={(isOn) => choose(id, isOn)}
                  />
                ))}
              <Avatar name={name} id={id} src={avatarUrl} size={24} decorative />
              <span className="min-w-0 truncate font-medium">{name}</span>
              <LabelTag label={label} />
              <span className="flex-1" />
              {role && <Tag>{role}</Tag>}
              {!isOwner && mayRemove && (
                <IconButton
                  icon={UserMinus}
                  kind="danger"
                  label={labels.remove(name)}
                  onClick={() => change.mutate({ ids: [id], isIn: true })}
                />
              )}
            </li>
          ))}
        </ul>
        {inside.length > 0 && (
          <Button
            kind="danger-quiet"
            icon={UserMinus}
            busy={change.isPending}
            onClick={() => change.mutate({ ids: inside, isIn: true })}
          >
            {t('collaborators.removeSome', { count: inside.length })}
          </Button>
        )}
        {mayAdd && (
          <section className="border-t border-line pt-3">
            <SearchInput value={word} onChange={setWord} placeholder={labels.search} />
            <ul className="mt-2 flex flex-col gap-1">
              {others?.map((member) => (
                <li key={member.user_id} className={row}>
                  <Checkbox
                    label={t('collaborators.choose', { name: member.name })}
                    checked={chosen.includes(member.user_id)}
                    onChange={(isOn) => choose(member.user_id, isOn)}
                  />
                  <Avatar name={member.name} id={member.user_id} src={member.icon_url} size={24} decorative />
                  <span className="min-w-0 truncate">{member.name}</span>
                  <LabelTag label={member.user_label} />
                  <span className="flex-1" />
                  <Button
                    size="sm"
                    aria-label={labels.addName(member.name)}
                    onClick={() => change.mutate({ ids: [member.user_id], isIn: false })}
                  >
                    {labels.add}
                  </Button>
                </li>
              ))}
              {others?.length === 0 && <li className="text-small text-mute">{labels.none}</li>}
            </ul>
            {outside.length > 0 && (
              <Button
                icon={UserPlus}
                busy={change.isPending}
                className="mt-2"
                onClick={() => change.mutate({ ids: outside, isIn: false })}
              >
                {t('collaborators.addSome', { count: outside.length })}
              </Button>
            )}
          </section>
        )}
      </div>
    </Dialog>
  )
}
