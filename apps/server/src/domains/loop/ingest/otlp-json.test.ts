import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createJsonWalk } from './json-walk.ts'
import { readJson } from './otlp-json.ts'

const bytes = (text: string) => Buffer.from(text)
const span = (name: string) => ({ traceId: 'A'.repeat(32), spanId: 'B'.repeat(16), name })

test('walking through any JSON gives the same result as parsing it', () => {
  fc.assert(
    fc.property(fc.dictionary(fc.string(), fc.array(fc.jsonValue())), fc.constantFrom(0, 2), (given, spaces) => {
      const walk = createJsonWalk(bytes(JSON.stringify(given, null, spaces)))
      const found: Record<string, unknown> = Object.create(null)
      for (const name of walk.members('')) found[name] = Array.from(walk.elements(name), () => walk.value())
      walk.end()
      expect({ ...found }).toEqual({ ...(JSON.parse(JSON.stringify(given)) as object) })
    }),
  )
})

test('resource and scope may follow their spans, and unknown fields are skipped', async () => {
  const text = JSON.stringify({
    later: [{ odd: '"]}' }],
    resourceSpans: [
      {
        scopeSpans: [{ spans: [span('one'), span('quote " \\ end')], schemaUrl: '', scope: { name: 'lib' } }],
        resource: { attributes: [{ key: 'service.name', value: { stringValue: 'shop' } }] },
      },
      { scopeSpans: [{ scope: {}, spans: [] }, { spans: [span('three')] }] },
    ],
  })
  const spans = await readJson(bytes(text))
  expect(spans.map(({ name, scope, resource }) => [name, scope, resource])).toEqual([
    ['one', 'lib', { 'service.name': 'shop' }],
    ['quote " \\ end', 'lib', { 'service.name': 'shop' }],
    ['three', '', {}],
  ])
  expect(spans[0]).toMatchObject({ traceId: 'a'.repeat(32), spanId: 'b'.repeat(16), parentId: '' })
})

test.each([
  ['a truncated body', '{"resourceSpans":[{"scopeSpans":[{"spans":[{"name":"a'],
  ['an unterminated string', '{"resourceSpans'],
  ['text after the end', '{"resourceSpans":[]} {}'],
  ['a missing comma', '{"resourceSpans":[{} {}]}'],
  ['a missing colon', '{"resourceSpans" []}'],
  ['another bracket', '{"resourceSpans":[}'],
  ['a bare word', '{"other":nothing}'],
  ['a comma at the end', '{"resourceSpans":[],}'],
  ['nothing', ''],
])('is not JSON: %s', async (_, text) => {
  await expect(readJson(bytes(text))).rejects.toMatchObject({ status: 400, message: expect.stringContaining('JSON') })
})
test.each([
  ['a list', '[]', 'body: must be an object'],
  ['no list', '{"resourceSpans":{}}', 'resourceSpans: must be a list'],
  ['no object', '{"resourceSpans":[1]}', 'resourceSpans.0: must be an object'],
  ['an invalid scope', '{"resourceSpans":[{"scopeSpans":[{"scope":7}]}]}', 'resourceSpans.0.scopeSpans.0.scope'],
])('the error names the invalid field: %s', async (_, text, problem) => {
  await expect(readJson(bytes(text))).rejects.toMatchObject({ status: 400, message: expect.stringContaining(problem) })
})
