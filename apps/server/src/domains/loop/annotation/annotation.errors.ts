import { ErrorCode } from '@orrery/contract/shared/error-codes'
import { defineErrors } from '#kit/errors.ts'

export const annotationErrors = defineErrors(ErrorCode.annotation, {
  closed: {
    status: 409,
    en: 'The task is closed: its labels can no longer be changed',
    zh: '任务已关闭，标注不能再修改',
  },
  ofOther: {
    status: 409,
    en: 'Someone else labels this row, or you have labelled it already. Take the next one',
    zh: '该数据由其他人标注，或你已标注过，请领取下一条',
  },
  notDisputed: {
    status: 409,
    en: 'Not all labels of this row are there yet. Wait until everyone has finished',
    zh: '该数据尚未全部标注完成，请等待其他人完成',
  },
  tooMany: {
    status: 400,
    en: 'A row has at most {max} independent labels',
    zh: '每条数据最多 {max} 个独立标注',
  },
})
