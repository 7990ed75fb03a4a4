import { ChunkType } from '@orrery/contract/shared/knowledge-enums'
import type { ChunkStrategy } from './use-document-actions.ts'

const chunkKinds = ['automatic', 'custom', 'level', 'parentChild'] as const
export type ChunkKind = (typeof chunkKinds)[number]

export const kindOf = (strategy: Pick<ChunkStrategy, 'chunk_type'>): ChunkKind =>
  chunkKinds.find((kind) => ChunkType[kind] === strategy.chunk_type) ?? 'automatic'

export const firstStrategy: ChunkStrategy = {
  separator: '\n\n',
  max_tokens: 800,
  remove_extra_spaces: true,
  remove_urls_emails: false,
  chunk_type: ChunkType.automatic,
  content_schema: 0,
  caption_type: 0,
  overlap: 10,
  max_level: 3,
  save_title: true,
  child_max_tokens: 200,
}

/** The separators that can be chosen, by name. */
export const separators = {
  line: '\n',
  blank: '\n\n',
  stopZh: '。',
  stop: '. ',
  rule: '---',
} as const
export type Separator = keyof typeof separators | 'own'
export const separatorOf = (text: string): Separator =>
  (Object.keys(separators) as (keyof typeof separators)[]).find((name) => separators[name] === text) ?? 'own'

/** Parses `1-3, 64` into numbers; null if the text is invalid. */
export function readPages(text: string): number[] | null {
  const pages = new Set<number>()
  for (const part of text.split(/[,，;\s]+/).filter(Boolean)) {
    const match = /^(\d{1,5})(?:[-–](\d{1,5}))?$/.exec(part)
    if (!match) return null
    const [from, to] = [Number(match[1]), Number(match[2] ?? match[1])]
    if (from < 1 || to < from || to - from > 2000) return null
    for (let page = from; page <= to; page += 1) pages.add(page)
  }
  return [...pages].sort((a, b) => a - b)
}

/** The number of characters at the end of a slice that the next one repeats. */
export function overlapOf(before: string, after: string): number {
  const most = Math.min(before.length, after.length)
  for (let length = most; length >= 8; length -= 1) if (before.endsWith(after.slice(0, length))) return length
  return 0
}
