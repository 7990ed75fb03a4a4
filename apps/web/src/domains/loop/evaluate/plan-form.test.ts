import { TargetType } from '@orrery/contract/shared/evaluation-enums'
import { expect, test } from 'vitest'
import { guess, isComplete, planOf, type PlanForm } from './plan-form.ts'

const form: PlanForm = {
  name: 'First',
  type: TargetType.bot,
  sourceId: '5',
  isPublished: false,
  datasetId: '7',
  evaluators: ['9'],
  target: { input: 'question', lang: '' },
  scoring: { '9': { output: 'actual_output', reference_output: 'answer', extra: '' } },
  trials: 2,
  tools: 'real',
  mockSets: [],
}

test('fields are matched by name, and the output of the target fills an input named output', () => {
  expect(guess(['output', 'reference_output', 'other'], ['reference_output'], false)).toEqual({
    output: 'actual_output',
    reference_output: 'reference_output',
    other: '',
  })
  expect(guess(['input', 'output'], ['output'], true)).toEqual({ input: '', output: 'output' })
})
test('a plan maps each input to what fills it, and leaves out the others', () => {
  expect(planOf('1', form)).toMatchObject({
    target_field_mapping: { from_eval_set: [{ field_name: 'input', from_field_name: 'question' }] },
    evaluator_field_mapping: [
      {
        evaluator_version_id: '9',
        from_eval_set: [{ field_name: 'reference_output', from_field_name: 'answer' }],
        from_target: [{ field_name: 'output', from_field_name: 'actual_output' }],
      },
    ],
    trial_num: 2,
  })
})
test('stored outputs need no source', () => {
  expect(isComplete(form)).toBe(true)
  expect(isComplete({ ...form, sourceId: '' })).toBe(false)
  expect(isComplete({ ...form, sourceId: '', type: TargetType.stored })).toBe(true)
  expect(isComplete({ ...form, name: ' ' })).toBe(false)
})
test('mocked tools are part of the plan and need a mock set', () => {
  expect(planOf('1', form)).not.toHaveProperty('runtime_parameter')
  const mocked: PlanForm = { ...form, tools: 'mocked' }
  expect(isComplete(mocked)).toBe(false)
  const whole = { ...mocked, mockSets: ['3'] }
  expect(isComplete(whole)).toBe(true)
  expect(planOf('1', whole).runtime_parameter).toBe('{"tools":"mocked","mock_sets":["3"]}')
})
