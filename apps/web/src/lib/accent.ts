import type { CSSProperties } from 'react'

/** The colour that `[data-accent]` in tokens.css derives the brand colours from; none: those of the product. */
export const accentStyle = (color: string): CSSProperties => (color ? ({ '--accent': color } as CSSProperties) : {})
