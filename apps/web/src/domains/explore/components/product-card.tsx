import { BadgeCheck, Star } from 'lucide-react'
import { formatCount } from '../../../lib/format.ts'
import { useT } from '../../../lib/i18n.ts'
import { Card } from '../../../ui/card.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { PictureTile } from '../../../ui/picture-tile.tsx'
import { type Product, type Store, tileOfProduct } from '../explore.queries.ts'
import { useFavourite } from '../use-favourite.ts'

interface ProductCardProps {
  product: Product
  store: Store
  isOpen: boolean
  onOpen: () => void
}

/** A product of the store: a template shows what it looks like, a plugin what it does. */
export function ProductCard({ product, store, isOpen, onOpen }: ProductCardProps) {
  const t = useT('explore')
  const { meta_info: meta } = product
  const toggle = useFavourite()
  const cover = store === 'template' ? meta.covers[0]?.url : undefined
  const kind = t(`entity.${entityName(meta.entity_type)}`)
  return (
    <Card pressable selected={isOpen} className="flex flex-col overflow-hidden p-0">
      {cover && (
        <img src={cover} alt="" loading="lazy" className="aspect-[5/2] w-full border-b border-line object-cover" />
      )}
      <div className="flex flex-1 flex-col gap-2 p-4">
        <div className="flex items-start gap-3">
          <PictureTile id={meta.id} kind={tileOfProduct(product)} src={meta.icon_url} size={36} />
          <div className="min-w-0 flex-1">
            <h2 className="flex min-w-0 items-center gap-1.5 font-semibold">
              <button
                type="button"
                aria-pressed={isOpen}
                onClick={onOpen}
                className="truncate after:absolute after:inset-0"
              >
                {meta.name}
              </button>
              {meta.is_official && (
                <Icon of={BadgeCheck} size={15} aria-label={t('official')} className="shrink-0 text-brand" />
              )}
            </h2>
            <p className="truncate text-small text-mute">
              {store === 'plugin' ? t('tools', { count: product.plugin_extra?.total_api_count ?? 0 }) : kind}
            </p>
          </div>
          <IconButton
            icon={Star}
            size="sm"
            pressed={meta.is_favorited}
            label={t(meta.is_favorited ? 'unstar' : 'star', { name: meta.name })}
            className={meta.is_favorited ? 'relative z-1 [&_svg]:fill-current text-warn' : 'relative z-1'}
            onClick={() => toggle(meta)}
          />
        </div>
        <p className="line-clamp-2 text-mute">{meta.description}</p>
        <p className="mt-auto flex gap-3 text-small text-mute">
          <span>{t('uses', { count: formatCount(meta.heat) })}</span>
          {meta.rating_count > 0 && <span>{t('stars', { stars: meta.rating.toFixed(1) })}</span>}
        </p>
      </div>
    </Card>
  )
}

const names = { 1: 'bot', 2: 'plugin', 6: 'project', 13: 'workflow', 15: 'workflow', 21: 'bot' } as const
export const entityName = (type: number): 'bot' | 'plugin' | 'project' | 'workflow' =>
  names[type as keyof typeof names] ?? 'bot'
