import type { Blobs } from '#kit/blobs/blobs.ts'
import { drawIcon, type Glyph, glyphNames } from './draw-icon.ts'

/** Kinds of things that have default icons, as clients number them. */
export const IconType = {
  bot: 1,
  user: 2,
  plugin: 3,
  dataset: 4,
  space: 5,
  workflow: 6,
  imageflow: 7,
  society: 8,
  connector: 9,
  chatflow: 10,
  voice: 11,
  enterprise: 12,
} as const
const sets: Record<string, readonly Glyph[]> = {
  /** Of what the product itself offers: plugins and templates. */
  official: glyphNames,
  bot: ['orbit', 'spark', 'chat', 'bolt', 'compass', 'heart'],
  user: ['heart', 'leaf', 'spark'],
  plugin: ['cube', 'bolt', 'code'],
  dataset: ['book', 'chart', 'leaf'],
  space: ['orbit', 'cube', 'compass'],
  workflow: ['bolt', 'orbit', 'chart'],
  imageflow: ['spark', 'leaf', 'music'],
  society: ['chat', 'globe', 'heart'],
  connector: ['globe', 'shield', 'bolt', 'code', 'chat'],
  chatflow: ['chat', 'bolt', 'orbit'],
  voice: ['music', 'chat', 'spark'],
  enterprise: ['shield', 'chart', 'cube'],
  shortcut: [
    'spark',
    'bolt',
    'chat',
    'globe',
    'pen',
    'code',
    'chart',
    'book',
    'calendar',
    'compass',
    'music',
    'shield',
  ],
}
const keyOf = (set: string, glyph: Glyph) => `builtin/${set}/${glyph}.png`
const all = new Map(
  Object.entries(sets).flatMap(([set, glyphs]) => glyphs.map((glyph) => [keyOf(set, glyph), { set, glyph }] as const)),
)

/** Icons that ship with the product. They are drawn when first asked for and kept with the other files. */
export function createBuiltinIcons(blobs: Blobs) {
  const ready = new Map<string, Promise<void>>()
  async function draw(key: string) {
    const icon = all.get(key)!
    if (await blobs.get(key)) return
    await blobs.put(key, await drawIcon(`${icon.set}/${icon.glyph}`, icon.glyph), 'image/png')
  }
  function ensure(key: string): Promise<void> {
    const drawing =
      ready.get(key) ??
      draw(key).catch((cause: unknown) => {
        ready.delete(key)
        throw cause
      })
    ready.set(key, drawing)
    return drawing
  }
  return {
    async has(key: string): Promise<boolean> {
      if (!all.has(key)) return false
      await ensure(key)
      return true
    },
    /** The keys of a set, e.g. `bot` or `shortcut`. */
    async list(set: string): Promise<string[]> {
      const keys = (sets[set] ?? []).map((glyph) => keyOf(set, glyph))
      await Promise.all(keys.map(ensure))
      return keys
    },
  }
}
export type BuiltinIcons = ReturnType<typeof createBuiltinIcons>
