import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { extendTailwindMerge } from 'tailwind-merge'
import { expect, it } from 'vitest'
import { cn } from './class-names.ts'

const source = path.resolve(import.meta.dirname, '..')

/** All of Tailwind, with the names of our theme. */
const complete = extendTailwindMerge({
  cacheSize: 0,
  extend: {
    theme: {
      text: 'caption small body prose title dialog figure greeting heading code code-caption'.split(' '),
      shadow: ['card', 'float', 'dialog'],
    },
    classGroups: { z: [{ z: ['canvas', 'sheet', 'popover', 'dialog', 'toast', 'tooltip'] }] },
  },
})

/** The utilities that the components use, without variants such as `hover:`. */
function utilities(): string[] {
  const words = globSync('**/*.{ts,tsx}', { cwd: source })
    .filter((file) => !/\.test\.|class-groups/.test(file))
    .flatMap((file) => [...readFileSync(path.join(source, file), 'utf8').matchAll(/['"`]([^'"`\n]*)['"`]/g)])
    .flatMap(([, text]) => text!.split(/\s+/))
    .filter((word) => /^-?[a-z][a-z0-9./%()[\],_-]*$/.test(word))
  return [...new Set(words)].filter((word) => complete(`${word} ${word}`) === word)
}

/** A few utilities of each kind: two text colours are merged in the same way. */
function examples(all: string[]): string[] {
  const byKind = Map.groupBy(all, (word) => word.replace(/-?[^-[]*(\[.*)?$/, ''))
  return [...byKind.values()].flatMap((alike) => alike.slice(0, 4))
}

it('keeps the same class names as a merge with all of Tailwind', () => {
  const words = examples(utilities())
  expect(words.length).toBeGreaterThan(200)
  const differences = words.flatMap((first) =>
    words
      .map((second) => `${first} ${second}`)
      .filter((both) => cn(both) !== complete(both))
      .map((both) => `${both}: ${cn(both)}`),
  )
  expect(differences).toEqual([])
})
