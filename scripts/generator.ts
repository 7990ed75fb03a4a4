import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'

/** Shared by the `new:*` scripts. Files are collected first and written at the end: a refused run changes nothing. */
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

/** Names that cannot be a variable or a table. */
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

/** A new file. Never overwrites. */
export function create(file: string, text: string) {
  if (exists(file) || written.has(file)) fail(`${file} exists already`)
  written.set(file, text)
}

/** Puts text in the place of what a pattern finds in an existing file; `$1` stands for its first group. */
export function edit(file: string, place: RegExp, replacement: string) {
  written.set(file, findPlace(file, place).replace(place, replacement))
}

/** The same for text that is taken as it is, such as names that people chose. */
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

/** New text for an existing file. */
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

/** `saved-search` as `savedSearch`, `SavedSearch` and `saved_search`. */
export function namesOf(name: string) {
  const camel = name.replaceAll(/-(\w)/g, (_, letter: string) => letter.toUpperCase())
  return { camel, pascal: camel[0]!.toUpperCase() + camel.slice(1), snake: name.replaceAll('-', '_') }
}

/** A text as a literal in TypeScript. */
export const quote = (text: string) => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`

/** `library/stars` as district and name. */
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
