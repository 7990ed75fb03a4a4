import { useMutation, useQuery } from '@tanstack/react-query'
import { Folder as FolderIcon, Library } from 'lucide-react'
import { useState } from 'react'
import { formatNumber } from '#lib/format.ts'
import { useT } from '#lib/i18n.ts'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { ErrorPanel } from '#ui/error-panel.tsx'
import { Icon } from '#ui/icon.tsx'
import { Tree } from '#ui/tree.tsx'
import { foldersQuery, moveRows, treeWithout } from '../folder.queries.ts'
import type { LibraryRow } from '../library-rows.ts'

const top = 'top'

interface MoveDialogProps {
  spaceId: string
  rows: readonly LibraryRow[]
  onDone: () => void
  onClose: () => void
}

/** Chooses the folder into which rows are moved. */
export function MoveDialog({ spaceId, rows, onDone, onClose }: MoveDialogProps) {
  const t = useT('library')
  const { data: tree = [] } = useQuery(foldersQuery(spaceId))
  const [chosen, setChosen] = useState<string | null>(null)
  const moved = new Set(rows.map((row) => row.id))
  const below = treeWithout(tree, moved)
  const nodes = [{ id: top, data: { name: t('folder.top') }, ...(below.length && { children: below }) }]
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set([top]))
  const move = useMutation({
    mutationFn: async () => {
      const left = await moveRows(spaceId, rows, chosen === top ? undefined : chosen!)
      if (left.length) throw new Error(t('folder.notMoved', { names: left.map((row) => row.name).join(', ') }))
    },
    onSuccess: onDone,
  })
  const title =
    rows.length === 1
      ? t('folder.moveOne', { name: rows[0]!.name })
      : t('folder.moveSome', { count: rows.length, number: formatNumber(rows.length) })
  return (
    <Dialog
      open
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={title}
      footer={
        <>
          <Button onClick={onClose}>{t('cancel')}</Button>
          <Button kind="solid" disabled={chosen === null} busy={move.isPending} onClick={() => move.mutate()}>
            {t('folder.moveDo')}
          </Button>
        </>
      }
    >
      <div className="flex max-h-80 flex-col gap-3">
        <Tree
          label={t('folder.where')}
          nodes={nodes}
          open={open}
          onOpenChange={setOpen}
          selected={chosen}
          onSelect={(node) => {
            setChosen(node.id)
            // A click selects and only opens folders, so that the view does not jump.
            setOpen((before) => new Set([...before, node.id]))
          }}
          row={(data) => ({
            label: data.name,
            tile: <Icon of={'id' in data ? FolderIcon : Library} className="shrink-0 text-mute" />,
          })}
        />
        {move.error && <ErrorPanel error={move.error} />}
      </div>
    </Dialog>
  )
}
