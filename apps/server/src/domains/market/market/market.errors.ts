import { ErrorCode } from '@orrery/contract/shared/error-codes'
import { defineErrors } from '#kit/errors.ts'

export const marketErrors = defineErrors(ErrorCode.market, {
  wrongState: {
    status: 409,
    en: 'product_id: this is not possible in the current status of the product',
    zh: 'product_id：当前状态下不能执行此操作',
  },
  wrongType: {
    status: 400,
    en: 'entity_type: the resource has a different type',
    zh: 'entity_type：与资源类型不符',
  },
  damaged: {
    status: 409,
    en: 'The content of this product does not match its hash, so it cannot be copied. Tell your administrator',
    zh: '该商品的内容与校验值不一致，无法复制，请联系管理员',
  },
  nothingToTake: {
    status: 400,
    en: 'product_id: official plugins are available in every space and need not be copied',
    zh: 'product_id：官方插件在所有空间中可用，无需复制',
  },
  notUsed: {
    status: 403,
    en: 'product_id: use the product before you rate it',
    zh: 'product_id：使用后才能评分',
  },
  noProduct: {
    status: 400,
    en: 'product_id: give the product, or entity_type and entity_id',
    zh: 'product_id：请指定商品，或 entity_type 与 entity_id',
  },
  unknownCategory: {
    status: 400,
    en: 'category_id: this category does not exist',
    zh: 'category_id：分类不存在',
  },
  nothingWaits: {
    status: 404,
    en: 'product_id: this product has no pending version',
    zh: 'product_id：该商品没有待审核的版本',
  },
  notPublished: {
    status: 400,
    en: 'entity_id: publish it before you list it in the store',
    zh: 'entity_id：请先发布再上架',
  },
  noRatings: {
    status: 403,
    en: 'Ratings are turned off on this instance. The administrator can turn them on',
    zh: '本实例未开放评分，可由管理员开启',
  },
  closed: {
    status: 403,
    en: 'The store does not accept new listings at the moment. Ask your administrator',
    zh: '本实例目前不接受新的上架，请联系管理员',
  },
})
