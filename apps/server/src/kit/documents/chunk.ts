import { ParseFailure } from './document-errors.ts'
import type { Block } from './text-blocks.ts'

export interface ChunkRule {
  /** 0 automatic, 1 custom, 2 by heading level, 3 small pieces inside large ones. */
  kind: 0 | 1 | 2 | 3
  separator?: string
  size?: number
  /** Percentage of the size by which a slice overlaps the previous one. */
  overlap?: number
  removeSpaces?: boolean
  removeLinks?: boolean
  maxLevel?: number
  saveTitle?: boolean
  childSize?: number
}
export interface Chunk {
  content: string
  /** The headings above it, outermost first. */
  titles: string[]
  page?: number
  /** The large piece that contains this one: searches match the small piece and return the large one. */
  parent?: string
}
const CHUNK_LIMITS = { min: 50, max: 10_000, auto: 800, child: 200, slices: 50_000 } as const

export function chunkBlocks(blocks: readonly Block[], rule: ChunkRule): Chunk[] {
  const size = Math.min(CHUNK_LIMITS.max, Math.max(CHUNK_LIMITS.min, rule.size || CHUNK_LIMITS.auto))
  const share = rule.overlap ?? (rule.kind === 1 ? 0 : 10)
  if (share >= 100) throw new ParseFailure('overlap')
  const keep = Math.floor((size * share) / 100)
  const chunks =
    rule.kind === 1
      ? custom(blocks, rule, size, keep)
      : rule.kind === 2
        ? leveled(blocks, rule, size)
        : rule.kind === 3
          ? nested(blocks, rule, size)
          : automatic(blocks, CHUNK_LIMITS.auto)
  return chunks.filter(({ content }) => content.trim()).slice(0, CHUNK_LIMITS.slices)
}

/** Joins paragraphs up to the size. A heading begins a new slice once the current one is half full. */
function automatic(blocks: readonly Block[], size: number): Chunk[] {
  const chunks: Chunk[] = []
  const titles: string[] = []
  let parts: string[] = []
  let length = 0
  let above: string[] = []
  let page: number | undefined
  const flush = () => {
    if (parts.length) chunks.push({ content: parts.join('\n'), titles: above, ...(page && { page }) })
    parts = []
    length = 0
  }
  const add = (text: string, at: number | undefined) => {
    if (length && length + text.length + 1 > size) flush()
    if (!parts.length) {
      above = titles.filter(Boolean)
      page = at
    }
    parts.push(text)
    length += text.length + 1
  }
  for (const { text, level, page: at } of blocks) {
    if (level) {
      if (length > size / 2) flush()
      titles.length = Math.min(titles.length, level - 1)
      while (titles.length < level - 1) titles.push('')
      add(text, at)
      titles.push(text)
    } else if (text.length <= size) add(text, at)
    else for (const piece of cut(text, size, Math.floor(size / 10))) add(piece, at)
  }
  flush()
  return chunks
}

/** By the custom rule: every separator ends a slice; longer parts are cut at the size. */
function custom(blocks: readonly Block[], rule: ChunkRule, size: number, keep: number): Chunk[] {
  const separator = unescapeSeparator(rule.separator ?? '\n')
  const texts = blocks.map(({ text, level }) => (level ? `${'#'.repeat(level)} ${text}` : text))
  const whole = texts.join('\n\n')
  const pageAt = pageFinder(blocks, texts)
  let offset = 0
  return (separator ? whole.split(separator) : [whole]).flatMap((part) => {
    const page = pageAt(offset)
    offset += part.length + separator.length
    const text = tidy(part, rule)
    return (text.length <= size ? [text] : cut(text, size, keep)).map((content) => ({
      content,
      titles: [],
      ...(page && { page }),
    }))
  })
}

/** Finds the page of an offset in the joined text; offsets must be requested in ascending order. */
function pageFinder(blocks: readonly Block[], texts: readonly string[]) {
  let [at, end] = [0, texts[0]?.length ?? 0]
  return (offset: number): number | undefined => {
    while (end < offset && at < texts.length - 1) {
      at += 1
      end += texts[at]!.length + 2
    }
    return blocks[at]?.page
  }
}

/** Large pieces to return, cut into small ones to search: small ones match precisely, large ones give context. */
function nested(blocks: readonly Block[], rule: ChunkRule, size: number): Chunk[] {
  const small = Math.min(size, Math.max(CHUNK_LIMITS.min, rule.childSize || CHUNK_LIMITS.child))
  return automatic(blocks, size).flatMap(({ content, ...rest }) => {
    const parent = tidy(content, rule)
    return cut(parent, small, 0).map((piece) => ({ ...rest, content: piece, parent }))
  })
}

/** One slice per section, down to the given heading level; the titles stay above the text unless turned off. */
function leveled(blocks: readonly Block[], rule: ChunkRule, size: number): Chunk[] {
  const depth = rule.maxLevel && rule.maxLevel > 0 ? rule.maxLevel : 3
  const sections: { titles: string[]; parts: string[]; page?: number | undefined }[] = [
    { titles: [], parts: [], page: blocks[0]?.page },
  ]
  const path: string[] = []
  for (const { text, level, page } of blocks) {
    if (level && level <= depth) {
      path.length = Math.min(path.length, level - 1)
      while (path.length < level - 1) path.push('')
      path.push(text)
      sections.push({ titles: path.filter(Boolean), parts: [], page })
    } else sections.at(-1)!.parts.push(text)
  }
  return sections.flatMap(({ titles, parts, page }) => {
    const text = tidy(parts.join('\n'), rule)
    // A heading without text of its own remains in the titles of its subsections.
    if (!text) return []
    const head = rule.saveTitle === false || !titles.length ? '' : `${titles.join(' > ')}\n`
    return (text.length <= size ? [text] : cut(text, size, 0)).map((piece) => ({
      content: head + piece,
      titles,
      ...(page && { page }),
    }))
  })
}

function tidy(text: string, rule: ChunkRule): string {
  let result = text
  if (rule.removeLinks)
    result = result
      .replaceAll(/\b(?:https?|ftp):\/\/[^\s)>\]]+|\bwww\.[^\s)>\]]+/gi, '')
      .replaceAll(/[\w.+-]+@[\w-]+(?:\.[\w-]+)+/g, '')
  if (rule.removeSpaces) result = result.replaceAll(/[ \t\u3000]+/g, ' ').replaceAll(/\s*\n\s*/g, '\n')
  return result.trim()
}

const boundary = /[。！？；!?;\n]|[.](?=\s|$)/g
/** Cuts pieces of at most `size`, at a sentence end in their second half if possible, overlapping by `keep`. */
function cut(text: string, size: number, keep: number): string[] {
  const pieces: string[] = []
  let at = 0
  while (at < text.length) {
    let end = Math.min(text.length, at + size)
    if (end < text.length) {
      const window = text.slice(at + Math.floor(size / 2), end)
      const last = [...window.matchAll(boundary)].at(-1)
      if (last) end = at + Math.floor(size / 2) + last.index + 1
      // Never split a surrogate pair.
      else if (/[\ud800-\udbff]/.test(text[end - 1]!)) end -= 1
    }
    const piece = text.slice(at, end).trim()
    if (piece) pieces.push(piece)
    if (end >= text.length) break
    at = Math.max(at + 1, end - Math.min(keep, Math.floor((end - at) / 2)))
  }
  return pieces
}

/** Forms send `\n` as two characters. */
const unescapeSeparator = (text: string) => text.replaceAll('\\r', '').replaceAll('\\n', '\n').replaceAll('\\t', '\t')
