import { useQuery } from '@tanstack/react-query'
import { Star } from 'lucide-react'
import { formatCount, formatDate } from '../../../lib/format.ts'
import { useT } from '../../../lib/i18n.ts'
import { platformName } from '../../../lib/title.ts'
import { ErrorPanel } from '../../../ui/error-panel.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { PictureTile } from '../../../ui/picture-tile.tsx'
import { SideSheet } from '../../../ui/side-sheet.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { Tag } from '../../../ui/tag.tsx'
import { productQuery, tileOfProduct, versionsQuery } from '../explore.queries.ts'
import { useFavourite } from '../use-favourite.ts'
import { TakeMenu } from './take-menu.tsx'
import { ToolRow } from './tool-row.tsx'

const searchKinds = ['bot', 'project', 'workflow', 'plugin', 'knowledge', 'database', 'prompt'] as const

/** All about one product: what it does, what comes along, what changed. */
export function ProductSheet({ id, onClose }: { id: string; onClose: () => void }) {
  const t = useT('explore')
  const { data: product, error } = useQuery(productQuery(id))
  const { data: versions = [] } = useQuery(versionsQuery(id))
  const toggle = useFavourite()
  const words = useT('search')
  const kindName = (kind: string) => words(`kind.${searchKinds.find((one) => one === kind) ?? 'folder'}`)
  if (!product)
    return (
      <SideSheet kind="product" place="over" width={472} title={t('loading')} onClose={onClose}>
        <div className="p-5">{error ? <ErrorPanel error={error} /> : <Skeleton className="h-24" />}</div>
      </SideSheet>
    )
  const { meta_info: meta } = product
  const figures = [
    { name: t('figure.uses'), value: formatCount(meta.heat) },
    { name: t('figure.favourites'), value: formatCount(meta.favorite_count) },
    { name: t('figure.rating'), value: meta.rating_count > 0 ? meta.rating.toFixed(1) : '–' },
  ]
  return (
    <SideSheet
      kind="product"
      place="over"
      width={472}
      tile={<PictureTile id={meta.id} kind={tileOfProduct(product)} src={meta.icon_url} size={48} />}
      title={
        <span className="flex min-w-0 items-center gap-2">
          <span className="truncate">{meta.name}</span>
          {meta.is_official && <Tag tone="brand">{t('official')}</Tag>}
        </span>
      }
      caption={t('by', {
        name: meta.is_official ? platformName : (meta.user_info?.name ?? ''),
        version: versions[0]?.version ?? '',
      })}
      actions={
        <IconButton
          icon={Star}
          pressed={meta.is_favorited}
          label={t(meta.is_favorited ? 'unstar' : 'star', { name: meta.name })}
          onClick={() => toggle(meta)}
        />
      }
      onClose={onClose}
    >
      <div className="flex flex-col gap-5 p-5">
        {product.can_duplicate && (
          <div>
            <TakeMenu product={product} />
          </div>
        )}
        <dl className="grid grid-cols-3 rounded-md border border-line">
          {figures.map(({ name, value }) => (
            <div key={name} className="border-l border-line px-3 py-2 first:border-l-0">
              <dt className="text-small text-mute">{name}</dt>
              <dd className="font-semibold">{value}</dd>
            </div>
          ))}
        </dl>
        <p className="whitespace-pre-line">{meta.readme || meta.description}</p>
        {product.contents.length > 0 && (
          <Part title={t('contents')}>
            {product.contents.map((one) => (
              <li key={`${one.kind}:${one.name}`} className="flex justify-between gap-3 py-1">
                <span className="truncate">{one.name}</span>
                <span className="text-small text-mute">{kindName(one.kind)}</span>
              </li>
            ))}
          </Part>
        )}
        {product.plugin_extra && (
          <Part title={t('toolList', { count: product.plugin_extra.total_api_count })}>
            {product.plugin_extra.tools.map((tool) => (
              <ToolRow key={tool.id} tool={tool} />
            ))}
          </Part>
        )}
        {versions.length > 0 && (
          <Part title={t('changed')}>
            {versions.map((one) => (
              <li key={one.version} className="flex gap-3 py-1">
                <span className="w-16 shrink-0 font-mono text-code">{one.version}</span>
                <span className="min-w-0 flex-1">{one.note}</span>
                <span className="text-small text-mute">{formatDate(Number(one.created_at) * 1000)}</span>
              </li>
            ))}
          </Part>
        )}
      </div>
    </SideSheet>
  )
}

function Part({ title, children }: { title: string; children: React.ReactNode }) {
  return (
    <section>
      <h3 className="mb-1.5 text-caption font-medium tracking-wide text-mute uppercase">{title}</h3>
      <ul>{children}</ul>
    </section>
  )
}
