/** Currencies for the prices of models. An instance uses one of them. */
export const currencies = ['USD', 'CNY', 'EUR', 'GBP', 'JPY', 'HKD', 'SGD', 'KRW', 'INR'] as const
export type Currency = (typeof currencies)[number]
