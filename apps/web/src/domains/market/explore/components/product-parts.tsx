import { isPortable } from '@orrery/contract/shared/resource-kinds'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { formatCount, formatDate, fromSeconds } from '#lib/format.ts'
import { useT } from '#lib/i18n.ts'
import { useKindNames } from '#lib/resource-kinds.ts'
import { Tag } from '#ui/tag.tsx'
import { versionsQuery } from '../explore.queries.ts'
import { type Product, usesOf } from '../product-place.ts'
import { ToolRow } from './tool-row.tsx'

type Tools = NonNullable<Product['plugin_extra']>['tools']

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section>
      <h2 className="mb-1.5 text-caption font-medium tracking-wide text-mute uppercase">{title}</h2>
      {children}
    </section>
  )
}

/** Uses, favourites and rating. */
export function ProductFigures({ product }: { product: Product }) {
  const t = useT('explore')
  const { meta_info: meta } = product
  const uses = usesOf(product)
  // Figures of zero are omitted.
  const figures = [
    ...(uses > 0 ? [{ name: t('figure.uses'), value: formatCount(uses) }] : []),
    ...(meta.favorite_count > 0 ? [{ name: t('figure.favourites'), value: formatCount(meta.favorite_count) }] : []),
    ...(meta.rating_count > 0 ? [{ name: t('figure.rating'), value: meta.rating.toFixed(1) }] : []),
  ]
  if (figures.length === 0) return null
  return (
    <dl className="flex rounded-md border border-line bg-card">
      {figures.map(({ name, value }) => (
        <div key={name} className="flex-1 border-l border-line px-3 py-2 first:border-l-0">
          <dt className="text-small text-mute">{name}</dt>
          <dd className="font-semibold">{value}</dd>
        </div>
      ))}
    </dl>
  )
}

/** Contents that come with an installation. */
export function ProductContents({ contents }: { contents: readonly { kind: string; name: string }[] }) {
  const t = useT('explore')
  const names = useKindNames()
  // A list of one item would repeat the product itself.
  if (contents.length < 2) return null
  return (
    <Part title={t('contents')}>
      <ul>
        {contents.map((content, index) => (
          <li key={`${content.kind}:${content.name}:${index}`} className="flex justify-between gap-3 py-1">
            <span data-user-text className="truncate">
              {content.name}
            </span>
            <span className="shrink-0 text-small text-mute">
              {isPortable(content.kind) ? names.one(content.kind) : t('part.other')}
            </span>
          </li>
        ))}
      </ul>
    </Part>
  )
}

interface ProductToolsProps {
  tools: Tools
  /** The plugin whose tools can be tried. */
  triedOf?: string | undefined
}

export function ProductTools({ tools, triedOf }: ProductToolsProps) {
  const t = useT('explore')
  if (tools.length === 0) return null
  return (
    <Part title={t('toolList', { count: tools.length })}>
      <ul>
        {tools.map((tool) => (
          <ToolRow key={tool.id} tool={tool} triedOf={triedOf} />
        ))}
      </ul>
    </Part>
  )
}

/** The published versions and their changes. */
export function ProductVersions({ id }: { id: string }) {
  const t = useT('explore')
  const { data: versions = [] } = useQuery(versionsQuery(id))
  if (versions.length === 0) return null
  return (
    <Part title={t('changed')}>
      <ul>
        {versions.map((version) => (
          <li key={version.version} className="flex gap-3 py-1">
            <span className="w-16 shrink-0 font-mono text-code">{version.version}</span>
            <span className="min-w-0 flex-1 wrap-anywhere">
              {version.note} {!version.is_shown && <Tag>{t('versionHidden')}</Tag>}
            </span>
            <span className="text-small text-mute">{formatDate(fromSeconds(version.created_at))}</span>
          </li>
        ))}
      </ul>
    </Part>
  )
}
