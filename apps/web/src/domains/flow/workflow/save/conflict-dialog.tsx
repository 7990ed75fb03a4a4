import { useMemo, useState } from 'react'
import { formatTime } from '#lib/format.ts'
import { useT } from '#lib/i18n.ts'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { Segmented } from '#ui/segmented.tsx'
import { NodeTile } from '../nodes/node-tile.tsx'
import { type Canvas, titleOf } from '../document/canvas.ts'
import { useDocument } from '../document/document-context.tsx'
import { typeName } from '../nodes/node-text.ts'
import { diffCanvases, type FieldDiff } from '../versions/canvas-diff.ts'
import { FieldDiffRow } from '../versions/field-diff.tsx'
import { conflictsOf, firstSides, mergeCanvases, type NodeConflict, type Side } from './merge.ts'
import type { Conflict } from './saver.ts'
import { useSaverStore } from './saver-context.ts'

/** Somebody else saved first. Both versions are shown, and for each node one decides which stays: nothing is lost by itself. */
export function ConflictDialog({ conflict: { base, theirs } }: { conflict: Conflict }) {
  const t = useT('workflow')
  const saver = useSaverStore()
  const mine = useDocument((document) => document.canvas)
  const conflicts = useMemo(() => conflictsOf(base, mine, theirs.canvas), [base, mine, theirs])
  const [sides, setSides] = useState<ReadonlyMap<string, Side>>(() => firstSides(conflicts))
  const all = (side: Side) => setSides(new Map(conflicts.map(({ id }) => [id, side])))
  const fields = useMemo(() => fieldsById(theirs.canvas, mine), [theirs, mine])
  const apply = () => void saver.resolve(mergeCanvases(base, mine, theirs.canvas, sides), t('step.merge'))
  return (
    <Dialog
      open
      size="lg"
      title={t('conflict.title')}
      description={t('conflict.text', { name: theirs.by || t('conflict.somebody'), time: formatTime(theirs.at) })}
      keepOnOutsidePress
      footer={
        <>
          <Button onClick={() => all('mine')}>{t('conflict.allMine')}</Button>
          <Button onClick={() => all('theirs')} className="mr-auto">
            {t('conflict.allTheirs')}
          </Button>
          <Button kind="solid" onClick={apply}>
            {t('conflict.apply')}
          </Button>
        </>
      }
    >
      <div className="flex flex-col">
        {conflicts.map((conflict) => (
          <NodeChoice
            key={conflict.id}
            conflict={conflict}
            fields={fields.get(conflict.id) ?? []}
            value={sides.get(conflict.id) ?? 'mine'}
            onChange={(side) => setSides(new Map(sides).set(conflict.id, side))}
          />
        ))}
        {!conflicts.length && <p className="text-mute">{t('conflict.linesOnly')}</p>}
      </div>
    </Dialog>
  )
}

const fieldsById = (before: Canvas, after: Canvas): ReadonlyMap<string, readonly FieldDiff[]> =>
  new Map(diffCanvases(before, after).nodes.map(({ id, fields }) => [id, fields]))

interface NodeChoiceProps {
  conflict: NodeConflict
  /** From theirs to mine. */
  fields: readonly FieldDiff[]
  value: Side
  onChange: (side: Side) => void
}

function NodeChoice({ conflict: { by, mine, theirs }, fields, value, onChange }: NodeChoiceProps) {
  const t = useT('workflow')
  const words = useT('workflow-node')
  const node = (mine ?? theirs)!
  const name = titleOf(node) || typeName(words, node.type)
  const what = !theirs ? 'onlyMine' : !mine ? 'onlyTheirs' : fields.length ? 'changed' : 'moved'
  return (
    <section aria-label={name} className="border-b border-line py-3 last:border-b-0">
      <div className="flex items-center gap-3">
        <NodeTile type={node.type} size={26} />
        <div className="min-w-0 flex-1">
          <h3 className="truncate font-semibold">{name}</h3>
          <p className="text-small text-mute">{`${t(`conflict.by.${by}`)} · ${t(`conflict.${what}`)}`}</p>
        </div>
        <Segmented
          label={t('conflict.which', { name })}
          items={[
            { value: 'mine', label: t('conflict.mine') },
            { value: 'theirs', label: t('conflict.theirs') },
          ]}
          value={value}
          onChange={onChange}
        />
      </div>
      {what === 'changed' && (
        <dl className="mt-1.5 pl-9.5">
          {fields.map((diff) => (
            <FieldDiffRow key={diff.path.join('.')} diff={diff} />
          ))}
        </dl>
      )}
    </section>
  )
}
