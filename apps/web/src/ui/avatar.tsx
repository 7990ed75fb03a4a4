import { stableIndex } from '@orrery/contract/shared/stable-index'
import { Avatar as Base } from '@base-ui/react/avatar'
import { cn } from '#lib/class-names.ts'
import { initials } from '#lib/initials.ts'

const colours = [
  'bg-[oklch(0.924_0.12_95.7)] text-[oklch(0.41_0.11_46)]',
  'bg-[oklch(0.9_0.058_231)] text-[oklch(0.39_0.09_241)]',
  'bg-[oklch(0.89_0.058_10)] text-[oklch(0.41_0.159_10)]',
  'bg-[oklch(0.905_0.093_164)] text-[oklch(0.38_0.077_169)]',
  'bg-[oklch(0.894_0.057_293)] text-[oklch(0.38_0.189_294)]',
  'bg-[oklch(0.91_0.096_180)] text-[oklch(0.39_0.07_188)]',
  'bg-[oklch(0.903_0.076_320)] text-[oklch(0.4_0.17_326)]',
  'bg-[oklch(0.9_0.076_71)] text-[oklch(0.41_0.123_38)]',
]

interface AvatarProps {
  name: string
  /** Determines the colour, so that it does not change with the name. */
  id?: string
  src?: string | null
  size?: number
  /** The name is shown beside the avatar, so a screen reader need not read it twice. */
  decorative?: boolean
  className?: string
}

export function Avatar({ name, id, src, size = 30, decorative = false, className }: AvatarProps) {
  return (
    <Base.Root
      role={decorative ? undefined : 'img'}
      aria-label={decorative ? undefined : name}
      aria-hidden={decorative || undefined}
      style={{ width: size, height: size, fontSize: Math.max(8, Math.round(size * 0.4)) }}
      className={cn(
        'inline-flex shrink-0 items-center justify-center overflow-hidden rounded-full align-middle leading-none font-semibold select-none',
        colours[stableIndex(id ?? name, colours.length)],
        className,
      )}
    >
      {src && <Base.Image src={src} alt="" className="size-full object-cover" />}
      {/* An image instead of text: the initials are not part of the name of a button that contains the avatar. */}
      <Base.Fallback data-initials={initials(name)} className="before:content-[attr(data-initials)]" />
    </Base.Root>
  )
}

/** People who work on a resource; the first ones are shown, the others counted. */
export function AvatarStack({
  people,
  size = 24,
  most = 3,
}: {
  people: readonly AvatarProps[]
  size?: number
  most?: number
}) {
  const rest = people.length - most
  return (
    <span className="flex items-center">
      {people.slice(0, most).map((person) => (
        <Avatar key={person.id ?? person.name} {...person} size={size} className="-ml-1 ring-2 ring-card first:ml-0" />
      ))}
      {rest > 0 && <span className="ml-1 text-small text-mute">+{rest}</span>}
    </span>
  )
}
