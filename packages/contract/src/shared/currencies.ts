/** In which the prices of models can be given. An instance has one of them. */
export const currencies = ['USD', 'CNY', 'EUR', 'GBP', 'JPY', 'HKD', 'SGD', 'KRW', 'INR'] as const
export type Currency = (typeof currencies)[number]
