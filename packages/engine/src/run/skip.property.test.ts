import fc from 'fast-check'
import { expect, test } from 'vitest'
import { compile } from '#canvas/compile.ts'
import { canvas, end, ref, selector, start, str, text } from '#testing/canvas.ts'
import { start as startRun } from './start.ts'

/** A random workflow of texts and selectors with known results; lines only lead forward. */
interface Drawing {
  nodes: ('text' | 'yes' | 'no')[]
  /** from, to and port (0: true, 1: false) of every line; the last node is End. */
  lines: { from: number; to: number; port: number }[]
}

const drawings: fc.Arbitrary<Drawing> = fc
  .array(fc.constantFrom('text' as const, 'yes' as const, 'no' as const), { minLength: 1, maxLength: 12 })
  .chain((nodes) =>
    fc
      .array(fc.record({ a: fc.nat(nodes.length), b: fc.nat(nodes.length), port: fc.nat(1) }), { maxLength: 30 })
      .map((pairs) => ({
        nodes,
        // 0 is Start, 1…n are the nodes, n+1 is End.
        lines: pairs.map(({ a, b, port }) => ({ from: Math.min(a, b), to: Math.max(a, b) + 1, port })),
      })),
  )

const idOf = (drawing: Drawing, i: number): string => (i === 0 ? 's' : i === drawing.nodes.length + 1 ? 'e' : `n${i}`)

/** Nodes that must run, computed by repeating over all edges until nothing changes. */
function expected(drawing: Drawing): { ran: string[]; skipped: string[]; ends: boolean } {
  const last = drawing.nodes.length + 1
  const present = new Set(Array.from({ length: last + 1 }, (_, i) => i))
  let { lines } = drawing
  for (;;) {
    const lonely = [...present].filter((i) => i !== 0 && i !== last && !lines.some((line) => line.to === i))
    if (!lonely.length) break
    for (const found of lonely) present.delete(found)
    lines = lines.filter((line) => present.has(line.from) && present.has(line.to))
  }
  const taken = (line: Drawing['lines'][number]): boolean => {
    const kind = drawing.nodes[line.from - 1]
    return kind === 'yes' ? line.port === 0 : kind === 'no' ? line.port === 1 : true
  }
  const runs = new Set([0])
  for (let before = -1; before !== runs.size;) {
    before = runs.size
    for (const line of lines) if (runs.has(line.from) && taken(line)) runs.add(line.to)
  }
  const name = (list: number[]) => list.map((i) => idOf(drawing, i)).toSorted()
  return {
    ran: name([...present].filter((i) => runs.has(i))),
    skipped: name([...present].filter((i) => !runs.has(i))),
    ends: runs.has(last),
  }
}

test('a random workflow runs and skips exactly the nodes that its lines imply', async () => {
  await fc.assert(
    fc.asyncProperty(drawings, async (drawing) => {
      const last = drawing.nodes.length + 1
      const nodes = drawing.nodes.map((kind, i) =>
        kind === 'text'
          ? text(`n${i + 1}`, 'x')
          : selector(`n${i + 1}`, { left: str('a'), op: 1, right: str(kind === 'yes' ? 'a' : 'b') }),
      )
      const lines = drawing.lines.map(({ from, to, port }) => {
        const kind = drawing.nodes[from - 1]
        const suffix = kind === 'yes' || kind === 'no' ? (port === 0 ? ':true' : ':false') : ''
        return `${idOf(drawing, from)}${suffix}>${idOf(drawing, to)}`
      })
      const reachesEnd = walkTo(drawing, last)
      const drawn = canvas([start('a'), ...nodes, end({ r: ref('s.a') })], ...lines)
      if (!reachesEnd) return void expect(() => compile(drawn)).toThrow(/no line leads/)
      const events: string[][] = [[], []]
      const run = startRun(compile(drawn), {
        runId: 'r',
        input: { a: 'A' },
        ports: {},
        onEvent(event) {
          const name = 'nodeId' in event ? event.nodeId.replace('100001', 's').replace('900001', 'e') : ''
          if (event.type === 'node.finished') events[0]!.push(name)
          if (event.type === 'node.skipped') events[1]!.push(name)
        },
      })
      const result = await run.result
      const want = expected(drawing)
      expect({ ran: events[0]!.toSorted(), skipped: events[1]!.toSorted(), ends: result.status === 'success' }).toEqual(
        want,
      )
    }),
    { numRuns: 1500, seed: 7 },
  )
})

/** Whether any path leads from Start to End, whatever branches are taken. */
function walkTo(drawing: Drawing, last: number): boolean {
  const seen = new Set([0])
  for (let before = -1; before !== seen.size;) {
    before = seen.size
    for (const line of drawing.lines) if (seen.has(line.from)) seen.add(line.to)
  }
  return seen.has(last)
}
