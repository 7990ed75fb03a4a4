import { useSyncExternalStore } from 'react'
import { breakpoints, columnWidth } from '#lib/layout.ts'
import { subscribeToWidth } from '#lib/viewport.ts'
import type { Column } from './table-column.ts'

/** Room that the column with the name keeps. */
const leadRoom = 200
const shownFrom = { sm: breakpoints.sm, md: breakpoints.md, lg: breakpoints.lg, wide: 1360, xl: breakpoints.xl }

/**
 * Columns with a width in pixels give way in a narrow list, so that names can be read. `others` is the room of what is no
 * column: boxes to select, actions.
 */
export function useColumnWidths<Row>(columns: readonly Column<Row>[], others: number) {
  const windowWidth = useSyncExternalStore(subscribeToWidth, () => window.innerWidth)
  const widthOf = ({ width }: Column<Row>) => (width === 'viewport' ? columnWidth(windowWidth) : width)
  const isShown = ({ hideBelow }: Column<Row>) => !hideBelow || windowWidth >= shownFrom[hideBelow]
  const hasLead = columns.some((column) => widthOf(column) === undefined)
  const total = columns.filter(isShown).reduce((sum, column) => sum + pixels(widthOf(column)), 0)
  return (column: Column<Row>) => {
    const width = widthOf(column)
    // What follows the window gives way by itself.
    if (!hasLead || column.width === 'viewport' || typeof width !== 'number') return width
    // By the room of the list: a table would ignore the limit of a percentage.
    return `min(${width}px, calc((100cqw - ${leadRoom + others}px) * ${(width / total).toFixed(3)}))`
  }
}
const pixels = (width: number | string | undefined) => (typeof width === 'number' ? width : 0)
