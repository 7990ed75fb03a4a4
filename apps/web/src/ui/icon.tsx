import type { LucideIcon, LucideProps } from 'lucide-react'

export type IconType = LucideIcon

/** Gives all icons the same stroke. They are hidden from screen readers; the text beside them names them. */
export function Icon({ of: Glyph, size = 16, strokeWidth = 1.75, ...rest }: LucideProps & { of: IconType }) {
  return <Glyph size={size} strokeWidth={strokeWidth} aria-hidden focusable={false} {...rest} />
}
