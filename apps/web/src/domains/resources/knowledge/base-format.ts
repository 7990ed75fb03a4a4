import { FormatType } from '@orrery/contract/shared/knowledge-enums'
import type { TileKind } from '#lib/tile-kind.ts'

export const formats = ['text', 'table', 'image'] as const
export type BaseFormat = (typeof formats)[number]

export const formatNumberOf = (format: BaseFormat): FormatType => FormatType[format]
export const formatOf = (number: number): BaseFormat => formats[number] ?? 'text'
export const tileOf: Record<BaseFormat, TileKind> = {
  text: 'knowledge',
  table: 'knowledge-table',
  image: 'knowledge-image',
}

/** Accepted files per kind of base. */
export const accepts: Record<BaseFormat, string> = {
  text: '.pdf,.docx,.doc,.pptx,.ppt,.md,.markdown,.txt,.log,.html,.htm,.csv,.tsv,.xlsx,.xls,.json',
  table: '.csv,.tsv,.xlsx,.xls,.json',
  image: '.png,.jpg,.jpeg,.webp,.gif',
}
export const maxMegabytes: Record<BaseFormat, number> = { text: 100, table: 100, image: 20 }
