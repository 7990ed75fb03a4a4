import { useMutation } from '@tanstack/react-query'
import { api } from '#lib/api.ts'
import { refreshMarket } from './explore.queries.ts'
import type { Product } from './product-place.ts'

type Meta = Product['meta_info']

/** Marks a product, or takes the mark back. */
export function useFavourite(): (meta: Meta) => void {
  const { mutate } = useMutation({
    mutationFn: (meta: Meta) =>
      api.market.favorite({ product_id: meta.id, is_cancel: meta.is_favorited }, { toast: true }),
    onSettled: refreshMarket,
  })
  return mutate
}
