import { typesOf, wordsOf } from './market.service.ts'

/** Converts the filters of a product list. */
export const filterOf = (input: {
  entity_type?: number | undefined
  entity_types?: readonly number[] | null | undefined
  category_id?: string | undefined
  keyword: string
}) => ({
  ...typesOf(input.entity_type, input.entity_types),
  ...(input.category_id && { categoryIds: [input.category_id] }),
  ...wordsOf(input.keyword),
})
/** Identifies a product by its own id or by its resource. */
export const requestOf = (input: {
  product_id?: string | undefined
  entity_type?: number | undefined
  entity_id?: string | undefined
}) => ({ productId: input.product_id, entityType: input.entity_type, entityId: input.entity_id })
