interface Prices {
  priceIn: number
  priceOut: number
}
/** The cost of a call in the currency of the prices, which are per million tokens. */
export const costOf = ({ priceIn, priceOut }: Prices, inputTokens: number, outputTokens: number): number =>
  (priceIn * inputTokens + priceOut * outputTokens) / 1_000_000
