import { defineErrors } from '#kit/errors.ts'

export const marketErrors = defineErrors({
  wrongState: {
    code: 702130001,
    status: 409,
    en: 'product_id: this cannot be done with the product as it stands now',
    zh: 'product_id：当前状态下不能执行此操作',
  },
  wrongType: {
    code: 702130002,
    status: 400,
    en: 'entity_type: the resource is of another kind',
    zh: 'entity_type：与资源类型不符',
  },
  refused: {
    code: 702130003,
    status: 400,
    en: 'product_name: refused by the content check: {message}',
    zh: 'product_name：未通过内容检查：{message}',
  },
  damaged: {
    code: 702130004,
    status: 409,
    en: 'The content of this product does not fit its hash. It cannot be taken; tell whoever runs this instance',
    zh: '该商品的内容与校验值不一致，无法复制，请联系管理员',
  },
  nothingToTake: {
    code: 702130005,
    status: 400,
    en: 'product_id: an official plugin is in every space already; there is nothing to duplicate',
    zh: 'product_id：官方插件在所有空间中可用，无需复制',
  },
  notUsed: {
    code: 702130006,
    status: 403,
    en: 'product_id: use the product before you rate it',
    zh: 'product_id：使用后才能评分',
  },
  noProduct: {
    code: 702130007,
    status: 400,
    en: 'product_id: name the product, or entity_type and entity_id',
    zh: 'product_id：请指定商品，或 entity_type 与 entity_id',
  },
  unknownCategory: {
    code: 702130008,
    status: 400,
    en: 'category_id: there is no such category',
    zh: 'category_id：分类不存在',
  },
  commentRefused: {
    code: 702130010,
    status: 400,
    en: 'comment: refused by the content check: {message}',
    zh: 'comment：未通过内容检查：{message}',
  },
  nothingWaits: {
    code: 702130011,
    status: 404,
    en: 'product_id: nothing of this product waits to be looked at',
    zh: 'product_id：该商品没有待审核的版本',
  },
  notPublished: {
    code: 702130009,
    status: 400,
    en: 'entity_id: publish it before you offer it',
    zh: 'entity_id：请先发布再上架',
  },
  closed: {
    code: 702130031,
    status: 403,
    en: 'Nothing new can be offered on this instance for now. Ask its administrator',
    zh: '本实例目前不接受新的上架，请联系管理员',
  },
})
