import { Folder as FolderIcon } from 'lucide-react'
import type { DragEvent } from 'react'
import { fromSeconds } from '#lib/format.ts'
import { useT } from '#lib/i18n.ts'
import { ownIcon } from '#lib/own-icon.ts'
import { tileOf, useKindNames } from '#lib/resource-kinds.ts'
import { Avatar } from '#ui/avatar.tsx'
import { DateTime } from '#ui/date-time.tsx'
import { Icon } from '#ui/icon.tsx'
import { type Column, NameCell } from '#ui/table.tsx'
import { PictureTile } from '#ui/picture-tile.tsx'
import { type UsedBy, UsedByCell } from '#domains/library/reference/index.ts'
import { StateTags, useFacts } from './state-tags.tsx'
import { subTypes } from '../library.queries.ts'
import { type LibraryRow, placed } from '../library-rows.ts'

const dragType = 'application/x-orrery-library'

interface DragPlan {
  /** Dragging a row drags the whole selection if the row is part of it. */
  onDrag: (row: LibraryRow) => void
  /** Moves the dragged rows into a folder; absent where nothing may be moved. */
  onDrop: (folderId: string) => void
}

/** Columns of the library. The first cell can be dragged onto a folder. */
export function useLibraryColumns(
  drag: DragPlan | undefined,
  usedBy: ReadonlyMap<string, UsedBy> | undefined,
): Column<LibraryRow>[] {
  const t = useT('library')
  const usedByHead = useT('bin')('usedBy')
  const names = useKindNames()
  const factsOf = useFacts()
  const subName = (row: LibraryRow): string => {
    if (row.is === 'folder') return t('folder')
    const sub = row.resource.res_sub_type
    if (row.kind === 'workflow' && sub === subTypes.workflow.chatflow) return t('sub.chatflow')
    if (row.kind === 'workflow' && sub === subTypes.workflow.imageflow) return t('sub.imageflow')
    if (row.kind !== 'knowledge') return names.one(row.kind)
    const [name] = (['table', 'image', 'text'] as const).filter((item) => subTypes.knowledge[item] === sub)
    return `${names.one('knowledge')} · ${t(`sub.${name ?? 'text'}`)}`
  }
  return [
    {
      id: 'name',
      head: t('resource'),
      cell: (row) => (
        <div className="flex h-13 items-center rounded-md" {...(drag && dragProps(row, drag))}>
          {row.is === 'folder' ? (
            <NameCell
              tile={
                <span className="flex size-7.5 shrink-0 items-center justify-center rounded-md bg-hover text-mute">
                  <Icon of={FolderIcon} />
                </span>
              }
              name={row.name}
              note={row.folder.description || undefined}
            />
          ) : (
            <NameCell
              tile={
                <PictureTile
                  id={row.id}
                  kind={tileOf(placed(row.resource))}
                  src={row.kind === 'plugin' ? ownIcon(row.resource.icon) : undefined}
                  size={30}
                />
              }
              name={row.name}
              note={factsOf(row.kind, row.resource)}
            />
          )}
        </div>
      ),
    },
    { id: 'kind', head: t('kind'), width: 150, hideBelow: 'md', cell: subName },
    {
      id: 'used',
      head: usedByHead,
      width: 160,
      hideBelow: 'lg',
      cell: (row) => (row.is === 'folder' ? null : <UsedByCell name={row.name} usedBy={usedBy?.get(row.id)} />),
    },
    {
      id: 'state',
      head: t('state'),
      width: 130,
      cell: (row) => (row.is === 'folder' ? null : <StateTags kind={row.kind} resource={row.resource} />),
    },
    {
      id: 'edited',
      head: t('edited'),
      width: 150,
      hideBelow: 'md',
      cell: (row) =>
        row.is === 'folder' ? (
          <DateTime at={fromSeconds(row.folder.update_time)} className="text-mute" />
        ) : (
          <span className="flex items-center gap-2">
            <Avatar
              id={row.resource.creator_id}
              name={row.resource.creator_name}
              src={row.resource.creator_avatar}
              size={20}
            />
            <DateTime at={fromSeconds(row.resource.edit_time)} className="text-mute" />
          </span>
        ),
    },
  ]
}

const dropTargetStyle = 'bg-brand-soft'
/** Menus offer the same for people who cannot drag. */
function dragProps(row: LibraryRow, { onDrag, onDrop }: DragPlan) {
  const isRowDrag = (event: DragEvent) => event.dataTransfer.types.includes(dragType)
  return {
    draggable: true,
    onDragStart: (event: DragEvent<HTMLElement>) => {
      event.dataTransfer.setData(dragType, row.id)
      event.dataTransfer.effectAllowed = 'move'
      onDrag(row)
    },
    ...(row.is === 'folder' && {
      onDragOver: (event: DragEvent<HTMLElement>) => {
        if (!isRowDrag(event)) return
        event.preventDefault()
        event.currentTarget.classList.add(dropTargetStyle)
      },
      onDragLeave: (event: DragEvent<HTMLElement>) => event.currentTarget.classList.remove(dropTargetStyle),
      onDrop: (event: DragEvent<HTMLElement>) => {
        if (!isRowDrag(event)) return
        event.preventDefault()
        event.currentTarget.classList.remove(dropTargetStyle)
        onDrop(row.id)
      },
    }),
  }
}
