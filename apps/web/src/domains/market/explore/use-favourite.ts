import { useMutation } from '@tanstack/react-query'
import { useVisitor } from '#lib/account.ts'
import { api } from '#lib/api.ts'
import { refreshMarket } from './explore.queries.ts'
import type { Product } from './product-place.ts'
import { signInFirst } from './visit-intent.ts'

type Meta = Product['meta_info']

/** Adds a product to the favourites or removes it. Visitors sign in first; it is added when they return. */
export function useFavourite(): (meta: Meta) => void {
  const isVisitor = useVisitor() === null
  const { mutate } = useMutation({
    mutationFn: (meta: Meta) =>
      api.market.favorite({ product_id: meta.id, is_cancel: meta.is_favorited }, { toast: true }),
    onSettled: refreshMarket,
  })
  return isVisitor ? (meta) => signInFirst({ do: 'favourite', product: meta }) : mutate
}
