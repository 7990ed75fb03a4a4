import type { Blobs } from '#kit/blobs/blobs.ts'
import { createOnce } from '#kit/once.ts'
import { drawIcon, glyphFor, groundCount, groundFor } from './draw-icon.ts'
import { type Glyph, glyphNames } from './glyphs.ts'

/** Kinds with default icons, by the numbers clients use. */
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
  /** Icons of what the product itself offers: plugins and templates. */
  official: glyphNames,
  bot: [
    'orbit',
    'spark',
    'chat',
    'bolt',
    'compass',
    'heart',
    'bot',
    'headset',
    'map',
    'cap',
    'pen',
    'chart',
    'receipt',
    'languages',
    'lightbulb',
    'utensils',
  ],
  project: ['layers', 'package', 'template', 'workflow', 'briefcase', 'rocket'],
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
/** Kinds whose default icon depends on the name: any glyph on any ground. */
const named = ['bot', 'project'] as const
export type NamedSet = (typeof named)[number]

interface Icon {
  seed: string
  glyph: Glyph
  ground?: number
}
const keyOf = (set: string, glyph: Glyph) => `builtin/${set}/${glyph}.png`
const namedKey = (set: NamedSet, glyph: Glyph, ground: number) => `builtin/${set}/${glyph}-${ground}.png`
const all = new Map<string, Icon>([
  ...Object.entries(sets).flatMap(([set, glyphs]) =>
    glyphs.map((glyph): [string, Icon] => [keyOf(set, glyph), { seed: `${set}/${glyph}`, glyph }]),
  ),
  ...named.flatMap((set) =>
    glyphNames.flatMap((glyph) =>
      Array.from({ length: groundCount }, (_, ground): [string, Icon] => [
        namedKey(set, glyph, ground),
        { seed: set, glyph, ground },
      ]),
    ),
  ),
])

/** Icons are shown small and many per page; more pixels would only cost bandwidth. */
const SIDE = 128

/** Cache of this process, shared by all its app instances: the bytes are always the same. */
const drawn = createOnce<string, Buffer>()

/** Icons that ship with the product, drawn on first use and stored with the other files. */
export function createBuiltinIcons(blobs: Blobs) {
  const ready = createOnce<string, void>()
  async function draw(key: string) {
    const { seed, glyph, ground } = all.get(key)!
    const bytes = await drawn(key, () => drawIcon(seed, glyph, SIDE, ground))
    // An older release may have drawn the icon differently.
    const known = await blobs.get(key)
    if (known?.size !== bytes.byteLength) await blobs.put(key, bytes, 'image/png')
  }
  const ensure = (key: string): Promise<void> => ready(key, () => draw(key))
  return {
    /** The default icon for a name: the glyph fits the name, and the colour is derived from it. */
    async forName(set: NamedSet, name: string): Promise<string> {
      const key = namedKey(set, glyphFor(name), groundFor(name))
      await ensure(key)
      return key
    },
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
