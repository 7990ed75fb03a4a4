import { spaceColour } from '@orrery/contract/shared/stable-index'
import { Avatar as Base } from '@base-ui/react/avatar'
import { cn } from '#lib/class-names.ts'
import { initials } from '#lib/initials.ts'

/** White letters on these colours have a contrast of at least 4.5 : 1. */
const grounds = [
  'bg-[oklch(0.5_0.09_180)]',
  'bg-[oklch(0.53_0.15_45)]',
  'bg-[oklch(0.5_0.16_262)]',
  'bg-[oklch(0.5_0.19_303)]',
  'bg-[oklch(0.51_0.18_10)]',
  'bg-[oklch(0.48_0.11_150)]',
]

interface SpaceTileProps {
  id: string
  /** The colour of a space whose id is not known here. */
  colour?: number
  name: string
  src?: string
  size?: number
  className?: string
}

/** Decorative: the name of the space is shown beside it. */
export function SpaceTile({ id, colour, name, src, size = 28, className }: SpaceTileProps) {
  return (
    <Base.Root
      aria-hidden
      style={{ width: size, height: size, fontSize: Math.round(size * 0.46) }}
      className={cn(
        'inline-flex shrink-0 items-center justify-center overflow-hidden rounded-md font-semibold text-white select-none',
        grounds[colour ?? spaceColour(id)],
        className,
      )}
    >
      {src && <Base.Image src={src} alt="" className="size-full object-cover" />}
      <Base.Fallback>{initials(name).slice(0, 1) || '·'}</Base.Fallback>
    </Base.Root>
  )
}
