import type { LucideIcon, LucideProps } from 'lucide-react'

export type IconType = LucideIcon

/** One stroke for all icons; they say nothing to a screen reader, the words beside them do. */
export function Icon({ of: Glyph, size = 16, strokeWidth = 1.75, ...rest }: LucideProps & { of: IconType }) {
  return <Glyph size={size} strokeWidth={strokeWidth} aria-hidden focusable={false} {...rest} />
}
