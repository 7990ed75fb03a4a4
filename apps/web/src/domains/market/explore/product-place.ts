import type { ProductInfo } from '@orrery/contract'
import { ProductEntity } from '@orrery/contract/shared/market'
import type { TileKind } from '#lib/tile-kind.ts'

export type Product = ProductInfo
export type EntityName = 'bot' | 'plugin' | 'project' | 'workflow'

const names: Record<number, EntityName> = {
  [ProductEntity.bot]: 'bot',
  [ProductEntity.plugin]: 'plugin',
  [ProductEntity.project]: 'project',
  [ProductEntity.workflowTemplate]: 'workflow',
  [ProductEntity.imageflowTemplate]: 'workflow',
  [ProductEntity.botTemplate]: 'bot',
}
/** The kind of resource that a product becomes in a space. */
export const entityName = (type: number): EntityName => names[type] ?? 'bot'
export const tileOfProduct = ({ meta_info: meta }: Pick<Product, 'meta_info'>): TileKind => entityName(meta.entity_type)

/** The number of uses, unlike the popularity, which includes other figures. */
export const usesOf = (product: Product): number =>
  product.plugin_extra?.call_amount ??
  product.bot_extra?.user_count ??
  product.workflow_extra?.used_count ??
  product.project_extra?.user_count ??
  0

/** The page of a product: plugins in one store, templates in the other. */
export const productPlace = (meta: Pick<Product['meta_info'], 'id' | 'entity_type'>) => ({
  to:
    meta.entity_type === ProductEntity.plugin
      ? ('/explore/plugin/$product_id' as const)
      : ('/explore/template/$product_id' as const),
  params: { product_id: meta.id },
})
