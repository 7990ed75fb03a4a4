import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Sparkles } from 'lucide-react'
import { useT } from '#lib/i18n.ts'
import { buttonStyle } from '#ui/button-style.ts'
import { Icon } from '#ui/icon.tsx'
import { PictureTile } from '#ui/picture-tile.tsx'
import { featuredQuery, type Store, topicsQuery } from '../explore.queries.ts'
import { productPlace, tileOfProduct } from '../product-place.ts'

/** Products and collections featured by the owner of the instance, above the store. */
export function Showcase({ store }: { store: Store }) {
  const t = useT('explore')
  const { data: featured = [] } = useQuery(featuredQuery(store))
  const { data: topics = [] } = useQuery(topicsQuery(store))
  if (featured.length === 0 && topics.length === 0) return null
  return (
    <div className="flex flex-col gap-4 pb-5">
      {featured.length > 0 && (
        <section aria-label={t('featured')} className="grid grid-cols-2 gap-4 max-md:grid-cols-1">
          {featured.map(({ featured_product: why, product_info: product }) => (
            <article key={why.id} className="flex overflow-hidden rounded-lg border border-line bg-card">
              {why.banner_url && (
                <img src={why.banner_url} alt="" className="w-40 shrink-0 object-cover max-sm:hidden" />
              )}
              <div className="flex min-w-0 flex-1 flex-col items-start gap-2 p-4">
                <p className="flex items-center gap-1.5 text-small text-brand">
                  <Icon of={Sparkles} size={14} />
                  {why.reason || t('featured')}
                </p>
                <h2 className="flex min-w-0 items-center gap-2 font-semibold">
                  <PictureTile
                    id={product.meta_info.id}
                    kind={tileOfProduct(product)}
                    src={product.meta_info.icon_url}
                    size={26}
                  />
                  <span className="truncate">{product.meta_info.name}</span>
                </h2>
                <p className="line-clamp-2 text-mute">{why.description || product.meta_info.description}</p>
                <Link
                  {...productPlace(product.meta_info)}
                  aria-label={t('featured.open', { name: product.meta_info.name })}
                  className={buttonStyle('plain', 'sm', 'mt-auto')}
                >
                  {why.button_text || t('featured.look')}
                </Link>
              </div>
            </article>
          ))}
        </section>
      )}
      {topics.length > 0 && (
        <nav aria-label={t('topics')} className="flex flex-wrap gap-2">
          {topics.map((topic) => (
            <Link
              key={topic.id}
              to={`/explore/${store}`}
              search={{ topic: topic.id }}
              title={topic.description}
              className={buttonStyle('plain', 'sm')}
            >
              {topic.name}
            </Link>
          ))}
        </nav>
      )}
    </div>
  )
}

/** The header of the selected collection. */
export function TopicHead({ store, id }: { store: Store; id: string }) {
  const t = useT('explore')
  const { data: topics = [] } = useQuery(topicsQuery(store))
  const topic = topics.find((item) => item.id === id)
  if (!topic) return null
  return (
    <section className="flex flex-col items-start gap-1 pb-4">
      <h2 className="text-title font-semibold">{topic.name}</h2>
      {topic.description && <p className="text-mute">{topic.description}</p>}
      <p className="flex gap-3">
        {topic.introduction_url && (
          <a href={topic.introduction_url} target="_blank" rel="noreferrer" className="text-brand underline">
            {t('topics.more')}
          </a>
        )}
        <Link to={`/explore/${store}`} className="text-brand underline">
          {t('topics.all')}
        </Link>
      </p>
    </section>
  )
}
