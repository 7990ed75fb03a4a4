import { expect, it } from 'vitest'
import { readFieldError } from './field-error.ts'

it.each([
  [
    'email: there is already an account with this email. Sign in instead',
    'email',
    'There is already an account with this email. Sign in instead.',
  ],
  ['code：验证码错误，请重新获取', 'code', '验证码错误，请重新获取。'],
  ['user_unique_name: taken', 'user_unique_name', 'Taken.'],
  ['Too many wrong tries. Try again in 15 min', null, 'Too many wrong tries. Try again in 15 min.'],
  ['Note: this is a sentence', null, 'Note: this is a sentence.'],
  ['', null, ''],
])('%j is about %j', (message, field, text) => {
  expect(readFieldError(new Error(message))).toEqual({ field, text })
})
