import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { formatDate, formatNumber, fromSeconds } from '#lib/format.ts'
import { useT } from '#lib/i18n.ts'
import { platformName } from '#lib/title.ts'
import { Avatar } from '#ui/avatar.tsx'
import { LabelTag } from '#ui/label-tag.tsx'
import { Mark } from '#ui/mark.tsx'
import { callInfoQuery } from '../explore.queries.ts'
import { entityName, type Product } from '../product-place.ts'
import { ProductFigures } from './product-parts.tsx'

/** Shown beside the text of a product: maker, price, and call limits. */
export function ProductFacts({ product, version }: { product: Product; version?: string | undefined }) {
  const t = useT('explore')
  const { meta_info: meta } = product
  const { data: calls } = useQuery(callInfoQuery(meta))
  const limit = calls?.call_count_limit
  const rate = calls?.call_rate_limit.qps ?? 0
  return (
    <aside aria-label={t('facts')} className="flex flex-col gap-4">
      <ProductFigures product={product} />
      <dl className="rounded-md border border-line bg-card px-3 py-1">
        <Fact name={t('fact.maker')}>
          <span className="flex min-w-0 items-center gap-1.5">
            {meta.is_official ? (
              <span aria-hidden>
                <Mark size={20} />
              </span>
            ) : (
              meta.user_info && (
                <Avatar
                  id={meta.user_info.user_id}
                  name={meta.user_info.name}
                  src={meta.user_info.avatar_url}
                  size={20}
                  decorative
                />
              )
            )}
            <span className="truncate">
              {meta.is_official ? platformName : (meta.user_info?.name ?? t('fact.gone'))}
            </span>
            <LabelTag label={meta.user_info?.user_label} />
          </span>
        </Fact>
        <Fact name={t('fact.kind')}>{t(`entity.${entityName(meta.entity_type)}`)}</Fact>
        {product.plugin_extra && <Fact name={t('fact.access')}>{t(`access.${product.plugin_extra.auth_mode}`)}</Fact>}
        {meta.category && <Fact name={t('category')}>{meta.category.name}</Fact>}
        <Fact name={t('fact.price')}>{t('fact.free')}</Fact>
        {version && <Fact name={t('fact.version')}>{version}</Fact>}
        {Number(meta.listed_at) > 0 && <Fact name={t('fact.listed')}>{formatDate(fromSeconds(meta.listed_at))}</Fact>}
        {limit && !(limit.is_unlimited && limit.used_count === 0) && (
          <Fact name={t('fact.calls')}>
            {limit.is_unlimited
              ? t('fact.callsFree', { count: limit.used_count })
              : t('fact.callsOf', { count: limit.used_count, total: formatNumber(limit.total_count) })}
          </Fact>
        )}
        {calls && (
          <Fact name={t('fact.rate')}>{rate > 0 ? t('fact.perSecond', { count: rate }) : t('fact.noLimit')}</Fact>
        )}
      </dl>
    </aside>
  )
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="flex min-h-9 items-center justify-between gap-3 border-b border-line py-1.5 last:border-b-0">
      <dt className="shrink-0 text-mute">{name}</dt>
      <dd className="min-w-0 text-right">{children}</dd>
    </div>
  )
}
