import { BadgeCheck } from 'lucide-react'
import type { ReactElement } from 'react'
import { formatCount } from '#lib/format.ts'
import { useT } from '#lib/i18n.ts'
import { platformName } from '#lib/title.ts'
import { Card } from '#ui/card.tsx'
import { Icon } from '#ui/icon.tsx'
import { PictureTile } from '#ui/picture-tile.tsx'
import { entityName, type Product, tileOfProduct, usesOf } from '../product-place.ts'
import { StarButton } from './star-button.tsx'

interface ProductCardProps {
  product: Product
  isOpen?: boolean
  /** A button or link without text: the name is put into it, and the whole card can be clicked. */
  opener: (props: { className: string; children: string }) => ReactElement
}

/** A product of the store: a template shows a picture, a plugin the number of its tools. */
export function ProductCard({ product, isOpen, opener }: ProductCardProps) {
  const t = useT('explore')
  const { meta_info: meta } = product
  const kind = entityName(meta.entity_type)
  const cover = kind === 'plugin' ? undefined : meta.covers[0]?.url
  const what =
    kind === 'plugin' ? t('tools', { count: product.plugin_extra?.total_api_count ?? 0 }) : t(`entity.${kind}`)
  const uses = usesOf(product)
  const maker = meta.is_official ? platformName : meta.user_info?.name
  return (
    <Card pressable selected={isOpen} className="flex flex-col overflow-hidden p-0">
      {cover && (
        <img
          src={cover}
          alt=""
          loading="lazy"
          className="aspect-[5/2] w-full rounded-t-lg border-b border-line bg-page object-cover"
        />
      )}
      <div className="flex flex-1 flex-col gap-2 p-4">
        <div className="flex items-start gap-3">
          <PictureTile id={meta.id} kind={tileOfProduct(product)} src={meta.icon_url} size={36} />
          <div className="min-w-0 flex-1">
            <h2 className="flex min-w-0 items-center gap-1.5 font-semibold">
              {opener({ className: 'truncate after:absolute after:inset-0', children: meta.name })}
              {meta.is_official && (
                <Icon of={BadgeCheck} size={15} aria-label={t('official')} className="shrink-0 text-brand" />
              )}
            </h2>
            <p className="truncate text-small text-mute">{maker ? `${maker} · ${what}` : what}</p>
          </div>
          <StarButton meta={meta} size="sm" className="relative z-1" />
        </div>
        <p className="line-clamp-2 text-mute">{meta.description}</p>
        <p className="mt-auto flex gap-3 text-small text-mute empty:hidden">
          {uses > 0 && <span>{t('uses', { count: uses, shown: formatCount(uses) })}</span>}
          {meta.rating_count > 0 && <span>{t('stars', { stars: meta.rating.toFixed(1) })}</span>}
        </p>
      </div>
    </Card>
  )
}
