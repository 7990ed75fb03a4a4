import { ProductState } from '@orrery/contract/shared/market'
import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useVisitor } from '#lib/account.ts'
import { api } from '#lib/api.ts'
import { flags } from '#lib/feature-flags.ts'
import { useT } from '#lib/i18n.ts'
import { platformName, usePageTitle } from '#lib/title.ts'
import { useNarrow } from '#lib/viewport.ts'
import { Banner } from '#ui/banner.tsx'
import { buttonStyle } from '#ui/button-style.ts'
import { QueryPage } from '#ui/query-page.tsx'
import { PictureTile } from '#ui/picture-tile.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { Tag } from '#ui/tag.tsx'
import { TitleBar } from '#ui/title-bar.tsx'
import { AddToolMenu, canAddTools } from '../components/add-tool-menu.tsx'
import { ProductActions } from '../components/product-actions.tsx'
import { ProductFacts } from '../components/product-facts.tsx'
import { ProductContents, ProductTools, ProductVersions } from '../components/product-parts.tsx'
import { ProductText } from '../components/product-text.tsx'
import { ProductPictures } from '../components/product-pictures.tsx'
import { Ratings } from '../components/ratings.tsx'
import { Related } from '../components/related.tsx'
import { InstallButton } from '../components/install-dialog.tsx'
import { type ProductDetail, productQuery, type Store, versionsQuery } from '../explore.queries.ts'
import { tileOfProduct } from '../product-place.ts'

export function PluginProductPage() {
  return <ProductPage store="plugin" />
}
export function TemplateProductPage() {
  return <ProductPage store="template" />
}

function ProductPage({ store }: { store: Store }) {
  const t = useT('explore')
  const { product_id: id = '' } = useParams({ strict: false })
  const query = useQuery(productQuery(id))
  usePageTitle(query.data?.meta_info.name ?? t('product'))
  return (
    <QueryPage
      query={query}
      failed={t('productFailed')}
      missing={t('gone')}
      missingText={t('goneText')}
      back={
        <Link to={`/explore/${store}`} className={buttonStyle('solid')}>
          {t('backTo', { store: t(`${store}.title`) })}
        </Link>
      }
      loading={
        <div role="status" aria-label={t('loading')} className="flex flex-col gap-4 p-5">
          <Skeleton className="h-10 w-1/3" />
          <Skeleton className="h-64 w-2/3" />
        </div>
      }
    >
      {(product) => <Shown key={id} product={product} store={store} />}
    </QueryPage>
  )
}

function Shown({ product, store }: { product: ProductDetail; store: Store }) {
  const t = useT('explore')
  const { meta_info: meta } = product
  const isNarrow = useNarrow()
  const isShown = meta.status === ProductState.listed
  const { data: versions = [] } = useQuery(versionsQuery(meta.id))
  const version = versions.find((version) => version.is_shown)?.version
  const isSignedIn = Boolean(useVisitor())
  const hasRatings = flags.use('market.ratings')
  useEffect(() => {
    // Used only for "recently viewed", so errors are ignored.
    if (isSignedIn) api.market.act({ product_id: meta.id, operation_type: 2 }).catch(() => {})
  }, [meta.id, isSignedIn])
  const maker = meta.is_official ? platformName : (meta.user_info?.name ?? t('fact.gone'))
  return (
    <div className="flex min-h-0 flex-1 flex-col">
      <TitleBar
        back={<Link to={`/explore/${store}`} />}
        tile={<PictureTile id={meta.id} kind={tileOfProduct(product)} src={meta.icon_url} size={36} />}
        title={meta.name}
        beside={meta.is_official && <Tag tone="brand">{t('official')}</Tag>}
        note={version ? t('by', { name: maker, version }) : maker}
        actions={<ProductActions product={product} />}
      />
      {!isShown && (
        <Banner tone="warn">
          {t('notShown')}
          {product.reject_reason && ` ${t('reason', { reason: product.reject_reason })}`}
        </Banner>
      )}
      <div className="min-h-0 flex-1 overflow-y-auto p-5">
        <div className="mx-auto flex max-w-300 flex-col gap-8">
          <div className="flex items-start gap-8 max-md:flex-col max-md:items-stretch">
            <div className="flex min-w-0 flex-1 flex-col gap-6">
              {isNarrow && (product.can_duplicate || canAddTools(product)) && (
                <div className="flex gap-2">
                  {canAddTools(product) && <AddToolMenu product={product} />}
                  {product.can_duplicate && <InstallButton product={product} />}
                </div>
              )}
              <ProductPictures name={meta.name} pictures={meta.covers} />
              <ProductText meta={meta} />
              <ProductTools
                tools={product.plugin_extra?.tools ?? []}
                triedOf={isSignedIn && canAddTools(product) ? meta.entity_id : undefined}
              />
              <ProductContents contents={product.contents} />
              <ProductVersions id={meta.id} />
              {hasRatings && <Ratings meta={meta} />}
            </div>
            <div className="w-80 shrink-0 max-md:w-full">
              <ProductFacts product={product} version={version} />
            </div>
          </div>
          <Related meta={meta} />
        </div>
      </div>
    </div>
  )
}
