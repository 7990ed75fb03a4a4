import type { WireContent } from '@orrery/contract'
import { ErrorCode } from '@orrery/contract/shared/error-codes'
import { beforeAll, expect, test } from 'vitest'
import { type ChatLab, openChatLab } from '#testing/chat-lab.ts'
import { says } from '#testing/scripted-model.ts'
import type { Person } from '#testing/test-app.ts'

let lab: ChatLab
let owner: Person
let member: Person
let outsider: Person
let space_id: string
beforeAll(async () => {
  lab = await openChatLab()
  ;({ owner, spaceId: space_id } = lab)
  member = await lab.t.register('member')
  outsider = await lab.t.register('outsider')
  await owner.api.space.addMembers({ space_id, member_info_list: [{ user_id: member.id }] })
})
const contains = (...contents: string[]): WireContent => ({
  builtin_evaluator: { kind: 'rule', rule: 'contains_any', is_negated: false, contents },
})
const code = (text: string, language_type: 1 | 2 = 2): WireContent => ({
  code_evaluator: { language_type, code: text },
})
const judge = (text: string, more: object = {}): WireContent => ({
  prompt_evaluator: {
    message_list: [{ role: 2, content: { text } }],
    model_config: { id: lab.modelId, ...more },
  },
})
const create = async (name: string, evaluator_content: WireContent, who = owner, cid?: string) =>
  (await who.api.evaluator.create({ evaluator: { space_id, name, current_version: { evaluator_content } }, cid }))
    .evaluator_id
const fields = (values: Record<string, string>) => ({
  input_fields: Object.fromEntries(Object.entries(values).map(([key, text]) => [key, { text }])),
})
const debug = async (evaluator_content: WireContent, values: Record<string, string>) =>
  (await owner.api.evaluator.debug({ space_id, evaluator_content, input_data: fields(values) })).evaluator_output_data

test('a draft is edited and becomes immutable versions; a version must differ from the newest and be higher', async () => {
  const evaluator_id = await create('Greets', contains('hello'))
  const get = async () => (await owner.api.evaluator.get({ space_id, evaluator_id })).evaluator
  expect(await get()).toMatchObject({ name: 'Greets', draft_submitted: false, latest_version: '', evaluator_type: 2 })
  const submit = (version: string) => owner.api.evaluator.submit({ space_id, evaluator_id, version })
  const first = (await submit('1.0.0')).evaluator
  expect(first).toMatchObject({ draft_submitted: true, latest_version: '1.0.0' })
  await expect(submit('1.0.1')).rejects.toMatchObject({ code: ErrorCode.evaluator.nothingChanged })
  await owner.api.evaluator.setDraft({ space_id, evaluator_id, evaluator_content: contains('hi') })
  expect(await get()).toMatchObject({ draft_submitted: false })
  await expect(submit('0.9.0')).rejects.toMatchObject({ code: ErrorCode.evaluator.notNewer })
  await expect(submit('one')).rejects.toMatchObject({ code: ErrorCode.evaluator.badVersion })
  await submit('1.1.0')
  const { evaluator_versions, total } = await owner.api.evaluator.versions({ space_id, evaluator_id })
  expect(total).toBe('2')
  expect(
    evaluator_versions.map(({ version, evaluator_content }) => [version, evaluator_content.builtin_evaluator]),
  ).toMatchObject([
    ['1.1.0', { contents: ['hi'] }],
    ['1.0.0', { contents: ['hello'] }],
  ])
  const version = await member.api.evaluator.version({ space_id, evaluator_version_id: first.current_version!.id })
  expect(version.evaluator.current_version!.evaluator_content.builtin_evaluator).toMatchObject({ contents: ['hello'] })
})
test('names are unique in a space, and creation is idempotent by key', async () => {
  const id = await create('Taken', contains('x'), owner, 'key-1')
  expect(await create('Other', contains('x'), owner, 'key-1')).toBe(id)
  await expect(create('taken', contains('x'))).rejects.toMatchObject({ code: ErrorCode.evaluator.nameTaken })
  expect(await owner.api.evaluator.checkName({ space_id, name: 'TAKEN' })).toMatchObject({ pass: false })
  expect(await owner.api.evaluator.checkName({ space_id, name: 'TAKEN', evaluator_id: id })).toMatchObject({
    pass: true,
  })
  await owner.api.evaluator.setMeta({ space_id, evaluator_id: id, name: 'Renamed', description: 'words' })
  const { evaluators } = await owner.api.evaluator.list({ space_id, search_name: 'renam' })
  expect(evaluators).toMatchObject([{ name: 'Renamed', description: 'words' }])
})
test('content that could never give a score is refused with its field, and nothing is stored', async () => {
  const refused: [WireContent, number][] = [
    [{}, ErrorCode.evaluator.oneKind],
    [{ ...contains('a'), ...code('function evaluate() {}') }, ErrorCode.evaluator.oneKind],
    [code('function wrong() {}'), ErrorCode.evaluator.noFunction],
    [code('x = 1', 1), ErrorCode.evaluator.noFunction],
    [contains(), ErrorCode.evaluator.contentsMissing],
    [
      { builtin_evaluator: { kind: 'rule', rule: 'regex', is_negated: false, contents: ['('] } },
      ErrorCode.evaluator.badRegex,
    ],
    [judge('Good? {{output}}', { id: '999' }), ErrorCode.evaluator.noModel],
    [{ prompt_evaluator: { message_list: [{ role: 3, content: { text: 'x' } }] } }, ErrorCode.evaluator.badRole],
  ]
  for (const [content, expected] of refused)
    await expect(create('Never', content)).rejects.toMatchObject({ code: expected })
  expect((await owner.api.evaluator.list({ space_id, search_name: 'Never' })).evaluators).toEqual([])
})
test('evaluators of every type score a row, or explain why there is no score', async () => {
  expect(await debug(contains('{{name}}'), { output: 'Dear Ada', name: 'Ada' })).toMatchObject({
    evaluator_result: { score: 1 },
  })
  const regex = (pattern: string): WireContent => ({
    builtin_evaluator: { kind: 'rule', rule: 'regex', is_negated: true, contents: [pattern] },
  })
  expect(await debug(regex('^\\d{4}$'), { output: '2024' })).toMatchObject({ evaluator_result: { score: 0 } })
  const likeness: WireContent = { builtin_evaluator: { kind: 'similarity', metric: 'token_f1' } }
  expect(await debug(likeness, { output: 'a b', reference_output: 'a c' })).toMatchObject({
    evaluator_result: { score: 0.5 },
  })
  const turn = `function exec_evaluation(turn) {
    console.log('seen')
    return { score: turn.evaluate_target_output_fields.actual_output.text === turn.evaluate_dataset_fields.reference_output.text ? 1 : 0, reason: 'compared' }
  }`
  expect(await debug(code(turn), { output: 'x', reference_output: 'x' })).toMatchObject({
    evaluator_result: { score: 1, reasoning: 'compared' },
    stdout: 'seen',
  })
  expect(await debug(code('function evaluate() { return 7 }'), {})).toMatchObject({
    evaluator_run_error: { code: ErrorCode.evaluator.outOfScale },
  })
  expect(await debug(code('function evaluate() { return "none" }'), {})).toMatchObject({
    evaluator_run_error: { code: ErrorCode.evaluator.noScore },
  })
  lab.server.script(says('{"score": 0.8, "reason": "polite"}'))
  expect(await debug(judge('Polite? {{output}}'), { output: 'Thank you' })).toMatchObject({
    evaluator_result: { score: 0.8, reasoning: 'polite' },
    evaluator_usage: { input_tokens: '11', output_tokens: '7' },
  })
  expect(JSON.stringify(lab.server.requests.at(-1)!.body.messages)).toContain('Polite? Thank you')
  lab.server.script(says('I like it'))
  expect(await debug(judge('Polite? {{output}}'), { output: 'x' })).toMatchObject({
    evaluator_run_error: { code: ErrorCode.evaluator.noScore },
  })
})
test('the built-in model judges by rules, and its reasoning says so', async () => {
  const [model] = (await lab.t.services.models.list(space_id)).filter(({ isOffline }) => isOffline)
  const { evaluator_result } = await debug(judge('Right? {{output}} {{reference_output}}', { id: model!.id }), {
    output: 'Paris is the capital',
    reference_output: 'Paris is the capital',
  })
  expect(evaluator_result).toMatchObject({
    score: 1,
    reasoning: expect.stringMatching(/^Offline rules, not understanding/),
  })
})
test('templates are complete contents that can be used as they are', async () => {
  const { builtin_template_keys: judges } = await owner.api.evaluator.templates({ builtin_template_type: 1 })
  expect(judges).toHaveLength(13)
  const { builtin_template } = await owner.api.evaluator.template({
    builtin_template_type: 2,
    builtin_template_key: 'contains',
  })
  const { input_schemas, code_evaluator } = builtin_template
  const content = { input_schemas, code_evaluator: code_evaluator as NonNullable<WireContent['code_evaluator']> }
  expect(await debug(content, { output: 'abc', reference_output: 'b' })).toMatchObject({
    evaluator_result: { score: 1 },
  })
  await expect(
    owner.api.evaluator.template({ builtin_template_type: 1, builtin_template_key: 'nothing' }),
  ).rejects.toMatchObject({ code: ErrorCode.evaluator.noTemplate })
})
test('a version scores one row; the record is stored, and corrections by people have a history', async () => {
  const evaluator_id = await create('Kept', contains('yes'))
  const { evaluator } = await owner.api.evaluator.submit({ space_id, evaluator_id, version: '1.0.0' })
  const { Record: record } = await owner.api.evaluator.run({
    space_id,
    evaluator_version_id: evaluator.current_version!.id,
    input_data: fields({ output: 'no' }),
  })
  expect(record).toMatchObject({ status: 1, evaluator_output_data: { evaluator_result: { score: 0 } } })
  const correct = (score: number, explain: string, who = member) =>
    who.api.experimentResult.correct({
      space_id,
      evaluator_record_id: record.id,
      correction: { score, explain },
    })
  await correct(1, 'It is')
  await correct(0.5, 'Half', owner)
  await expect(correct(2, 'Too much')).rejects.toMatchObject({ code: ErrorCode.evaluator.outOfScale })
  const read = await owner.api.experimentResult.record({ space_id, evaluator_record_id: record.id })
  expect(read.record.evaluator_output_data.evaluator_result).toMatchObject({
    score: 0,
    correction: { score: 0.5, explain: 'Half', updated_by: owner.id },
  })
  const { corrections } = await owner.api.experimentResult.corrections({ space_id, evaluator_record_id: record.id })
  expect(corrections.map(({ score, user_id }) => [score, user_id])).toEqual([
    [0.5, owner.id],
    [1, member.id],
  ])
})
test('outsiders cannot see evaluators, and members delete only their own', async () => {
  const id = await create('Private', contains('x'))
  await expect(outsider.api.evaluator.get({ space_id, evaluator_id: id })).rejects.toMatchObject({ status: 404 })
  const own = (await outsider.api.space.create({ name: 'Elsewhere' })).id
  await expect(outsider.api.evaluator.get({ space_id: own, evaluator_id: id })).rejects.toMatchObject({ status: 404 })
  expect((await outsider.api.evaluator.getMany({ space_id: own, evaluator_ids: [id] })).evaluators).toEqual([])
  const remove = (who: Person) => who.api.evaluator.remove({ space_id, evaluator_ids: [id] })
  await expect(remove(member)).rejects.toMatchObject({ code: ErrorCode.evaluator.notYours })
  await remove(owner)
  await expect(owner.api.evaluator.get({ space_id, evaluator_id: id })).rejects.toMatchObject({ status: 404 })
})
