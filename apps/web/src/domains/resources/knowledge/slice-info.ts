import type { Slice } from './knowledge.queries.ts'

export interface SliceInfo {
  titles: readonly string[]
  page: number
  /** The id of the parent slice; empty if there is none. */
  parentId: string
}

/** Position of a slice in its document, sent as JSON text. */
export function readInfo({ chunk_info: json }: Pick<Slice, 'chunk_info'>): SliceInfo {
  try {
    const raw = JSON.parse(json) as { titles?: string[]; page?: number; parent_id?: string }
    return { titles: raw.titles ?? [], page: raw.page ?? 0, parentId: raw.parent_id ?? '' }
  } catch {
    return { titles: [], page: 0, parentId: '' }
  }
}

export interface Cell {
  column_id: string
  column_name: string
  value: string
}

/** The cells of a row of a table. */
export function readCells({ content }: Pick<Slice, 'content'>): Cell[] {
  try {
    const cells = JSON.parse(content) as Cell[]
    return Array.isArray(cells) ? cells : []
  } catch {
    return []
  }
}
export const writeCells = (cells: Readonly<Record<string, string>>): string => JSON.stringify(cells)
