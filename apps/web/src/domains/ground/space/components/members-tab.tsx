import type { Member, Space } from '@orrery/contract'
import { useQuery } from '@tanstack/react-query'
import { useMemo, useRef, useState } from 'react'
import { useAccount } from '#lib/account.ts'
import { useLanguage, useT } from '#lib/i18n.ts'
import { type Selection, toggleOne } from '#lib/selection.ts'
import { NoMatch } from '#ui/empty-state.tsx'
import { FootBar } from '#ui/foot-bar.tsx'
import { FailedPage } from '#ui/page-state.tsx'
import { filterMembers, sortMembers } from '../member-list.ts'
import { isTeam, mayChoose, mayInvite, memberRights } from '../member-rights.ts'
import type { MembersAddress } from '../members-address.ts'
import { membersQuery } from '../space.queries.ts'
import { useLeaving } from '../use-leaving.tsx'
import { useMemberActions } from '../use-member-actions.ts'
import { useRowKeys } from '../use-row-keys.ts'
import { MembersBulkBar } from './members-bulk-bar.tsx'
import { MembersFilters } from './members-filters.tsx'
import { MembersTable } from './members-table.tsx'
import { OwnershipCard } from './ownership-card.tsx'
import { PersonalCard } from './personal-card.tsx'
import { RolePanel } from './role-panel.tsx'

interface MembersTabProps {
  space: Space
  address: MembersAddress
  onAddress: (change: Partial<MembersAddress>) => void
}

const nobody: readonly Member[] = []
const none: Selection = new Set()

export function MembersTab({ space, address, onAddress }: MembersTabProps) {
  const t = useT('space')
  const { user_id_str: myId } = useAccount()
  const [language] = useLanguage()
  const query = useQuery(membersQuery(space.id))
  const all = query.data?.member_info_list ?? nobody
  const { word, role, sort } = address
  const { by, descending } = sort
  const shown = useMemo(
    () => sortMembers(filterMembers(all, word, role), { by, descending }, language),
    [all, word, role, by, descending, language],
  )
  const { setRole, remove } = useMemberActions(space)
  const { handOver, leave, dialog } = useLeaving(space, all)
  const [selected, setSelected] = useState(none)
  const [roleOf, setRoleOf] = useState<string | null>(null)
  const frame = useRef<HTMLDivElement>(null)
  const canChoose = mayChoose(space)
  const chosen = all.filter((member) => selected.has(member.user_id))

  useRowKeys({
    frame,
    rows: shown,
    enabled: canChoose,
    onSelect: (member) => setSelected(toggleOne(selected, member.user_id)),
    onRole: (member) => {
      if (chosen.length > 0) setRoleOf('chosen')
      else if (member && memberRights(space, member, myId).role) setRoleOf(member.user_id)
    },
  })

  if (query.isError) return <FailedPage error={query.error} onRetry={() => void query.refetch()} />
  return (
    <>
      <div className="flex min-h-0 flex-1 max-[1000px]:flex-col max-[1000px]:overflow-y-auto">
        <div className="relative flex min-w-0 flex-1 flex-col max-[1000px]:flex-none">
          {isTeam(space) && (
            <div className="shrink-0 border-b border-line">
              <MembersFilters address={address} onAddress={onAddress} />
            </div>
          )}
          <div ref={frame} className="flex min-h-0 flex-1 flex-col overflow-y-auto pb-16 max-[1000px]:pb-0">
            <MembersTable
              space={space}
              myId={myId}
              members={shown}
              loading={query.isPending}
              sort={sort}
              onSort={(next) => onAddress({ sort: next })}
              selected={canChoose ? selected : undefined}
              onSelect={canChoose ? setSelected : undefined}
              roleOf={roleOf}
              onRoleOf={setRoleOf}
              onRole={(member, next) => setRole.mutate({ members: [member], role: next })}
              onRemove={(member) => void remove([member])}
              onHandOver={handOver}
              onLeave={leave}
            />
            {query.isSuccess && shown.length === 0 && (
              <NoMatch
                text={word ? t('members.noMatch', { word }) : t('members.noRole')}
                onClear={() => onAddress({ word: '', role: 'any' })}
              />
            )}
          </div>
          <MembersBulkBar
            chosen={chosen}
            mayRole={(member) => memberRights(space, member, myId).role}
            mayRemove={(member) => memberRights(space, member, myId).remove}
            open={roleOf === 'chosen'}
            onOpenChange={(open) => setRoleOf(open ? 'chosen' : null)}
            onRole={(members, next) => setRole.mutate({ members, role: next })}
            onRemove={(members) => void remove(members).then((done) => done && setSelected(none))}
            onClear={() => setSelected(none)}
          />
        </div>
        <aside
          aria-label={t('roles.title')}
          // Scrollable content must be reachable by keyboard.
          tabIndex={0}
          className="focus-inset flex w-84 shrink-0 flex-col gap-4 overflow-y-auto border-l border-line bg-page p-5 min-[1360px]:w-96 max-[1000px]:w-full max-[1000px]:overflow-visible max-[1000px]:border-t max-[1000px]:border-l-0"
        >
          {isTeam(space) ? (
            <>
              <RolePanel mine={space} />
              <OwnershipCard space={space} isAlone={all.length <= 1} onHandOver={() => handOver()} onLeave={leave} />
            </>
          ) : (
            <PersonalCard space={space} />
          )}
        </aside>
      </div>
      <FootBar
        hints={[
          ...(mayInvite(space) ? [{ keys: 'i', label: t('key.invite') }] : []),
          ...(canChoose
            ? [
                { keys: 'x', label: t('key.select') },
                { keys: 'r', label: t('key.role') },
              ]
            : []),
        ]}
      >
        {shown.length === all.length
          ? t('foot.members', { count: all.length })
          : t('foot.shown', { shown: shown.length, count: all.length })}
        {query.data?.team_invite_link_status && <span>{t('foot.link')}</span>}
      </FootBar>
      {dialog}
    </>
  )
}
