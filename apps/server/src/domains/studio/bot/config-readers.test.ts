import { readdirSync, readFileSync, statSync } from 'node:fs'
import path from 'node:path'
import { botInfoSchema, shortcutSchema } from '@orrery/contract'
import { expect, test } from 'vitest'
import { z } from 'zod'

const root = path.resolve(import.meta.dirname, '../../../../../..')
const folders = ['apps/server/src', 'apps/web/src', 'packages/engine/src']
/** Files that only name fields: tests, samples, and code that converts or describes drafts. */
const isOther =
  /\.test\.|\/testing\/|\/templates\/|\/locales\/|work-info\.ts$|draft-groups\.ts$|use-group-name\.ts$|changelog\.ts$/

function sources(folder: string): string[] {
  return readdirSync(folder).flatMap((name) => {
    const file = path.join(folder, name)
    if (statSync(file).isDirectory()) return sources(file)
    return /\.tsx?$/.test(name) && !isOther.test(file) ? [readFileSync(file, 'utf8')] : []
  })
}

/** Every field of a bot's configuration, by its path. */
function fieldsOf(schema: z.ZodType, way: string[], found: Map<string, string>, seen: Set<z.ZodType>): void {
  if (seen.has(schema)) return
  seen.add(schema)
  const go = (inner: unknown, at = way) => fieldsOf(inner as z.ZodType, at, found, seen)
  if (schema instanceof z.ZodObject)
    for (const [name, inner] of Object.entries(schema.shape as Record<string, z.ZodType>)) {
      found.set([...way, name].join('.'), name)
      go(inner, [...way, name])
    }
  else if (schema instanceof z.ZodArray) go(schema.element)
  else if (schema instanceof z.ZodRecord) go(schema.valueType)
  else if (schema instanceof z.ZodPipe) {
    go(schema.in)
    go(schema.out)
  } else if ('unwrap' in schema && typeof schema.unwrap === 'function') go(schema.unwrap())
}

test('every stored setting of a bot is read by some code', () => {
  const found = new Map<string, string>()
  fieldsOf(botInfoSchema, [], found, new Set())
  fieldsOf(shortcutSchema, ['shortcuts'], found, new Set())
  expect(found.size).toBeGreaterThan(150)
  // This file assembles the persona, for the server and the web app.
  const shared = readFileSync(path.join(root, 'packages/contract/src/shared/bot-info.ts'), 'utf8')
  const text = [shared, ...folders.flatMap((folder) => sources(path.join(root, folder)))].join('\n')
  const words = new Set(text.match(/\w+/g))
  expect([...found].filter(([, name]) => !words.has(name)).map(([way]) => way)).toEqual([])
})
