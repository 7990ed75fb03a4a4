import { useMutation, useQuery } from '@tanstack/react-query'
import { X } from 'lucide-react'
import { useCallback, useState } from 'react'
import { api } from '#lib/api.ts'
import { useT } from '#lib/i18n.ts'
import { Avatar } from '#ui/avatar.tsx'
import { Button } from '#ui/button.tsx'
import { Combobox } from '#ui/combobox.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import { type Choice, Select } from '#ui/select.tsx'
import { SheetSection, SideSheet } from '#ui/side-sheet.tsx'
import {
  groupMembersQuery,
  type PersonGroup,
  refreshEnterprise,
  spacesOfQuery,
  useEnterprise,
} from '../enterprise.queries.ts'

/** The members of a group, and the spaces to which it gives access. */
export function GroupSheet({ group, onClose }: { group: PersonGroup; onClose: () => void }) {
  const t = useT('enterprise')
  const { enterprise_id } = useEnterprise()
  const { group_id } = group
  const isManual = group.managed_by === 'manual'
  const { data: members = [] } = useQuery(groupMembersQuery(enterprise_id, group_id))
  const { data: spaces = [] } = useQuery(spacesOfQuery(enterprise_id))
  const [space, setSpace] = useState<string | null>(null)
  const [role, setRole] = useState<'2' | '3'>('3')
  const settled = { onSettled: () => refreshEnterprise(enterprise_id) }
  const set = useMutation({
    mutationFn: (change: { add?: string[]; remove?: string[] }) =>
      api.enterpriseGroups.setMembers({ enterprise_id, group_id, ...change }, { toast: true }),
    ...settled,
  })
  const grant = useMutation({
    mutationFn: () =>
      api.enterpriseGroups.grant(
        { enterprise_id, group_id, space_id: space!, role: Number(role) as 2 },
        { toast: true },
      ),
    onSuccess: () => setSpace(null),
    ...settled,
  })
  const revoke = useMutation({
    mutationFn: (space_id: string) =>
      api.enterpriseGroups.revoke({ enterprise_id, group_id, space_id }, { toast: true }),
    ...settled,
  })
  const search = useCallback(
    async (word: string, signal: AbortSignal): Promise<readonly Choice[]> => {
      const { enterprise_people_list: people } = await api.enterprisePeople.search(
        { enterprise_id, page: 1, page_size: 20, ...(word && { search_key: word }) },
        { signal },
      )
      return people.map((item) => ({ value: item.user_id, label: item.nick_name, description: `@${item.name}` }))
    },
    [enterprise_id],
  )
  return (
    <SideSheet
      kind="enterprise-group"
      place="over"
      width={472}
      title={group.name}
      caption={t('groups.about')}
      onClose={onClose}
    >
      <SheetSection title={t('groups.members')}>
        {isManual && (
          <Combobox
            label={t('groups.addMember')}
            placeholder={t('groups.addMember')}
            value={null}
            search={search}
            onChange={(choice) => choice && set.mutate({ add: [choice.value] })}
          />
        )}
        <ul aria-label={t('groups.members')} className="mt-2 flex flex-col gap-1">
          {members.map((member) => (
            <li key={member.user_id} className="flex items-center gap-2.5">
              <Avatar name={member.nick_name} id={member.user_id} src={member.avatar_url} decorative />
              <span className="min-w-0 flex-1 truncate">{member.nick_name}</span>
              <span className="text-small text-mute">{t(`source.${member.source}`)}</span>
              {isManual && (
                <IconButton
                  icon={X}
                  label={t('groups.removeMember', { name: member.nick_name })}
                  onClick={() => set.mutate({ remove: [member.user_id] })}
                />
              )}
            </li>
          ))}
        </ul>
      </SheetSection>
      <SheetSection title={t('groups.spaces')}>
        <div className="flex gap-2">
          <Select
            label={t('groups.space')}
            placeholder={t('why.choose')}
            items={spaces
              .filter((item) => !group.grants.some((given) => given.space_id === item.space_id))
              .map((item) => ({ value: item.space_id, label: item.name }))}
            value={space}
            onChange={setSpace}
          />
          <Select
            label={t('people.role')}
            className="w-32"
            items={[
              { value: '3', label: t('spaceRole.3') },
              { value: '2', label: t('spaceRole.2') },
            ]}
            value={role}
            onChange={setRole}
          />
          <Button disabled={!space} busy={grant.isPending} onClick={() => grant.mutate()}>
            {t('groups.grant')}
          </Button>
        </div>
        <ul aria-label={t('groups.spaces')} className="mt-2 flex flex-col gap-1">
          {group.grants.map((given) => (
            <li key={given.space_id} className="flex items-center gap-2">
              <span className="min-w-0 flex-1 truncate">{given.name}</span>
              <span className="text-small text-mute">{t(`spaceRole.${String(given.role) as '2'}`)}</span>
              <IconButton
                icon={X}
                label={t('groups.revoke', { name: given.name })}
                onClick={() => revoke.mutate(given.space_id)}
              />
            </li>
          ))}
        </ul>
      </SheetSection>
    </SideSheet>
  )
}
