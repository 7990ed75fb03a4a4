import type { Member, Space } from '@orrery/contract'
import { useMemo, useState } from 'react'
import { useT } from '#lib/i18n.ts'
import type { Selection } from '#lib/selection.ts'
import { Avatar } from '#ui/avatar.tsx'
import { InfiniteSentinel } from '#ui/infinite-sentinel.tsx'
import { LabelTag } from '#ui/label-tag.tsx'
import { type Column, NameCell, Table } from '#ui/table.tsx'
import { Tag } from '#ui/tag.tsx'
import { type MemberSort, naturalSort, type SortColumn } from '../member-list.ts'
import type { AssignableRole } from '../assignable-role.ts'
import { memberRights } from '../member-rights.ts'
import { useAtLeast } from '../use-at-least.ts'
import { useNow } from '../use-now.ts'
import { LastActive } from './last-active.tsx'
import { MemberMenu } from './member-menu.tsx'
import { RoleControl } from './role-control.tsx'

const rowsPerStep = 100

interface MembersTableProps {
  space: Space
  myId: string
  /** Filtered and sorted. */
  members: readonly Member[]
  loading: boolean
  sort: MemberSort
  onSort: (sort: MemberSort) => void
  selected?: Selection
  onSelect?: (selected: Selection) => void
  /** The member whose role menu is open. */
  roleOf: string | null
  onRoleOf: (userId: string | null) => void
  onRole: (member: Member, role: AssignableRole) => void
  onRemove: (member: Member) => void
  onHandOver: (member: Member) => void
  onLeave: () => void
}

export function MembersTable(props: MembersTableProps) {
  const { space, myId, members, loading, sort, onSort, roleOf } = props
  const t = useT('space')
  const now = useNow()
  const isWide = useAtLeast(1360)
  const isMedium = useAtLeast(641)
  const [drawn, setDrawn] = useState({ members, count: rowsPerStep })
  const count = drawn.members === members ? drawn.count : rowsPerStep
  const rows = useMemo(() => members.slice(0, count), [members, count])

  const columns: Column<Member>[] = [
    {
      id: 'person',
      head: t('column.person'),
      sortable: true,
      cell: (member) => (
        <NameCell
          tile={<Avatar name={member.name} id={member.user_id} src={member.icon_url} decorative />}
          name={member.name}
          beside={
            <>
              <LabelTag label={member.user_label} />
              {member.user_id === myId && <Tag>{t('you')}</Tag>}
            </>
          }
          note={`@${member.user_name}`}
        />
      ),
    },
    {
      id: 'role',
      head: t('column.role'),
      width: 132,
      sortable: true,
      cell: (member) => (
        <RoleControl
          member={member}
          editable={memberRights(space, member, myId).role}
          open={roleOf === member.user_id}
          onOpenChange={(open) => props.onRoleOf(open ? member.user_id : null)}
          onChange={(role) => props.onRole(member, role)}
        />
      ),
    },
    ...(isWide
      ? [
          {
            id: 'made',
            head: t('column.made'),
            width: 148,
            sortable: true,
            cell: (member: Member) =>
              member.resource_count === 0 ? (
                <span className="text-mute">{t('made.none')}</span>
              ) : (
                t('made.some', { count: member.resource_count })
              ),
          },
        ]
      : []),
    ...(isMedium
      ? [
          {
            id: 'active',
            head: t('column.active'),
            width: 128,
            sortable: true,
            cell: (member: Member) => <LastActive at={member.last_active_at} now={now} />,
          },
        ]
      : []),
  ]
  return (
    <Table
      label={t('tab.members')}
      columns={columns}
      rows={rows}
      rowKey={(member) => member.user_id}
      rowName={(member) => member.name}
      actions={(member) => (
        <MemberMenu
          member={member}
          rights={memberRights(space, member, myId)}
          onRemove={() => props.onRemove(member)}
          onHandOver={() => props.onHandOver(member)}
          onLeave={props.onLeave}
        />
      )}
      selected={props.selected}
      onSelect={props.onSelect}
      sort={sort}
      onSort={(next) => {
        const by = next.by as SortColumn
        onSort(by === sort.by ? { by, descending: next.descending } : naturalSort(by))
      }}
      loading={loading ? 8 : 0}
      after={
        <InfiniteSentinel
          query={{
            hasNextPage: rows.length < members.length,
            isFetchingNextPage: false,
            isFetchNextPageError: false,
            fetchNextPage: () => setDrawn({ members, count: count + rowsPerStep }),
          }}
        />
      }
    />
  )
}
