import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useId } from 'react'
import { useT } from '#lib/i18n.ts'
import { ofMakerQuery, relatedQuery } from '../explore.queries.ts'
import { type Product, productPlace } from '../product-place.ts'
import { ProductCard } from './product-card.tsx'

/** More products by the same seller, and similar ones. */
export function Related({ meta }: { meta: Product['meta_info'] }) {
  const t = useT('explore')
  const { data: related = [] } = useQuery(relatedQuery(meta))
  const { data: more = [] } = useQuery(ofMakerQuery(meta))
  return (
    <>
      <Shelf title={t('moreOf', { name: meta.user_info?.name ?? '' })} products={more} />
      <Shelf title={t('related')} products={related} />
    </>
  )
}

function Shelf({ title, products }: { title: string; products: readonly Product[] }) {
  const id = useId()
  if (products.length === 0) return null
  return (
    <section aria-labelledby={id}>
      <h2 id={id} className="mb-3 text-title font-semibold">
        {title}
      </h2>
      <div className="grid grid-cols-4 gap-4 max-[1400px]:grid-cols-2 max-sm:grid-cols-1">
        {products.map((product) => (
          <ProductCard
            key={product.meta_info.id}
            product={product}
            opener={(props) => <Link {...productPlace(product.meta_info)} {...props} />}
          />
        ))}
      </div>
    </section>
  )
}
