import { expect, test } from 'vitest'
import { filledIn, formFaults } from './form-values.ts'
import type { FormField } from './form.queries.ts'

const field = (name: string, kind: FormField['kind'], required = false): FormField => ({
  name,
  label: name,
  help: '',
  kind,
  required,
  fallback: '',
})

test('a form requires its required fields and a value of the right kind in every field', () => {
  const fields = [field('name', 'string', true), field('age', 'integer'), field('tags', 'json')]
  expect(formFaults(fields, {})).toEqual({ name: 'required' })
  expect(formFaults(fields, { name: ' ', age: '1.5', tags: '[' })).toEqual({
    name: 'required',
    age: 'integer',
    tags: 'json',
  })
  expect(formFaults(fields, { name: 'Ann', age: '-7', tags: '[]' })).toEqual({})
})

test('only filled fields are sent', () => {
  expect(filledIn({ name: 'Ann', age: '', note: '  ' })).toEqual({ name: 'Ann' })
})
