import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'

const root = import.meta.dirname
const sources = globSync('**/*.{ts,tsx}', { cwd: root }).filter((file) => !/\.test\.tsx?$/.test(file))

/** Case 63: a page opened in a new tab must not reach the page that opened it. */
test('every link into another tab denies that page access to its opener', () => {
  const links = sources.flatMap((file) => {
    const text = readFileSync(path.join(root, file), 'utf8')
    // The tag with the target, from start to end.
    return [...text.matchAll(/<\w[^<]*?target="_blank"[^<]*?>/gs)].map(([tag]) => ({ file, tag }))
  })
  expect(links.length).toBeGreaterThan(20)
  const open = links.filter(({ tag }) => !/rel="[^"]*\b(noopener|noreferrer)\b[^"]*"/.test(tag))
  expect(open.map(({ file }) => file)).toEqual([])
})

test('every window opened by a script is cut off from its opener, or navigated by our code only', () => {
  const calls = sources.flatMap((file) => {
    const text = readFileSync(path.join(root, file), 'utf8')
    return [...text.matchAll(/\b(?:globalThis|window)\.open\(([^\n]*)/g)].map(([, args]) => ({ file, args: args! }))
  })
  expect(calls.length).toBeGreaterThan(2)
  const open = calls.filter(({ args }) => !args.includes('noopener'))
  // It opens an empty window and clears its opener before navigating it.
  expect(open.map(({ file }) => file)).toEqual(['lib/open-window.ts'])
})
