import fc from 'fast-check'
import { beforeAll, expect, test } from 'vitest'
import { openTestApp, type Person, type TestApp } from '#testing/test-app.ts'

let t: TestApp
let owner: Person
let spaceID: string
beforeAll(async () => {
  t = await openTestApp()
  owner = await t.register('owner')
  spaceID = (await owner.api.space.create({ name: 'Properties' })).id
})

type Edit =
  | { do: 'add'; texts: string[] }
  | { do: 'set' | 'patch' | 'remove' | 'change' | 'fill'; at: number; text: string }
  | { do: 'replace'; texts: string[] }
  | { do: 'clear' | 'version' | 'field' }
/** The brackets make sure that the value is never empty, because empty values are not stored. */
const text = fc.string({ unit: 'grapheme', maxLength: 12 }).map((value) => `<${value.replaceAll('\0', '')}>`)
const edit: fc.Arbitrary<Edit> = fc.oneof(
  fc.record({
    do: fc.constantFrom('add' as const, 'replace' as const),
    texts: fc.array(text, { minLength: 1, maxLength: 4 }),
  }),
  fc.record({
    do: fc.constantFrom('set' as const, 'patch' as const, 'remove' as const, 'change' as const, 'fill' as const),
    at: fc.nat(),
    text,
  }),
  fc.record({ do: fc.constantFrom('clear' as const, 'version' as const, 'field' as const) }),
)

test('any sequence of edits leaves every version unchanged', async () => {
  let run = 0
  await fc.assert(
    fc.asyncProperty(fc.array(edit, { maxLength: 25 }), async (edits) => {
      const name = `Run ${(run += 1)}`
      const fields = [{ key: 'text', name: 'Text' }]
      const { datasetID } = await owner.api.dataset.create({ spaceID, name, fields })
      const { datasets, items, versions } = t.services.datasetStore
      const seen = async (vn?: number) =>
        (await items.list({ datasetId: datasetID, ...(vn !== undefined && { vn }) }, { size: 1000, page: 1 })).map(
          ({ itemId, turns }) => [itemId, turns[0]!.text!.text],
        )
      /** The expected content of the draft. */
      let draft: [string, string][] = []
      const kept: { versionID: string; rows: [string, string][]; fields: number }[] = []
      for (const [step, one] of edits.entries()) {
        const value = (content: string) => ({ data: [{ key: 'text', content }] })
        if (one.do === 'add') {
          const { added } = await items.add(datasetID, owner.id, one.texts.map(value), {
            skipInvalid: false,
            allowPartial: false,
          })
          draft = [...draft, ...one.texts.map((content, at): [string, string] => [added.get(at)!, content])]
        } else if (one.do === 'replace') {
          await items.replaceAll(datasetID, owner.id, one.texts.map(value), 1)
          draft = (await seen()) as [string, string][]
          expect(draft.map(([, content]) => content)).toEqual(one.texts)
        } else if (one.do === 'clear') {
          await items.clear(datasetID, owner.id)
          draft = []
        } else if (one.do === 'field') {
          fields.push({ key: `more${step}`, name: `More ${step}` })
          await datasets.setFields(datasetID, owner.id, fields)
        } else if (one.do === 'version') {
          if (!(await datasets.hasChanges((await datasets.get(datasetID)).dataset))) continue
          const versionID = await versions.make(datasetID, owner.id, `1.0.${step}`, '')
          kept.push({ versionID, rows: draft, fields: fields.length })
        } else if ('at' in one && draft.length) {
          const at = one.at % draft.length
          const itemId = draft[at]![0]
          if (one.do === 'change') {
            const change = [{ itemID: itemId, ...value(one.text) }]
            const [added] = await items.change(datasetID, owner.id, { add: [value(one.text)], change, remove: [] })
            draft = [...draft.with(at, [itemId, one.text]), [added!, one.text]]
          } else if (one.do === 'fill') {
            // Writes in the same way as a column run.
            await datasets.edit(datasetID, owner.id, async (row, tx) => {
              const [before] = await items.current(datasetID, [itemId], tx)
              const turns = [{ ...before!.turns[0], text: { type: 'text' as const, text: one.text } }]
              await items.fill(row, owner.id, [{ before: before!, turns }], tx)
            })
            draft = draft.with(at, [itemId, one.text])
          } else if (one.do === 'remove') {
            await items.remove(datasetID, owner.id, [itemId])
            draft = draft.toSpliced(at, 1)
          } else {
            const write = one.do === 'set' ? items.set : items.patch
            await write(datasetID, owner.id, itemId, value(one.text))
            draft = draft.with(at, [itemId, one.text])
          }
        }
      }
      expect(await seen()).toEqual(draft)
      expect((await datasets.get(datasetID)).dataset.itemCount).toBe(draft.length)
      for (const { versionID, rows, fields: count } of kept) {
        const version = await versions.get(versionID)
        expect(await seen(version.vn)).toEqual(rows)
        expect(version.itemCount).toBe(rows.length)
        expect((await versions.schemaOf(version.schemaId)).fields).toHaveLength(count)
      }
      // A bundle contains every state. This is checked in every fourth run, because bundles are rate limited.
      if (run % 4) return
      t.clock.advance(61_000)
      const { content } = await owner.api.bundle.export({ space_id: spaceID, ids: [datasetID], with_rows: true })
      const copy = (await owner.api.bundle.import({ space_id: spaceID, content })).items[0]!.id
      const textsOf = async (vn?: number) =>
        (await items.list({ datasetId: copy, ...(vn !== undefined && { vn }) }, { size: 1000, page: 1 })).map(
          ({ turns }) => turns[0]!.text!.text,
        )
      const shown = (rows: [string, string][]) => rows.map(([, content]) => content)
      expect(await textsOf()).toEqual(shown(draft))
      for (const [at, { rows }] of kept.entries()) expect(await textsOf(at + 1)).toEqual(shown(rows))
    }),
    { numRuns: 40 },
  )
})
