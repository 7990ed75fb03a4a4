import { stableIndex } from '@orrery/contract/shared/stable-index'
import { Avatar as Base } from '@base-ui/react/avatar'
import { cn } from '#lib/class-names.ts'
import { Icon, type IconType } from './icon.tsx'
import type { TileKind } from '#lib/tile-kind.ts'
import { kindGlyph, tileShape, type TileSize, TypeTile } from './type-tile.tsx'

const gradients = [
  'from-[oklch(0.69_0.17_240)] to-[oklch(0.56_0.23_277)]',
  'from-[oklch(0.61_0.11_222)] to-[oklch(0.5_0.09_188)]',
  'from-[oklch(0.61_0.24_17)] to-[oklch(0.64_0.22_41)]',
  'from-[oklch(0.58_0.23_292)] to-[oklch(0.52_0.26_302)]',
  'from-[oklch(0.45_0.05_257)] to-[oklch(0.42_0.2_277)]',
  'from-[oklch(0.6_0.13_163)] to-[oklch(0.5_0.09_188)]',
  'from-[oklch(0.57_0.28_322)] to-[oklch(0.5_0.2_4)]',
  'from-[oklch(0.55_0.24_262)] to-[oklch(0.55_0.15_240)]',
  'from-[oklch(0.62_0.17_135)] to-[oklch(0.5_0.11_165)]',
  'from-[oklch(0.6_0.22_38)] to-[oklch(0.57_0.24_28)]',
]

interface PictureTileProps {
  /** Determines the gradient if there is no picture. */
  id: string
  kind: TileKind
  src?: string | null
  glyph?: IconType
  size?: TileSize
  /** Grey while the resource is being copied. */
  dimmed?: boolean
  className?: string
}

/** The picture of a resource. Without one, a gradient derived from its id, or the tile of its kind. */
export function PictureTile({ id, kind, src, glyph, size = 40, dimmed, className }: PictureTileProps) {
  const shape = tileShape(size)
  // Each bot and project has its own colour; other resources without a picture have the colour of their kind.
  if (!src && kind !== 'bot' && kind !== 'project' && !glyph)
    return <TypeTile kind={kind} size={size} {...(className && { className })} />
  return (
    <Base.Root
      aria-hidden
      style={{ width: size, height: size }}
      className={cn(
        'inline-flex shrink-0 items-center justify-center overflow-hidden text-white',
        shape.radius,
        className,
      )}
    >
      {src && <Base.Image src={src} alt="" className={cn('size-full object-cover', dimmed && 'grayscale')} />}
      {/* Only without a picture: it would show behind transparent corners of a picture. */}
      <Base.Fallback
        className={cn(
          'flex size-full items-center justify-center',
          dimmed ? 'bg-faint/60' : cn('bg-linear-135', gradients[stableIndex(id, gradients.length)]),
        )}
      >
        <Icon of={glyph ?? kindGlyph(kind)} size={shape.glyph} />
      </Base.Fallback>
    </Base.Root>
  )
}
