import { Braces, TriangleAlert } from 'lucide-react'
import { cn } from '#lib/class-names.ts'
import { useT } from '#lib/i18n.ts'
import { Icon } from '#ui/icon.tsx'
import { NodeTile } from '../nodes/node-tile.tsx'
import { titleOf } from '../document/canvas.ts'
import type { FoundValue } from './find-value.ts'

interface ReferenceChipProps {
  found: FoundValue | undefined
  /** The stored name, shown if the target was deleted. */
  name: string
}

/** A reference, shown as the node and the name of the value. */
export function ReferenceChip({ found, name }: ReferenceChipProps) {
  const t = useT('workflow-node')
  const node = found?.group.node
  return (
    <span
      className={cn(
        'inline-flex h-5 max-w-full min-w-0 items-center gap-1 rounded-xs px-1 text-small',
        found ? 'bg-brand-soft text-brand' : 'bg-err-soft text-err',
      )}
    >
      {node ? (
        <NodeTile type={node.type} size={16} className="size-3.5!" />
      ) : (
        <Icon of={found ? Braces : TriangleAlert} size={14} className="shrink-0" />
      )}
      {node && (
        <>
          <span className="min-w-0 shrink truncate">{titleOf(node)}</span>
          <span aria-hidden>·</span>
        </>
      )}
      <span className="min-w-0 truncate font-mono text-code-caption">{found ? found.path.join('.') : name}</span>
      {!found && <span className="shrink-0">· {t('value.gone')}</span>}
    </span>
  )
}
