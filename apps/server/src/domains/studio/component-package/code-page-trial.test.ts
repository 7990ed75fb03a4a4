import { beforeAll, describe, expect, test } from 'vitest'
import { openTestApp, type Person, type TestApp } from '#testing/test-app.ts'

/**
 * Pages of code that try to escape the sandbox during the trial render: they fail with a location, or have no effect.
 */
let t: TestApp
let owner: Person
let project_id: string
let sandbox_id: string
beforeAll(async () => {
  t = await openTestApp()
  owner = await t.register('owner')
  const { id: space_id } = await owner.api.space.create({ name: 'Team' })
  project_id = (await owner.api.project.create({ space_id, name: 'Desk' })).project_id
  const { channel_map } = await owner.api.projectInterface.create({ project_id })
  sandbox_id = channel_map['1']!.sandbox_id
})
async function build(files: Record<string, string>) {
  const value = { title: 'Board', order: 'z', load: [], files }
  const crdt_history = JSON.stringify([{ path: ['pages', 'board'], value }])
  await owner.api.projectInterface.update({ sandbox_id, crdt_history })
  return owner.api.projectInterface.code({ project_id, page_id: 'board' })
}
/** The attempt is on the fourth line of a file other than the entry. */
const drawing = (attempt: string) => ({
  'App.tsx': `import { Inner } from './inner.tsx'\nexport default function App() {\n  return <Inner />\n}`,
  'inner.tsx': `type Row = { id: string }\nexport function Inner() {\n  const rows: Row[] = []\n  const got = ${attempt}\n  return <p>{rows.length}{String(got)}</p>\n}`,
})
const loading = (attempt: string) => ({
  'App.tsx': `import { got } from './inner.tsx'\nexport default function App() {\n  return <p>{String(got)}</p>\n}`,
  'inner.tsx': `interface Row {\n  id: string\n}\nexport const got = ${attempt}\nexport const rows: Row[] = []`,
})
const attempts: [what: string, code: string, words: RegExp][] = [
  ['the process', 'process.env', /process is not defined/],
  [
    'the process by way of a constructor',
    `[].constructor.constructor('return process.env')()`,
    /process is not defined/,
  ],
  [
    'the process by way of the frame that calls',
    `(function f() { return f.caller.constructor('return process')() })()`,
    /./,
  ],
  ['the network', `fetch('http://127.0.0.1/')`, /fetch/],
  ['the network by way of the global object', `globalThis.fetch('http://127.0.0.1/')`, /not a function/],
  ['the network by another way', `new WebSocket('ws://127.0.0.1/')`, /WebSocket is not defined/],
  ['the network by an old way', 'new XMLHttpRequest()', /XMLHttpRequest is not defined/],
  ['the page of a browser', 'document.cookie', /document is not defined/],
  ['the store of a browser', 'localStorage.length', /localStorage is not defined/],
  ['WebAssembly', 'new WebAssembly.Memory({ initial: 1 })', /WebAssembly is not defined/],
]
describe('access to something outside the sandbox fails with file and line', () => {
  test.each(attempts)('%s, while it is drawn', async (_, code, words) => {
    const { address, fault } = await build(drawing(code))
    expect(address).toBe('')
    expect(fault).toMatchObject({ file: 'inner.tsx', line: 4, message: expect.stringMatching(words) })
  })
  test.each(attempts)('%s, while its script loads', async (_, code, words) => {
    const { fault } = await build(loading(code))
    expect(fault).toMatchObject({ file: 'inner.tsx', line: 4, message: expect.stringMatching(words) })
  })
  test.each([
    ['require', `require('node:fs').readFileSync('/etc/passwd')`],
    ['an import of a file of this machine', `import('/etc/passwd')`],
    ['an import from the network', `import('https://example.com/x.js')`],
  ])('%s', async (_, code) => {
    const { address, fault } = await build(drawing(code))
    expect(address).toBe('')
    expect(fault).toMatchObject({ file: 'inner.tsx', line: 4 })
  })
  test('an import with a computed name is not loaded', async () => {
    const { address, fault } = await build(drawing(`import(['node', 'fs'].join(':'))`))
    expect(address).toBe('')
    expect(fault!.message).not.toBe('')
  })
})

describe('changes to the environment of the trial render affect nothing outside it', () => {
  const harmless: [what: string, code: string][] = [
    ['the prototype of all objects', `Object.assign(Object.prototype, { polluted: 'yes', broken: [], fault: 'x' })`],
    ['the prototype by its other name', `JSON.parse('{"__proto__":{"polluted":"yes"}}', (key, value) => value)`],
    ['the functions that read its answer', 'Object.assign(Array.prototype, { find: () => 0 })'],
    ['timers that go on', 'setInterval(() => {}, 1)'],
    ['a timer that would wait for a year', 'setTimeout(() => {}, 31_000_000_000)'],
    ['a promise that never comes', 'new Promise(() => {})'],
  ]
  test.each(harmless)('%s', async (_, code) => {
    const { address, fault } = await build(drawing(code))
    expect(fault).toBeNull()
    expect((await t.request(address)).status).toBe(200)
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined()
    // The next page is rendered in a new environment.
    const next = await build(drawing(`('polluted' in {} ? fail() : [3].find(Boolean))`))
    expect(next.fault).toBeNull()
  })
  test.each([
    ['an answer that is no list', `(globalThis.main = () => ({ broken: 'x'.repeat(9_000_000) }))`],
    [
      'an answer with a place outside',
      `(globalThis.main = () => ({ broken: [{ name: {}, message: {}, line: -1, column: 1e99 }] }))`,
    ],
    ['a trace that is no text', `(Error.prepareStackTrace = () => ({ toString() { throw 1 } }), no.such)`],
    ['a thrown nothing', '(() => { throw null })()'],
    ['a thrown thing that throws', '(() => { throw { get message() { throw 1 } } })()'],
  ])('%s', async (_, code) => {
    const said = await build(drawing(code))
    expect(said.fault === null || typeof said.fault.message === 'string').toBe(true)
    expect((await build(drawing('3'))).fault).toBeNull()
  })
  test.each([
    ['a loop without end', '(() => { for (;;); })()'],
    ['a promise that calls itself', '(function go() { Promise.resolve().then(go) })()'],
    ['all memory there is', '(() => { const all = []; for (;;) all.push(new Array(1e6).fill(1)) })()'],
    ['a call of itself without end', '(function deep() { return deep() + 1 })()'],
  ])('%s is aborted', async (_, code) => {
    const { address, fault } = await build(drawing(code))
    expect(address).toBe('')
    expect(fault!.message).not.toBe('')
    expect((await build(drawing('3'))).fault).toBeNull()
  })
})
