import { beforeAll, expect, test } from 'vitest'
import { openTestApp, type Person, type TestApp } from '#testing/test-app.ts'

let t: TestApp
let owner: Person
let member: Person
let outsider: Person
let workspace_id: string
const spans = ['1', '2'].map((n) => n.padStart(16, '0'))
beforeAll(async () => {
  t = await openTestApp()
  owner = await t.register('owner')
  member = await t.register('member')
  outsider = await t.register('outsider')
  workspace_id = (await owner.api.space.create({ name: 'Exports' })).id
  await owner.api.space.addMembers({ space_id: workspace_id, member_info_list: [{ user_id: member.id }] })
  await owner.api.traceIngest.spans({
    spans: spans.map((span_id, at) => ({
      workspace_id,
      trace_id: 'f'.repeat(32),
      span_id,
      parent_id: at ? spans[0]! : '0',
      started_at_micros: (t.clock.now() - 5000 + at) * 1000,
      duration_micros: 10,
      span_name: 'ask',
      span_type: 'agent',
      input: `{"q":"${at}"}`,
      output: at ? '=cmd' : '',
    })),
  })
})
const mappings = [
  { field_schema: { name: 'Question' }, trace_field_key: 'input', trace_field_jsonpath: '$.q' },
  { field_schema: { name: 'Answer' }, trace_field_key: 'output', trace_field_jsonpath: '' },
]
const request = (set: object, more: object = {}) =>
  ({ workspace_id, span_ids: spans, evaluation_set: set, field_mappings: mappings, ...more }) as never
const rows = async (datasetID: string) =>
  (await owner.api.datasetItem.list({ datasetID })).items.map(({ data }) => data!.map(({ content }) => content))

test('spans become a new dataset; a second export adds nothing, and an overwrite replaces all rows', async () => {
  const made = await owner.api.traceExports.toSet(
    request({ is_new_evaluation_set: true, evaluation_set_name: 'From traces' }),
  )
  expect(made).toMatchObject({ success_count: 2, errors: [], evaluation_set_name: 'From traces' })
  const datasetID = made.evaluation_set_id
  expect(await rows(datasetID)).toEqual([['0'], ['1', '=cmd']])
  const existing = { is_new_evaluation_set: false, evaluation_set_id: datasetID }
  await owner.api.traceExports.toSet(request(existing))
  expect(await rows(datasetID)).toHaveLength(2)
  await owner.api.traceExports.toSet(request(existing, { span_ids: [spans[1]], export_type: 2 }))
  expect(await rows(datasetID)).toEqual([['1', '=cmd']])
})
test('a preview returns the rows with their problems and writes nothing', async () => {
  const { datasetID } = await owner.api.dataset.create({
    spaceID: workspace_id,
    name: 'Strict',
    fields: [{ name: 'Question' }, { name: 'Answer', isRequired: true }] as never,
  })
  const set = { is_new_evaluation_set: false, evaluation_set_id: datasetID }
  const { items, errors } = await owner.api.traceExports.preview(request(set))
  expect(items).toMatchObject([
    { status: 1, fields: { Question: '0' }, errors: [{ field_names: ['Answer'] }] },
    { status: 0, fields: { Question: '1', Answer: '=cmd' }, errors: [] },
  ])
  expect(errors).toMatchObject([{ errorCount: 1 }])
  expect(await rows(datasetID)).toEqual([])
  expect((await owner.api.traceExports.toSet(request(set))).success_count).toBe(1)
})
test('the short form exports input and output', async () => {
  const { datasetID } = await owner.api.dataset.create({
    spaceID: workspace_id,
    name: 'Short',
    fields: [{ name: 'Input' }, { name: 'Output' }] as never,
  })
  await owner.api.traceExports.simple({ space_id: workspace_id, spans, datasets: [datasetID] })
  expect(await rows(datasetID)).toEqual([['{"q":"0"}'], ['{"q":"1"}', '=cmd']])
})
test('spans and datasets of other spaces are not found', async () => {
  const foreign = (await outsider.api.space.create({ name: 'Theirs' })).id
  const { datasetID } = await outsider.api.dataset.create({
    spaceID: foreign,
    name: 'Set',
    fields: [{ name: 'Answer' }] as never,
  })
  const set = { is_new_evaluation_set: false, evaluation_set_id: datasetID }
  await expect(owner.api.traceExports.toSet(request(set))).rejects.toMatchObject({ status: 404 })
  const fresh = { is_new_evaluation_set: true, evaluation_set_name: 'Mine' }
  await expect(outsider.api.traceExports.toSet(request(fresh, { workspace_id: foreign }))).rejects.toMatchObject({
    status: 404,
  })
  // A member who may not edit the traced resources does not see their spans.
  await expect(member.api.traceExports.toSet(request(fresh))).rejects.toMatchObject({ status: 404 })
  await expect(outsider.api.traceExports.preview(request(fresh))).rejects.toMatchObject({ status: 404 })
})
