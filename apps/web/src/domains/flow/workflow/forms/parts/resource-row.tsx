import { X } from 'lucide-react'
import type { ReactNode } from 'react'
import { useT } from '#lib/i18n.ts'
import { IconButton } from '#ui/icon-button.tsx'
import { Tag } from '#ui/tag.tsx'
import type { TileKind } from '#lib/tile-kind.ts'
import { TypeTile } from '#ui/type-tile.tsx'
import { type ResourceKind, useResourceName } from '../../nodes/resources.queries.ts'

interface ResourceRowProps {
  kind: ResourceKind | 'plugin'
  id: string
  /** Name of the resource when it was selected. */
  name?: string
  tools?: ReactNode
  onRemove?: () => void
}

/** A selected resource with its current name. */
export function ResourceRow({ kind, id, name = '', tools, onRemove }: ResourceRowProps) {
  const t = useT('workflow-node')
  const found = useResourceName(kind === 'plugin' ? 'workflow' : kind, kind === 'plugin' ? '' : id)
  const isGone = kind !== 'plugin' && found === null
  const shown = found || name || id
  return (
    <div className="flex h-8 min-w-0 items-center gap-2 rounded-md border border-line px-2">
      <TypeTile kind={kind as TileKind} size={18} />
      <span className="min-w-0 flex-1 truncate">{shown}</span>
      {isGone && <Tag tone="err">{t('skills.gone')}</Tag>}
      {tools}
      {onRemove && <IconButton size="sm" icon={X} label={t('skills.remove', { name: shown })} onClick={onRemove} />}
    </div>
  )
}
