import { describe } from '@orrery/engine/describe'
import { cn } from '#lib/class-names.ts'
import { Icon } from '#ui/icon.tsx'
import { nodeIcon } from './node-icons.ts'
import { toneGround } from './tones.ts'

const shapes = {
  16: { radius: 'rounded-sm', glyph: 10 },
  20: { radius: 'rounded-[5px]', glyph: 12 },
  26: { radius: 'rounded-md', glyph: 16 },
} as const

interface NodeTileProps {
  type: string
  size?: keyof typeof shapes
  className?: string
}

/** The icon of a node type in the colour of its category. Decorative: the name is shown beside it. */
export function NodeTile({ type, size = 20, className }: NodeTileProps) {
  const description = describe(type)
  const { radius, glyph } = shapes[size]
  return (
    <span
      aria-hidden
      style={{ width: size, height: size }}
      className={cn(
        'inline-flex shrink-0 items-center justify-center text-white',
        radius,
        toneGround[description?.tone ?? 'code'],
        className,
      )}
    >
      <Icon of={nodeIcon(description?.icon)} size={glyph} strokeWidth={2} />
    </span>
  )
}
