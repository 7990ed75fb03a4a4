import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { contract } from './index.ts'
import type { Op } from './kit.ts'
import { enumFields } from './testing/enum-fields.ts'

/** Enums of the platform whose clients call this server, and the fields of our calls that use them. */
const rows = (name: string) =>
  readFileSync(new URL(`./testing/${name}.tsv`, import.meta.url), 'utf8')
    .trim()
    .split('\n')
    .slice(1)
    .map((line) => line.split('\t'))
const enums = new Map(
  rows('catalogue-enums').map(([name, members]) => [name!, JSON.parse(members!) as Record<string, string | number>]),
)
const enumFieldsOfCalls = Map.groupBy(rows('catalogue-fields'), ([call, direction]) => `${call} ${direction}`)

/** Values that we accept beyond an enum, and why. */
const extraValues: Record<string, { values: (string | number)[]; why: string }> = {
  ToolType: { values: [0], why: 'a shortcut without a tool' },
  HistoryType: { values: [0], why: 'every kind of history' },
  DefaultUserInputType: { values: [4], why: 'video calls, which another service of the platform lists' },
  ChunkType: { values: [3], why: 'parents and children, which is ours' },
  DocumentSource: { values: [1, 3, 4, 5], why: 'another service of the platform lists them' },
  DocumentStatus: { values: [4, 5, 1000], why: 'another service of the platform lists them' },
  DataSetStatus: { values: [2, 3, 9], why: 'another service of the platform lists them' },
  FormatType: { values: [2], why: 'another service of the platform lists pictures' },
  ResourceCopyScene: { values: [101, 102], why: 'copies inside a space and between spaces, which are ours' },
  ResType: { values: [101], why: 'cards, which the library of the platform does not list' },
  PluginDataFormat: { values: [5], why: 'HAR files, which is ours' },
  WorkflowMode: { values: [2, 3], why: 'the newer call of the same name lists them' },
}
const shortName = (name: string) => name.split('.').at(-1)!
const isText = (members: Record<string, string | number>) =>
  Object.values(members).some((value) => typeof value === 'string')

const cases = Object.entries(contract).flatMap(([domain, ops]) =>
  (Object.entries(ops) as [string, Op][]).flatMap(([name, op]) =>
    (['in', 'out'] as const).flatMap((direction) => {
      const known = op.routes.flatMap(
        ({ method, path }) => enumFieldsOfCalls.get(`${method} ${path} ${direction}`) ?? [],
      )
      return known.length ? [{ id: `${domain}.${name} ${direction}`, op, direction, known }] : []
    }),
  ),
)

test('the catalogue covers more than 200 inputs and outputs of calls', () => expect(cases.length).toBeGreaterThan(200))

test.each(cases)('$id: sends and accepts the values of the platform', ({ op, direction, known }) => {
  const schema = direction === 'in' ? op.input : op.output
  const fields = enumFields(schema, direction === 'out' && op.reply !== 'flat' ? 'data' : '')
  for (const [, , path, name] of known) {
    const members = enums.get(name!)!
    const accepted = new Set<unknown>(Object.values(members))
    for (const value of extraValues[shortName(name!)]?.values ?? []) accepted.add(value)
    for (const field of fields.filter((one) => one.path === path)) {
      const isName = (value: unknown) => direction === 'in' && Object.hasOwn(members, String(value))
      const unexpected = field.values.filter((value) => !accepted.has(value) && !isName(value))
      expect(unexpected, `${path} is a ${name}`).toEqual([])
      if (direction === 'out' || !isText(members)) continue
      for (const [member, value] of Object.entries(members)) {
        if (!field.values.includes(value)) continue
        expect(field.schema.parse(value), `${path}: ${value}`).toBe(value)
        expect(field.schema.parse(member), `${path}: ${member}`).toBe(value)
      }
    }
  }
})
