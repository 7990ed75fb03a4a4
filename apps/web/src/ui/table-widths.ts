import { useSyncExternalStore } from 'react'
import { breakpoints, columnWidth } from '#lib/layout.ts'
import { subscribeToWidth } from '#lib/viewport.ts'
import type { Column } from './table-column.ts'

/** The minimum width of the name column. */
const minLeadWidth = 200
const shownFrom = { sm: breakpoints.sm, md: breakpoints.md, lg: breakpoints.lg, wide: 1360, xl: breakpoints.xl }

/**
 * Columns with a width in pixels shrink in a narrow list, so that names stay readable. `others` is the width of
 * everything that is not a column: checkboxes, actions.
 */
export function useColumnWidths<Row>(columns: readonly Column<Row>[], others: number) {
  const windowWidth = useSyncExternalStore(subscribeToWidth, () => window.innerWidth)
  const widthOf = ({ width }: Column<Row>) => (width === 'viewport' ? columnWidth(windowWidth) : width)
  const isShown = ({ hideBelow }: Column<Row>) => !hideBelow || windowWidth >= shownFrom[hideBelow]
  const hasLead = columns.some((column) => widthOf(column) === undefined)
  const total = columns.filter(isShown).reduce((sum, column) => sum + pixels(widthOf(column)), 0)
  return (column: Column<Row>) => {
    const width = widthOf(column)
    // Columns that depend on the window shrink on their own.
    if (!hasLead || column.width === 'viewport' || typeof width !== 'number') return width
    // Relative to the container: a table would ignore a percentage here.
    return `min(${width}px, calc((100cqw - ${minLeadWidth + others}px) * ${(width / total).toFixed(3)}))`
  }
}
const pixels = (width: number | string | undefined) => (typeof width === 'number' ? width : 0)
