import type { Currency } from '@orrery/contract/shared/currencies'

let currency: Currency = 'USD'
/** Sets the currency of the instance, in which all prices of models are. */
export const setCurrency = (next: Currency): void => void (currency = next)

/** For labels of fields where prices are entered. */
export const currencyName = (): Currency => currency

/** Prices are per million tokens, so a turn costs a small part of the unit. Small amounts get more digits. */
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
