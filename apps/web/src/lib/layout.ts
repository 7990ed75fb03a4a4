export const breakpoints = { sm: 640, md: 768, lg: 1200, xl: 1600, 'xl1.5': 1680, '2xl': 1920 } as const

export const isNarrow = (width: number): boolean => width <= breakpoints.sm

/** In a lower window the page scrolls, except on a phone. Narrow windows fold panels instead (decision 0073). */
export const minPageHeight = 600

/** The width of a column for the width of the viewport, or before that is known. */
export function columnWidth(viewport?: number): number {
  if (viewport === undefined) return 136
  if (viewport >= 1600) return 160
  if (viewport >= 1400) return 136
  if (viewport >= 1280) return 76
  return 80
}

export const fileColumns = (width: number): 2 | 3 => (width > 500 ? 3 : 2)

const reachTop = 10
export const reachBottom = 50
type Scrolled = Pick<Element, 'scrollTop' | 'scrollHeight' | 'clientHeight'>

export const isAtTop = (view: Scrolled): boolean => view.scrollTop <= reachTop
export const isAtBottom = (view: Scrolled): boolean =>
  view.scrollHeight - view.scrollTop - view.clientHeight <= reachBottom
