import type { ReactNode } from 'react'
import { cn } from '#lib/class-names.ts'

const hidden = {
  sm: 'max-sm:hidden',
  md: 'max-md:hidden',
  lg: 'max-lg:hidden',
  wide: 'max-[1360px]:hidden',
  xl: 'max-xl:hidden',
}

export interface Column<Row> {
  id: string
  head: ReactNode
  cell: (row: Row) => ReactNode
  /** `viewport`: depends on the width of the window. */
  width?: number | string | 'viewport'
  /** Numbers are aligned to the end. */
  align?: 'start' | 'end'
  sortable?: boolean
  /** On a card, which replaces a row in a narrow list, the cell begins with the column name. Numbers always do. */
  isNamedOnCard?: boolean
  /** On a card this cell comes first, as the title; by default the first column. */
  leadsCard?: boolean
  /** The column name is only for screen readers. */
  hideHead?: boolean
  /** Hidden in windows narrower than this; `wide` is 1360 px. */
  hideBelow?: keyof typeof hidden
}

export interface Sort {
  by: string
  descending: boolean
}

export type RowActions<Row> = (row: Row) => ReactNode

/** The style shared by the header and the cells of a column. */
export function columnStyle<Row>({ align, hideBelow }: Column<Row>, className: string): string {
  return cn('px-3 first:pl-5 last:pr-5', align === 'end' && 'text-right', hideBelow && hidden[hideBelow], className)
}
