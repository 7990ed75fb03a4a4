import { ErrorCode } from '@orrery/contract/shared/error-codes'
import { defineErrors } from './errors.ts'

export const accessErrors = defineErrors(ErrorCode.enterpriseAccess, {
  noAccess: {
    status: 403,
    en: "Your role in this enterprise doesn't allow this. Ask one of its admins",
    zh: '你在该企业中的角色不允许此操作，请联系企业管理员',
  },
  closing: {
    status: 403,
    en: 'This enterprise is being deleted and is read-only. A super admin can undo that',
    zh: '该企业正在删除，目前只读。超级管理员可以撤销删除',
  },
})
