import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'

/** Shared by the `new:*` scripts. Files are collected and written at the end, so that a failed run changes nothing. */
export const root = path.resolve(import.meta.dirname, '..')
export const districts = [
  'ground',
  'chat',
  'library',
  'resources',
  'flow',
  'studio',
  'loop',
  'market',
  'reach',
  'enterprise',
]

/** Names that cannot be used for a variable or a table. */
const reserved = new Set(
  `all analyse analyze and any array as asc async await both break case cast catch check class collate column const constraint
  continue create default delete desc distinct do else end enum except export extends false fetch finally for foreign from
  function grant group having if import in initially instanceof interface into lateral leading let limit localtime new not null
  offset on only or order package placing primary private protected public references return returning select some static super
  switch symmetric table test then this throw to trailing true try typeof union unique user using var variadic void when where
  while window with yield`.split(/\s+/),
)

const written = new Map<string, string>()

export const read = (file: string) => written.get(file) ?? readFileSync(path.join(root, file), 'utf8')
export const exists = (file: string) => existsSync(path.join(root, file))

/** Creates a file. Never overwrites. */
export function create(file: string, text: string) {
  if (exists(file) || written.has(file)) fail(`${file} exists already`)
  written.set(file, text)
}

/** Replaces what a pattern finds in an existing file; `$1` in the replacement is the first group. */
export function edit(file: string, place: RegExp, replacement: string) {
  written.set(file, findPlace(file, place).replace(place, replacement))
}

/** Like `edit`, but inserts the text literally, for text from users. */
export function insert(file: string, place: RegExp, text: string) {
  written.set(
    file,
    findPlace(file, place).replace(place, () => text),
  )
}

function findPlace(file: string, place: RegExp): string {
  const text = read(file)
  if (!place.test(text)) fail(`${file} has changed its form: make this edit by hand, and adapt the generator`)
  return text
}

/** Replaces the whole text of an existing file. */
export function replace(file: string, text: string) {
  written.set(file, text)
}

export function writeAll(message: string) {
  for (const [file, text] of written) {
    process.stdout.write(`  ${exists(file) ? '~' : '+'} ${file}\n`)
    mkdirSync(path.dirname(path.join(root, file)), { recursive: true })
    writeFileSync(path.join(root, file), text)
  }
  const formatted = [...written.keys()].filter((file) => !file.endsWith('.sql'))
  spawnSync('oxfmt', formatted, { cwd: root, stdio: 'inherit' })
  process.stdout.write(`${message}\n`)
}

/** The forms of a name: `saved-search` as `savedSearch`, `SavedSearch` and `saved_search`. */
export function namesOf(name: string) {
  const camel = name.replaceAll(/-(\w)/g, (_, letter: string) => letter.toUpperCase())
  return { camel, pascal: camel[0]!.toUpperCase() + camel.slice(1), snake: name.replaceAll('-', '_') }
}

/** Quotes a text as a string literal in TypeScript. */
export const quote = (text: string) => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`

/** Splits an argument such as `library/stars` into district and name. */
export function placeOf(argument: string | undefined, usage: string): { district: string; name: string } {
  const [district, name] = (argument ?? '').split('/')
  if (!district || !name || !/^[a-z][a-z-]{1,30}$/.test(name) || !districts.includes(district))
    fail(`Say district and name in lower case: ${usage}\nDistricts: ${districts.join(', ')}`)
  if (reserved.has(name)) fail(`${name} is a word of TypeScript or SQL: choose another name`)
  return { district, name }
}

export function fail(message: string): never {
  process.stderr.write(`${message}\n`)
  process.exit(1)
}
