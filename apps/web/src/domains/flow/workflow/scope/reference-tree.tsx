import { type RefContent, typeText, type ValueType } from '@orrery/engine/describe'
import { Braces, Check } from 'lucide-react'
import { useMemo, useState } from 'react'
import { cn } from '#lib/class-names.ts'
import { useDataTypeName } from '#lib/data-types.ts'
import { useT } from '#lib/i18n.ts'
import type { TreeNode } from '#lib/tree.ts'
import { Icon } from '#ui/icon.tsx'
import { Tree } from '#ui/tree.tsx'
import { NodeTile } from '../nodes/node-tile.tsx'
import { titleOf } from '../document/canvas.ts'
import { findValue } from './find-value.ts'
import { type Fit, fitOf } from './fit.ts'
import { groupTitle } from './group-title.ts'
import type { ScopeGroup, ScopeValue } from './scope-tree.ts'

interface ReferenceTreeProps {
  label: string
  scope: readonly ScopeGroup[]
  query: string
  /** The expected type; without it every type fits. */
  wanted: ValueType | undefined
  chosen: RefContent | undefined
  onChoose: (value: ScopeValue) => void
}

type Line = { group: ScopeGroup } | { value: ScopeValue; fit: Fit }

/** All available values, grouped by node. Values of the wrong type stay visible with a reason. */
export function ReferenceTree({ label, scope, query, wanted, chosen, onChoose }: ReferenceTreeProps) {
  const t = useT('workflow-node')
  const typeName = useDataTypeName()
  const nodes = useMemo(() => treeOf(scope, query.trim().toLowerCase(), wanted), [scope, query, wanted])
  const found = chosen && findValue(scope, chosen)
  const [open, setOpen] = useState<ReadonlySet<string>>(() => firstOpen(scope, found?.value.id))
  const shown = query.trim() ? new Set(allIds(nodes)) : open
  const row = (line: Line) => {
    if ('group' in line) {
      const { group } = line
      return {
        strong: true,
        tile: group.node ? <NodeTile type={group.node.type} size={16} /> : <Icon of={Braces} size={14} />,
        label: groupTitle(group, t),
      }
    }
    const { value, fit } = line
    const note = fit === 'fits' ? (value.isFirstItem ? t('fit.first') : '') : t(`fit.${fit}`)
    return {
      label: (
        <span className={cn('font-mono text-code', fit === 'no' && 'text-mute')} aria-disabled={fit === 'no'}>
          {value.name}
        </span>
      ),
      after: (
        <span className="flex shrink-0 items-center gap-1.5 text-caption text-mute">
          {note}
          <span className="font-mono text-code-caption">{typeName(typeText(value.type))}</span>
          {found?.value.id === value.id && <Icon of={Check} size={14} className="text-brand" />}
        </span>
      ),
    }
  }
  return (
    <Tree<Line>
      label={label}
      nodes={nodes}
      row={row}
      selected={found?.value.id ?? null}
      open={shown}
      onOpenChange={setOpen}
      onSelect={({ data }) => {
        if ('value' in data && data.fit !== 'no') onChoose(data.value)
      }}
    />
  )
}

function treeOf(scope: readonly ScopeGroup[], query: string, wanted: ValueType | undefined): TreeNode<Line>[] {
  return scope.flatMap((group) => {
    const isNamed = query !== '' && group.node !== undefined && titleOf(group.node).toLowerCase().includes(query)
    const children = branches(group.values, isNamed ? '' : query, wanted)
    return children.length ? [{ id: group.id, data: { group }, children }] : []
  })
}

/** Filters values by their name or the name of a field. */
function branches(values: readonly ScopeValue[], query: string, wanted: ValueType | undefined): TreeNode<Line>[] {
  return values.flatMap((value): TreeNode<Line>[] => {
    const isNamed = value.name.toLowerCase().includes(query)
    const children = branches(value.children, isNamed ? '' : query, wanted)
    if (!isNamed && !children.length) return []
    const data: Line = { value, fit: fitOf(value.type, wanted) }
    return [{ id: value.id, data, ...(children.length ? { children } : {}) }]
  })
}

const allIds = (nodes: readonly TreeNode<Line>[]): string[] =>
  nodes.flatMap((node) => [node.id, ...allIds(node.children ?? [])])

/** Initially expands nodes, because a click on an object selects it, and variables only if one of them is selected. */
function firstOpen(scope: readonly ScopeGroup[], chosen: string | undefined): ReadonlySet<string> {
  const open = new Set<string>()
  const openAll = (values: readonly ScopeValue[]): void => {
    for (const value of values) {
      open.add(value.id)
      openAll(value.children)
    }
  }
  for (const group of scope) {
    openAll(group.values)
    if (group.node || group.values.some((value) => chosen?.startsWith(value.id))) open.add(group.id)
  }
  return open
}
