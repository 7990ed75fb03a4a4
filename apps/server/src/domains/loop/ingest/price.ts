import type { KnownModel } from '#domains/chat/model/shared/model-catalog.ts'
import { costOf } from '#domains/chat/model/shared/model-catalog.ts'
import { isCounted, type NewSpan } from '#domains/chat/span/shared/span-types.ts'

const REMEMBERED_MS = 30_000
type Priced = Pick<KnownModel, 'name' | 'priceIn' | 'priceOut'> & { config: { model: string } }

export interface PriceDeps {
  modelsOf(spaceId: string): Promise<Priced[]>
  now(): number
}

/** What calls of models cost at the prices that the space sees now. A later price changes nothing that is stored. */
export function createPrices({ modelsOf, now }: PriceDeps) {
  const known = new Map<string, { until: number; models: Map<string, Priced> }>()
  async function pricesOf(spaceId: string): Promise<Map<string, Priced>> {
    const found = known.get(spaceId)
    if (found && found.until > now()) return found.models
    const models = new Map<string, Priced>()
    for (const model of await modelsOf(spaceId)) {
      for (const name of [model.name, model.config.model]) models.set(name.toLowerCase(), model)
    }
    if (known.size > 1000) known.clear()
    known.set(spaceId, { until: now() + REMEMBERED_MS, models })
    return models
  }
  return {
    /** Sets the cost of spans of one space whose sender named none. */
    async apply(priced: { span: NewSpan; cost: number | undefined }[]): Promise<NewSpan[]> {
      const [first] = priced
      if (!first) return []
      const prices = await pricesOf(first.span.spaceId)
      for (const { span, cost } of priced) {
        const model = isCounted(span.kind) ? findPrice(prices, span.model.toLowerCase()) : undefined
        span.cost = cost ?? (model ? costOf(model, span.inputTokens, span.outputTokens) : 0)
      }
      return priced.map(({ span }) => span)
    },
  }
}
export type Prices = ReturnType<typeof createPrices>

/** What follows the id of a model in the name of one of its versions. */
const version = /^-(v?\d|latest|preview)/

/** `gpt-4o-2026-08-06` costs what `gpt-4o` does, and so does `openai/gpt-4o`. `gpt-4o-mini` is another model. */
function findPrice(prices: Map<string, Priced>, name: string): Priced | undefined {
  const plain = name.slice(name.lastIndexOf('/') + 1)
  const exact = prices.get(name) ?? prices.get(plain)
  if (exact || !plain) return exact
  let best: [string, Priced] | undefined
  for (const model of prices.values()) {
    const id = model.config.model.toLowerCase()
    if (plain.startsWith(id) && version.test(plain.slice(id.length)) && id.length > (best?.[0].length ?? 0))
      best = [id, model]
  }
  return best?.[1]
}
