import { useState } from 'react'
import { cn } from '#lib/class-names.ts'
import { useT } from '#lib/i18n.ts'
import { toast } from '#ui/toast-store.ts'
import { addNode, changeNode, faultsOf, linesOf, moveNode, newNode, type ParamNode, removeNode } from './param-tree.ts'
import { ParamRow } from './param-row.tsx'
import { UndeclaredRow } from './undeclared-row.tsx'
import { type Undeclared, withUndeclared } from './value-nodes.ts'

export interface ParamTableProps {
  kind: 'request' | 'response'
  label: string
  nodes: readonly ParamNode[]
  onChange: (nodes: ParamNode[]) => void
  isReadOnly: boolean
  /** Whether parameters have a location. The input of code is a single object without locations. */
  hasPlaces: boolean
  /** Fields of the last response that are not declared yet. */
  undeclared?: readonly Undeclared[]
  onDeclare?: (undeclared: Undeclared) => void
}

/** A tree of parameters as a table whose cells are edited in place. */
export function ParamTable(props: ParamTableProps) {
  const { kind, label, nodes, onChange, isReadOnly, hasPlaces, undeclared = [], onDeclare } = props
  const t = useT('plugin')
  const [folded, setFolded] = useState<ReadonlySet<string>>(new Set())
  const faults = faultsOf(nodes)
  const isRequest = kind === 'request'
  const fold = (key: string) => {
    const next = new Set(folded)
    if (!next.delete(key)) next.add(key)
    setFolded(next)
  }
  const remove = (node: ParamNode) => {
    const before = [...nodes]
    onChange(removeNode(nodes, node.key))
    toast.info(t('params.removed', { name: node.name || t('params.unnamed') }), {
      action: { label: t('undo'), onClick: () => onChange(before) },
    })
  }
  const addBelow = (node: ParamNode) => {
    setFolded(new Set([...folded].filter((key) => key !== node.key)))
    onChange(addNode(nodes, node.key, newNode()))
  }
  const lines = linesOf(nodes, folded)
  const rows = withUndeclared(lines, undeclared)
  return (
    <table aria-label={label} className="w-full table-fixed border-separate border-spacing-0">
      <thead>
        <tr className="h-8 text-left text-small text-mute [&_th]:border-b [&_th]:border-line [&_th]:font-medium">
          <th className={cn('pl-5', isRequest ? 'w-[23%]' : 'w-[30%]')}>{t('params.name')}</th>
          <th className="w-[16%] px-2">{t('params.type')}</th>
          {isRequest && hasPlaces && <th className="w-[10%] px-2">{t('params.in')}</th>}
          <th className="px-2">{t('params.desc')}</th>
          {isRequest && <th className="w-[14%] px-2">{t('params.default')}</th>}
          <th className="w-35 pr-5 text-right whitespace-nowrap">{t('params.seen')}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) =>
          'path' in row ? (
            <UndeclaredRow key={row.path} one={row} isReadOnly={isReadOnly} onDeclare={() => onDeclare?.(row)} />
          ) : (
            <ParamRow
              key={row.node.key}
              line={row}
              isRequest={isRequest}
              hasPlaces={hasPlaces}
              isReadOnly={isReadOnly}
              fault={faults.get(row.node.key)}
              isNew={row.node.name === '' && row === lines.at(-1)}
              onChange={(change) => onChange(changeNode(nodes, row.node.key, change))}
              onFold={() => fold(row.node.key)}
              onAdd={() => addBelow(row.node)}
              onMove={(by) => onChange(moveNode(nodes, row.node.key, by))}
              onRemove={() => remove(row.node)}
            />
          ),
        )}
        {lines.length === 0 && undeclared.length === 0 && (
          <tr>
            <td colSpan={isRequest ? 6 : 4} className="px-5 py-3 text-small text-mute">
              {t(isRequest ? 'params.none' : 'params.noneBack')}
            </td>
          </tr>
        )}
      </tbody>
    </table>
  )
}
