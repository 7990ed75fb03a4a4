/** Pseudo-random numbers that are the same in every run (mulberry32). */
export function seeded(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }
}

const odd: unknown[] = [
  null,
  0,
  -1,
  1e308,
  '',
  'x',
  '900001',
  '100001',
  '10',
  '3',
  '8',
  '21',
  '28',
  '18',
  '9',
  'literal',
  'ref',
  'object_ref',
  'list',
  'object',
  'integer',
  true,
  [],
  {},
  [[]],
  [null],
  '{{x}}',
  '{{a[0]}}',
  '__proto__',
  'constructor',
  '[1,2]',
  '{"a":1}',
  'branch_error',
  '\u0000',
  '9'.repeat(40),
  { type: 'ref' },
]

/** Changes a few random places of a JSON value. */
export function mutate(source: unknown, random: () => number): unknown {
  const root = { it: structuredClone(source) }
  const times = 1 + Math.floor(random() * 4)
  for (let i = 0; i < times; i++) change(root, random)
  // Through JSON, since a canvas always arrives as text.
  return JSON.parse(JSON.stringify(root.it) ?? 'null')
}

type Holder = Record<string, unknown>

function change(root: Holder, random: () => number): void {
  const places: [Holder, string][] = []
  collect(root, places)
  if (!places.length) return
  const [holder, key] = places[Math.floor(random() * places.length)]!
  const [other, otherKey] = places[Math.floor(random() * places.length)]!
  const what = random()
  if (what < 0.25) delete holder[key]
  else if (what < 0.55) holder[key] = structuredClone(odd[Math.floor(random() * odd.length)])
  else if (what < 0.8) holder[key] = structuredClone(other[otherKey])
  else if (Array.isArray(holder[key]) && holder[key].length)
    holder[key].push(structuredClone(holder[key][Math.floor(random() * holder[key].length)]))
  else [holder[key], other[otherKey]] = [structuredClone(other[otherKey]), structuredClone(holder[key])]
}

function collect(value: unknown, places: [Holder, string][]): void {
  if (typeof value !== 'object' || value === null || places.length > 5000) return
  for (const key of Object.keys(value)) {
    places.push([value as Holder, key])
    collect((value as Holder)[key], places)
  }
}
