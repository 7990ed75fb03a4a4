import { useMutation, useQuery } from '@tanstack/react-query'
import { Link, useRouter } from '@tanstack/react-router'
import { ArrowRight } from 'lucide-react'
import { api } from '#lib/api.ts'
import { useT } from '#lib/i18n.ts'
import { linkOf } from '#lib/resource-kinds.ts'
import { buttonStyle } from '#ui/button-style.ts'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { Icon } from '#ui/icon.tsx'
import { PictureTile } from '#ui/picture-tile.tsx'
import { beginnersQuery, refreshMarket } from '../explore.queries.ts'
import { entityName, type Product, productPlace, tileOfProduct } from '../product-place.ts'

/** Some templates that work at once, each with a sample question. */
export function TemplateRow({ spaceId }: { spaceId: string }) {
  const t = useT('explore')
  const { data } = useQuery(beginnersQuery)
  if (!data || data.products.length === 0) return null
  return (
    <section aria-label={t('begin.title')} className="mt-8">
      <div className="mb-3 flex flex-wrap items-baseline gap-x-2">
        <h3 className="text-title font-semibold">{t('begin.title')}</h3>
        <p className="text-small text-mute">{t('begin.text')}</p>
        <Link to="/explore/template" className="ml-auto flex items-center gap-1 text-small font-medium text-brand">
          {t('begin.all', { count: data.total })}
          <Icon of={ArrowRight} size={14} />
        </Link>
      </div>
      <div className="grid grid-cols-4 gap-3.5 max-lg:grid-cols-2 max-sm:grid-cols-1">
        {data.products.map((product) => (
          <TemplateCard key={product.meta_info.id} product={product} spaceId={spaceId} />
        ))}
      </div>
    </section>
  )
}

function TemplateCard({ product, spaceId }: { product: Product; spaceId: string }) {
  const t = useT('explore')
  const { history } = useRouter()
  const { meta_info: meta } = product
  const kind = entityName(meta.entity_type)
  const use = useMutation({
    mutationFn: () => api.market.duplicate({ product_id: meta.id, space_id: spaceId }, { toast: true }),
    onSuccess: (made) => {
      void refreshMarket()
      history.push(linkOf({ id: made.new_entity_id, kind, sub_type: 0, space_id: spaceId }))
    },
  })
  return (
    <Card className="group/template flex min-h-43 flex-col">
      <div className="flex items-center gap-3">
        <PictureTile id={meta.id} kind={tileOfProduct(product)} src={meta.icon_url} size={36} />
        <div className="min-w-0">
          <h4 className="truncate font-semibold">{meta.name}</h4>
          <p className="truncate text-small text-mute">{t(`entity.${kind}`)}</p>
        </div>
      </div>
      <p className="mt-2.5 line-clamp-2 text-mute">{meta.description}</p>
      <div className="relative mt-auto flex h-8 items-center pt-2">
        {meta.sample && (
          <span className="truncate rounded-full bg-page px-2.5 py-0.5 text-small group-focus-within/template:opacity-0 group-hover/template:opacity-0 pointer-coarse:hidden">
            “{meta.sample}”
          </span>
        )}
        {/* Replaces the question on hover and keyboard focus. */}
        <span className="absolute inset-x-0 top-1 flex gap-2 opacity-0 group-focus-within/template:opacity-100 group-hover/template:opacity-100 pointer-coarse:static pointer-coarse:opacity-100">
          <Button
            size="sm"
            kind="solid"
            aria-label={t('begin.useNamed', { name: meta.name })}
            busy={use.isPending}
            onClick={() => use.mutate()}
          >
            {t('begin.use')}
          </Button>
          <Link
            {...productPlace(meta)}
            aria-label={t('begin.lookNamed', { name: meta.name })}
            className={buttonStyle('quiet', 'sm')}
          >
            {t('begin.look')}
          </Link>
        </span>
      </div>
    </Card>
  )
}
