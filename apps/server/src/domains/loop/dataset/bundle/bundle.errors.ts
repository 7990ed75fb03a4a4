import { ErrorCode } from '@orrery/contract/shared/error-codes'
import { defineErrors } from '#kit/errors.ts'

export const datasetBundleErrors = defineErrors(ErrorCode.datasetBundle, {
  tooLarge: {
    status: 413,
    en: 'The dataset "{name}" has more than {rows} rows or {megabytes} MB in all its versions. Export it on its own page, or leave rows out',
    zh: '数据集“{name}”的各版本合计超过 {rows} 行或 {megabytes} MB，请在数据集页面单独导出，或不包含数据行',
  },
})
