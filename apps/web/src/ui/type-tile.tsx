import {
  Blocks,
  Bot,
  Box,
  Braces,
  Database,
  FileText,
  Folder,
  IdCard,
  Image,
  Images,
  MessagesSquare,
  Plug,
  Quote,
  Rows3,
  Table2,
  Workflow,
} from 'lucide-react'
import { cn } from '#lib/class-names.ts'
import type { TileKind } from '#lib/tile-kind.ts'
import { Icon, type IconType } from './icon.tsx'

/** Icon and colour of each kind, the same in lists, trees, menus and tabs. */
const kinds = {
  bot: { glyph: Bot, ground: 'bg-kind-bot' },
  project: { glyph: Folder, ground: 'bg-kind-project' },
  plugin: { glyph: Blocks, ground: 'bg-kind-plugin' },
  mcp: { glyph: Plug, ground: 'bg-kind-plugin' },
  workflow: { glyph: Workflow, ground: 'bg-kind-workflow' },
  chatflow: { glyph: MessagesSquare, ground: 'bg-kind-chatflow' },
  imageflow: { glyph: Images, ground: 'bg-kind-imageflow' },
  knowledge: { glyph: FileText, ground: 'bg-kind-knowledge' },
  'knowledge-table': { glyph: Table2, ground: 'bg-kind-knowledge' },
  'knowledge-image': { glyph: Image, ground: 'bg-kind-knowledge' },
  database: { glyph: Database, ground: 'bg-kind-database' },
  dataset: { glyph: Rows3, ground: 'bg-kind-dataset' },
  prompt: { glyph: Quote, ground: 'bg-kind-prompt' },
  card: { glyph: IdCard, ground: 'bg-kind-other' },
  variable: { glyph: Braces, ground: 'bg-kind-variable' },
  other: { glyph: Box, ground: 'bg-kind-other' },
} satisfies Record<TileKind, { glyph: IconType; ground: string }>

/** 18 in trees, 26 in sheets, 30 in tables, 36 in title bars, 40 on cards, 48 in drawers, 64 where it is changed. */
export type TileSize = 18 | 20 | 26 | 30 | 36 | 40 | 48 | 64

export const kindGlyph = (kind: TileKind): IconType => kinds[kind].glyph

/** The corner radius and glyph size for a tile size. */
export function tileShape(size: TileSize): { radius: string; glyph: number } {
  if (size <= 20) return { radius: 'rounded-[5px]', glyph: size - 8 }
  if (size <= 30) return { radius: 'rounded-md', glyph: 16 }
  return { radius: 'rounded-lg', glyph: size >= 48 ? 24 : 20 }
}

interface TypeTileProps {
  kind: TileKind
  size?: TileSize
  className?: string
}

/** Decorative: the name of the kind is shown beside it. */
export function TypeTile({ kind, size = 30, className }: TypeTileProps) {
  const { radius, glyph } = tileShape(size)
  return (
    <span
      aria-hidden
      style={{ width: size, height: size }}
      className={cn(
        'inline-flex shrink-0 items-center justify-center text-white',
        radius,
        kinds[kind].ground,
        className,
      )}
    >
      <Icon of={kinds[kind].glyph} size={glyph} />
    </span>
  )
}
