import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'

/** Shared by the `new:*` scripts. Files are collected first and written at the end: a refused run changes nothing. */
export const root = path.resolve(import.meta.dirname, '..')
export const districts = ['ground', 'chat', 'library', 'resources', 'flow', 'studio', 'market', 'reach']

const written = new Map<string, string>()

export const read = (file: string) => written.get(file) ?? readFileSync(path.join(root, file), 'utf8')
export const exists = (file: string) => existsSync(path.join(root, file))

/** A new file. Never overwrites. */
export function create(file: string, text: string) {
  if (exists(file) || written.has(file)) fail(`${file} exists already`)
  written.set(file, text)
}

/** Inserts text at a place of an existing file, found by a pattern with an empty match or a replacement. */
export function edit(file: string, place: RegExp, replacement: string) {
  const before = read(file)
  if (!place.test(before)) fail(`${file} has changed its form: make this edit by hand, and adapt the generator`)
  written.set(file, before.replace(place, replacement))
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

/** `library/stars` as district and name. */
export function placeOf(argument: string | undefined, usage: string): { district: string; name: string } {
  const [district, name] = (argument ?? '').split('/')
  if (!district || !name || !/^[a-z][a-z-]{1,30}$/.test(name) || !districts.includes(district))
    fail(`Say district and name in lower case: ${usage}\nDistricts: ${districts.join(', ')}`)
  return { district, name }
}

export function fail(message: string): never {
  process.stderr.write(`${message}\n`)
  process.exit(1)
}
