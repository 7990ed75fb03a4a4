import { costOf } from '#domains/chat/model/shared/cost.ts'
import { isCounted, type NewSpan } from '#domains/chat/span/shared/span-types.ts'

const REMEMBERED_MS = 30_000
interface Price {
  /** Id of the model in lower case. */
  id: string
  priceIn: number
  priceOut: number
}
/** Prices by model name and model id. */
export type PriceList = ReadonlyMap<string, Price>

export interface PriceDeps {
  modelsOf(spaceId: string): Promise<{ name: string; priceIn: number; priceOut: number; config: { model: string } }[]>
  now(): number
}

/** Current prices of model calls in a space. Costs are stored with spans, so later prices do not change them. */
export function createPrices({ modelsOf, now }: PriceDeps) {
  const known = new Map<string, { until: number; list: PriceList }>()
  return {
    async of(spaceId: string): Promise<PriceList> {
      const found = known.get(spaceId)
      if (found && found.until > now()) return found.list
      const list = new Map<string, Price>()
      for (const { name, priceIn, priceOut, config } of await modelsOf(spaceId)) {
        const price = { id: config.model.toLowerCase(), priceIn, priceOut }
        for (const one of [name.toLowerCase(), price.id]) list.set(one, price)
      }
      if (known.size > 1000) known.clear()
      known.set(spaceId, { until: now() + REMEMBERED_MS, list })
      return list
    },
  }
}
export type Prices = ReturnType<typeof createPrices>

/** Cost of a span whose sender does not report it. */
export function costIn(prices: PriceList, { kind, model, inputTokens, outputTokens }: NewSpan): number {
  const price = isCounted(kind) ? findPrice(prices, model.toLowerCase()) : undefined
  return price ? costOf(price, inputTokens, outputTokens) : 0
}

/** Suffixes that mark a version of a model. */
const version = /^-(v?\d|latest|preview)/

/** Treats `gpt-4o-2026-08-06` and `openai/gpt-4o` as `gpt-4o`, but not `gpt-4o-mini`. */
function findPrice(prices: PriceList, name: string): Price | undefined {
  const plain = name.slice(name.lastIndexOf('/') + 1)
  const exact = prices.get(name) ?? prices.get(plain)
  if (exact || !plain) return exact
  let best: Price | undefined
  for (const price of prices.values())
    if (
      plain.startsWith(price.id) &&
      version.test(plain.slice(price.id.length)) &&
      price.id.length > (best?.id.length ?? 0)
    )
      best = price
  return best
}
