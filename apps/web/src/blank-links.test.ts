import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'

const root = import.meta.dirname
const sources = globSync('**/*.{ts,tsx}', { cwd: root }).filter((file) => !/\.test\.tsx?$/.test(file))

/** Case 63: a page that opens in a tab of its own must not reach the one that it was opened from. */
test('every link into another tab gives that page no way back', () => {
  const links = sources.flatMap((file) => {
    const text = readFileSync(path.join(root, file), 'utf8')
    // From the opening of the tag that has the target to its end.
    return [...text.matchAll(/<\w[^<]*?target="_blank"[^<]*?>/gs)].map(([tag]) => ({ file, tag }))
  })
  expect(links.length).toBeGreaterThan(20)
  const open = links.filter(({ tag }) => !/rel="[^"]*\b(noopener|noreferrer)\b[^"]*"/.test(tag))
  expect(open.map(({ file }) => file)).toEqual([])
})

test('every window that a script opens is cut off, or led on by us alone', () => {
  const calls = sources.flatMap((file) => {
    const text = readFileSync(path.join(root, file), 'utf8')
    return [...text.matchAll(/\b(?:globalThis|window)\.open\(([^\n]*)/g)].map(([, given]) => ({ file, given: given! }))
  })
  expect(calls.length).toBeGreaterThan(2)
  const open = calls.filter(({ given }) => !given.includes('noopener'))
  // An empty window whose way back is cut before it is led anywhere.
  expect(open.map(({ file }) => file)).toEqual(['lib/open-window.ts'])
})
