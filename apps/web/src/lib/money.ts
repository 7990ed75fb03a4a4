import type { Currency } from '@orrery/contract/shared/currencies'

let currency: Currency = 'USD'
/** As the instance says: all prices of models are in it. */
export const setCurrency = (next: Currency): void => void (currency = next)

/** For labels of prices that are typed in. */
export const currencyName = (): Currency => currency

/** Prices are per million tokens: a turn costs small parts of the unit, which are shown as far as they mean something. */
export function formatMoney(amount: number, unit: Currency = currency): string {
  const size = Math.abs(amount)
  const digits = size === 0 ? 0 : size < 0.01 ? 5 : size < 1 ? 4 : 2
  return new Intl.NumberFormat('en', {
    style: 'currency',
    currency: unit,
    currencyDisplay: 'narrowSymbol',
    minimumFractionDigits: Math.min(digits, 2),
    maximumFractionDigits: digits,
  }).format(amount)
}
