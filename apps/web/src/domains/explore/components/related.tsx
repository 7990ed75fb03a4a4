import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useT } from '../../../lib/i18n.ts'
import { relatedQuery } from '../explore.queries.ts'
import { type Product, productPlace } from '../product-place.ts'
import { ProductCard } from './product-card.tsx'

/** Others that do something like it. */
export function Related({ meta }: { meta: Product['meta_info'] }) {
  const t = useT('explore')
  const { data: products = [] } = useQuery(relatedQuery(meta))
  if (products.length === 0) return null
  return (
    <section aria-labelledby="related">
      <h2 id="related" className="mb-3 text-title font-semibold">
        {t('related')}
      </h2>
      <div className="grid grid-cols-4 gap-4 max-[1400px]:grid-cols-2 max-sm:grid-cols-1">
        {products.map((one) => (
          <ProductCard
            key={one.meta_info.id}
            product={one}
            opener={(props) => <Link {...productPlace(one.meta_info)} {...props} />}
          />
        ))}
      </div>
    </section>
  )
}
