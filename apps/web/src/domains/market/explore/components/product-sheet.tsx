import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { ArrowUpRight } from 'lucide-react'
import { useVisitor } from '#lib/account.ts'
import { useT } from '#lib/i18n.ts'
import { platformName } from '#lib/title.ts'
import { ErrorPanel } from '#ui/error-panel.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import { PictureTile } from '#ui/picture-tile.tsx'
import { SideSheet } from '#ui/side-sheet.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { Tag } from '#ui/tag.tsx'
import { productQuery, versionsQuery } from '../explore.queries.ts'
import { productPlace, tileOfProduct } from '../product-place.ts'
import { AddToolMenu, canAddTools } from './add-tool-menu.tsx'
import { ProductContents, ProductFigures, ProductTools, ProductVersions } from './product-parts.tsx'
import { StarButton } from './star-button.tsx'
import { InstallButton } from './install-dialog.tsx'

/** A preview of a product beside the list; its page has the details. */
export function ProductSheet({ id, onClose }: { id: string; onClose: () => void }) {
  const t = useT('explore')
  const { data: product, error } = useQuery(productQuery(id))
  const { data: versions = [] } = useQuery(versionsQuery(id))
  const account = useVisitor()
  if (!product)
    return (
      <SideSheet kind="product" place="over" width={472} title={t('loading')} onClose={onClose}>
        <div className="p-5">{error ? <ErrorPanel error={error} /> : <Skeleton className="h-24" />}</div>
      </SideSheet>
    )
  const { meta_info: meta } = product
  const triedOf = account && canAddTools(product) ? meta.entity_id : undefined
  const version = versions.find((version) => version.is_shown)?.version
  const name = meta.is_official ? platformName : (meta.user_info?.name ?? '')
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
      caption={version ? t('by', { name, version }) : name}
      actions={
        <>
          <StarButton meta={meta} />
          <IconButton
            icon={ArrowUpRight}
            label={t('openPage')}
            nativeButton={false}
            render={<Link {...productPlace(meta)} />}
          />
        </>
      }
      onClose={onClose}
    >
      <div className="flex flex-col gap-5 p-5">
        {(product.can_duplicate || canAddTools(product)) && (
          <div className="flex gap-2">
            {canAddTools(product) && <AddToolMenu product={product} />}
            {product.can_duplicate && <InstallButton product={product} />}
          </div>
        )}
        <ProductFigures product={product} />
        <p className="wrap-anywhere whitespace-pre-line">{meta.readme || meta.description}</p>
        <ProductContents contents={product.contents} />
        <ProductTools tools={product.plugin_extra?.tools ?? []} triedOf={triedOf} />
        <ProductVersions id={id} />
      </div>
    </SideSheet>
  )
}
