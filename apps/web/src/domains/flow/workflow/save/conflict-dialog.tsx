import { useMemo } from 'react'
import { formatTime } from '#lib/format.ts'
import { useT } from '#lib/i18n.ts'
import { ConflictDialog, type ConflictItem } from '#ui/conflict-dialog.tsx'
import { NodeTile } from '../nodes/node-tile.tsx'
import { type Canvas, titleOf } from '../document/canvas.ts'
import { useDocument } from '../document/document-context.tsx'
import { typeName } from '../nodes/node-text.ts'
import { diffCanvases, type FieldDiff } from '../versions/canvas-diff.ts'
import { FieldDiffRow } from '../versions/field-diff.tsx'
import { conflictsOf, firstSides, mergeCanvases, type NodeConflict } from './merge.ts'
import type { Conflict } from './saver.ts'
import { useSaverStore } from './saver-context.ts'

/** Resolves a conflict: shows both canvases, node by node. */
export function CanvasConflict({ conflict: { base, theirs } }: { conflict: Conflict }) {
  const t = useT('workflow')
  const tNode = useT('workflow-node')
  const saver = useSaverStore()
  const mine = useDocument((document) => document.canvas)
  const conflicts = useMemo(() => conflictsOf(base, mine, theirs.canvas), [base, mine, theirs])
  const fields = useMemo(() => fieldsById(theirs.canvas, mine), [theirs, mine])
  const itemOf = ({ id, by, mine: own, theirs: other }: NodeConflict): ConflictItem => {
    const node = (own ?? other)!
    const name = titleOf(node) || typeName(tNode, node.type)
    const changes = fields.get(id) ?? []
    const what = !other ? 'onlyMine' : !own ? 'onlyTheirs' : changes.length ? 'changed' : 'moved'
    return {
      id,
      name,
      note: `${t(`conflict.by.${by}`)} · ${t(`conflict.${what}`)}`,
      question: t('conflict.which', { name }),
      tile: <NodeTile type={node.type} size={26} />,
      detail: what === 'changed' && <FieldChanges fields={changes} />,
    }
  }
  return (
    <ConflictDialog
      title={t('conflict.title')}
      text={t('conflict.text', { name: theirs.by || t('conflict.somebody'), time: formatTime(theirs.at) })}
      items={conflicts.map(itemOf)}
      firstSides={() => firstSides(conflicts)}
      applyText={t('conflict.apply')}
      onApply={(sides) => void saver.resolve(mergeCanvases(base, mine, theirs.canvas, sides), t('step.merge'))}
      isDense
      empty={<p className="text-mute">{t('conflict.linesOnly')}</p>}
    />
  )
}

const fieldsById = (before: Canvas, after: Canvas): ReadonlyMap<string, readonly FieldDiff[]> =>
  new Map(diffCanvases(before, after).nodes.map(({ id, fields }) => [id, fields]))

/** The changes from their value to mine. */
function FieldChanges({ fields }: { fields: readonly FieldDiff[] }) {
  return (
    <dl className="mt-1.5 pl-9.5">
      {fields.map((diff) => (
        <FieldDiffRow key={diff.path.join('.')} diff={diff} />
      ))}
    </dl>
  )
}
