import { ArrowRight, ChevronDown, ChevronRight, Minus, Pencil, Plus, Spline } from 'lucide-react'
import { useState } from 'react'
import { cn } from '#lib/class-names.ts'
import { useT } from '#lib/i18n.ts'
import { Button } from '#ui/button.tsx'
import { copyText } from '#ui/copy-button.tsx'
import { Icon } from '#ui/icon.tsx'
import { Segmented } from '#ui/segmented.tsx'
import { Tag, type Tone } from '#ui/tag.tsx'
import { toast } from '#ui/toast-store.ts'
import { NodeTile } from '../nodes/node-tile.tsx'
import type { CanvasDiff, EdgeDiff, NodeDiff } from './canvas-diff.ts'
import { diffText, portText } from './diff-text.ts'
import { FieldDiffRow } from './field-diff.tsx'
import type { DiffKind } from '../document/canvas-overlays.tsx'

const markLooks: Record<DiffKind, { tone: Tone; icon: typeof Plus }> = {
  added: { tone: 'ok', icon: Plus },
  removed: { tone: 'err', icon: Minus },
  changed: { tone: 'warn', icon: Pencil },
}
type Filter = 'all' | DiffKind

interface ChangesPanelProps {
  diff: CanvasDiff
  chosen: string
  onChoose: (nodeId: string) => void
}

/** All changes as a list: nodes with their fields, then edges. */
export function ChangesPanel({ diff, chosen, onChoose }: ChangesPanelProps) {
  const t = useT('workflow-run')
  const [filter, setFilter] = useState<Filter>('all')
  const countOf = (kind: DiffKind) => diff.nodes.filter((node) => node.change === kind).length
  const shown = diff.nodes.filter((node) => filter === 'all' || node.change === filter)
  const copy = async () => {
    if (await copyText(diffText(t, diff))) toast.ok(t('diff.copied'))
  }
  return (
    <aside aria-label={t('diff.title')} className="flex w-100 shrink-0 flex-col border-l border-line bg-card">
      <header className="flex h-12 shrink-0 items-center gap-2 border-b border-line px-4">
        <h2 className="flex-1 font-semibold">{t('diff.title')}</h2>
        <Segmented
          size="sm"
          label={t('diff.filter')}
          items={(['all', 'changed', 'added', 'removed'] as const).map((value) => ({
            value,
            label: t(`diff.${value}`),
            count: value === 'all' ? diff.nodes.length : countOf(value),
          }))}
          value={filter}
          onChange={setFilter}
        />
      </header>
      <div className="min-h-0 flex-1 overflow-y-auto">
        {diff.nodes.length === 0 && diff.edges.length === 0 && <p className="p-4 text-mute">{t('diff.none')}</p>}
        {shown.map((node) => (
          <NodeChange
            key={`${node.change}/${node.id}`}
            node={node}
            isChosen={node.id === chosen}
            onChoose={() => onChoose(node.id)}
          />
        ))}
        {filter === 'all' && diff.edges.length > 0 && <EdgeChanges edges={diff.edges} />}
      </div>
      <footer className="flex h-11 shrink-0 items-center justify-between gap-2 border-t border-line px-4 text-small text-mute">
        <span>{diff.moved > 0 ? t('diff.moved', { count: diff.moved }) : ''}</span>
        <Button size="xs" kind="ghost" onClick={() => void copy()}>
          {t('diff.copy')}
        </Button>
      </footer>
    </aside>
  )
}

function NodeChange({ node, isChosen, onChoose }: { node: NodeDiff; isChosen: boolean; onChoose: () => void }) {
  const t = useT('workflow-run')
  const [isOpen, setOpen] = useState(true)
  const { tone, icon } = markLooks[node.change]
  const isRemoved = node.change === 'removed'
  const note = isRemoved
    ? node.parentTitle && t('diff.in', { title: node.parentTitle })
    : node.change === 'changed'
      ? t('diff.fields', { count: node.fields.length })
      : node.parentTitle && t('diff.in', { title: node.parentTitle })
  return (
    <section className={cn('border-b border-line px-4 py-2.5', isChosen && 'bg-brand-soft/35')}>
      <h3 className="flex items-center gap-2">
        <button
          type="button"
          aria-expanded={isOpen}
          aria-label={t(isOpen ? 'fold' : 'unfold', { title: node.title })}
          onClick={() => setOpen(!isOpen)}
          className="hit-area flex size-4 shrink-0 items-center justify-center rounded-sm text-mute"
        >
          <Icon of={isOpen ? ChevronDown : ChevronRight} size={14} />
        </button>
        <NodeTile type={node.type} />
        <button
          type="button"
          aria-pressed={isChosen}
          onClick={onChoose}
          className={cn('min-w-0 flex-1 truncate rounded-sm text-left font-semibold', isRemoved && 'line-through')}
        >
          {node.title}
        </button>
        {note && <span className="shrink-0 text-small text-mute">{note}</span>}
        <Tag tone={tone} icon={icon}>
          {t(`diff.${node.change}`)}
        </Tag>
      </h3>
      {isOpen && node.fields.length > 0 && (
        <dl className="mt-1 pl-6">
          {node.fields.map((field) => (
            <FieldDiffRow key={field.path.join('\n')} diff={field} />
          ))}
        </dl>
      )}
    </section>
  )
}

function EdgeChanges({ edges }: { edges: readonly EdgeDiff[] }) {
  const t = useT('workflow-run')
  const added = edges.filter((edge) => edge.change === 'added').length
  return (
    <section className="px-4 py-2.5">
      <h3 className="flex items-center gap-2">
        <Icon of={Spline} className="ml-6 text-mute" />
        <span className="flex-1 font-semibold">{t('diff.edges')}</span>
        <span className="text-small text-mute">{t('diff.edgeCounts', { added, removed: edges.length - added })}</span>
      </h3>
      <ul className="mt-1 flex flex-col gap-1 pl-6 text-small">
        {edges.map(({ key, change, from, port, to }) => (
          <li key={`${change}${key}`} className={cn('flex items-center gap-2', change === 'removed' && 'text-mute')}>
            <Icon
              of={change === 'added' ? Plus : Minus}
              size={12}
              className={cn('shrink-0', change === 'added' ? 'text-ok' : 'text-err')}
            />
            <span className="sr-only">{t(`diff.${change}`)}</span>
            <span className={cn('truncate', change === 'removed' && 'line-through')}>
              {from}
              {portText(t, port)}
            </span>
            <Icon of={ArrowRight} size={12} className="shrink-0 text-mute" />
            <span className={cn('truncate', change === 'removed' && 'line-through')}>{to}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}
