import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { afterEach, expect, it, vi } from 'vitest'
import { newUuid } from './new-uuid.ts'

afterEach(() => vi.unstubAllGlobals())

/**
 * What browsers offer only on secure pages. On other pages these are undefined, so that a call fails; the files listed
 * here check for that.
 */
const secureOnly: { name: string; use: RegExp; allowedIn: string[]; instead: string }[] = [
  { name: 'randomUUID', use: /\brandomUUID\b/, allowedIn: [], instead: 'newUuid of lib/new-uuid.ts' },
  {
    name: 'the clipboard',
    use: /\bnavigator\??\.clipboard\b/,
    allowedIn: ['ui/copy-button.tsx', 'domains/flow/workflow/canvas/commands/use-clipboard.ts'],
    instead: 'copyText of ui/copy-button.tsx',
  },
  {
    name: 'the microphone',
    use: /\bnavigator\??\.mediaDevices\b/,
    allowedIn: ['lib/microphone.ts', 'domains/chat/call/devices.ts'],
    instead: 'openMicrophone of lib/microphone.ts',
  },
  {
    name: 'passkeys',
    use: /\bnavigator\??\.credentials\b/,
    allowedIn: ['lib/passkeys.ts'],
    instead: 'lib/passkeys.ts',
  },
  {
    name: 'another part of secure pages',
    use: /\bcrypto\??\.subtle\b|\bnavigator\??\.(locks|serviceWorker|storage|wakeLock|share|gpu)\b|\bcaches\.(open|match)\b/,
    allowedIn: [],
    instead: 'something that every page has',
  },
]
const web = path.resolve(import.meta.dirname, '..')
const packages = path.resolve(web, '../../../packages')
const sources = [web, ...['contract/src', 'engine/src'].map((part) => path.join(packages, part))].flatMap((cwd) =>
  globSync('**/*.{ts,tsx}', { cwd })
    .filter((file) => !/\.test\.tsx?$/.test(file))
    .map((file) => ({ file, text: withoutComments(readFileSync(path.join(cwd, file), 'utf8')) })),
)
function withoutComments(text: string): string {
  return text.replaceAll(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '')
}

it.each(secureOnly)('pages served over plain HTTP do not fail on $name', ({ use, allowedIn, instead }) => {
  expect(sources.length).toBeGreaterThan(1000)
  const found = sources.filter(({ text }) => use.test(text)).map(({ file }) => file)
  expect(
    found.filter((file) => !allowedIn.includes(file)),
    `use ${instead}`,
  ).toEqual([])
  expect(allowedIn.filter((file) => !found.includes(file))).toEqual([])
})

it('creates UUIDs without crypto.randomUUID', () => {
  const { crypto } = globalThis
  vi.stubGlobal('crypto', { getRandomValues: (bytes: Uint8Array<ArrayBuffer>) => crypto.getRandomValues(bytes) })
  const made = Array.from({ length: 200 }, newUuid)
  expect(new Set(made).size).toBe(200)
  for (const id of made) expect(id).toMatch(/^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/)
})
