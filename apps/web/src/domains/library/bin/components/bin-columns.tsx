import type { ReactNode } from 'react'
import { fromSeconds } from '#lib/format.ts'
import { useT } from '#lib/i18n.ts'
import type { SearchKind } from '@orrery/contract'
import { tileOf, useKindNames } from '#lib/resource-kinds.ts'
import { Avatar } from '#ui/avatar.tsx'
import { DateTime } from '#ui/date-time.tsx'
import { type Column, NameCell } from '#ui/table.tsx'
import { TypeTile } from '#ui/type-tile.tsx'
import type { BinnedResource } from '../bin.queries.ts'
import { daysLeft } from '../days-left.ts'

/** The columns of the bin: resource, who deleted it when, and the days left. */
export function useBinColumns(actions: (row: BinnedResource) => ReactNode): Column<BinnedResource>[] {
  const t = useT('bin')
  const names = useKindNames()
  const kindOf = (row: BinnedResource) => row.kind as SearchKind
  const noteOf = (row: BinnedResource) =>
    row.inside_count
      ? t('inside', { count: row.inside_count })
      : row.project_name && t('fromProject', { name: row.project_name })
  return [
    {
      id: 'name',
      head: t('name'),
      cell: (row) => (
        <NameCell
          tile={<TypeTile kind={tileOf({ kind: kindOf(row), sub_type: row.res_sub_type })} />}
          name={row.name}
          note={noteOf(row) || undefined}
        />
      ),
    },
    { id: 'kind', head: t('kind'), width: 140, hideBelow: 'md', cell: (row) => names.one(kindOf(row)) },
    {
      id: 'deleted',
      head: t('by'),
      width: 240,
      hideBelow: 'sm',
      cell: (row) => {
        const { id, name, avatar_url } = row.deleted_by
        return (
          <span className="flex items-center gap-2">
            <Avatar id={id} name={name || t('somebody')} src={avatar_url} size={20} />
            <span className="truncate">{name || t('somebody')}</span>
            <DateTime at={fromSeconds(row.delete_time)} className="text-mute" />
          </span>
        )
      },
    },
    {
      id: 'left',
      head: t('left'),
      width: 130,
      cell: (row) => {
        const days = daysLeft(row)
        return days ? t('left.days', { count: days }) : t('left.today')
      },
    },
    { id: 'actions', head: t('actions'), hideHead: true, width: 190, align: 'end', cell: actions },
  ]
}
