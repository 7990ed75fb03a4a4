import type { CSSProperties } from 'react'

/** The colour from which `[data-accent]` in tokens.css derives the brand colours, or those of the product. */
export const accentStyle = (color: string): CSSProperties => (color ? ({ '--accent': color } as CSSProperties) : {})
