import { expect, it } from 'vitest'
import { formatMoney } from './money.ts'

it('writes costs with their currency, and small ones with their significant digits', () => {
  expect(formatMoney(0, 'USD')).toBe('$0')
  expect(formatMoney(0.00647, 'USD')).toBe('$0.00647')
  expect(formatMoney(0.5, 'CNY')).toBe('¥0.50')
  expect(formatMoney(164.2, 'EUR')).toBe('€164.20')
})
