import { PromptVariableType } from '@orrery/contract/shared/prompt-enums'
import { expect, test } from 'vitest'
import { fromValues, toValue, toValues } from './input-values.ts'

const variable = (key: string, variable_type: number) => ({ key, variable_type })

test('messages are typed one below the other and may have several lines', () => {
  const history = variable('history', PromptVariableType.placeholder)
  const { placeholder_messages: said } = toValue(history, 'user: Hello\nthere\nAssistant: Good day')
  expect(said).toEqual([
    { message_type: 2, content: 'Hello\nthere' },
    { message_type: 3, content: 'Good day' },
  ])
  expect(toValue(history, 'Just this').placeholder_messages).toEqual([{ message_type: 2, content: 'Just this' }])
  expect(toValue(history, '').placeholder_messages).toEqual([])
})

test('an image is a URL or its content', () => {
  const photo = variable('photo', PromptVariableType.image)
  expect(toValue(photo, ' https://example.test/a.png ')).toEqual({
    key: 'photo',
    image: { link: { url: 'https://example.test/a.png' } },
  })
  expect(toValue(photo, 'data:image/png;base64,QUJD').parts).toEqual([
    { type: 3, binary_content: { mime_type: 'image/png', data: 'QUJD' } },
  ])
  expect(toValue(photo, '')).toEqual({ key: 'photo' })
})

test('inputs converted to stored values and back are unchanged', () => {
  const variables = [
    variable('who', PromptVariableType.string),
    variable('history', PromptVariableType.placeholder),
    variable('photo', PromptVariableType.image),
    variable('face', PromptVariableType.image),
  ]
  const typed = {
    who: 'Ann',
    history: 'user: Hello\nassistant: Good day',
    photo: 'data:image/png;base64,QUJD',
    face: 'https://example.test/a.png',
  }
  expect(fromValues(toValues(variables, typed))).toEqual(typed)
})
