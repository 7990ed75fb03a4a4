import { ErrorCode } from '@orrery/contract/shared/error-codes'
import { defineErrors } from '#kit/errors.ts'

export const labelErrors = defineErrors(ErrorCode.label, {
  nameTaken: {
    status: 409,
    en: 'tagKeyName: this space has a tag named "{name}". Choose another name',
    zh: 'tagKeyName：此空间已有名为“{name}”的标签，请换一个名称',
  },
  notNewer: {
    status: 400,
    en: 'version: must be greater than {last}, the last version',
    zh: 'version：须大于上一个版本 {last}',
  },
  deprecated: {
    status: 409,
    en: 'The tag {name} is deprecated and stays so. Create another tag',
    zh: '标签“{name}”已废弃，无法恢复，请新建标签',
  },
  notOptions: {
    status: 409,
    en: 'tagKeyID: this tag is shared with the space already',
    zh: 'tagKeyID：该标签已在空间中共享',
  },
})
