import { ErrorCode } from '@orrery/contract/shared/error-codes'
import { defineErrors } from '#kit/errors.ts'

export const evalTypeErrors = defineErrors(ErrorCode.evalType, {
  nameTaken: {
    status: 409,
    en: 'There is a registered type of this name. Choose another name',
    zh: '已有同名的注册类型，请更换名称',
  },
  notRegistered: {
    status: 400,
    en: 'The space has not registered this type. Register it first; addresses are not called',
    zh: '空间未注册该类型，请先注册；不支持直接调用地址',
  },
  noAddress: {
    status: 400,
    en: 'psm: the address of the program is missing. Send one that begins with https://',
    zh: 'psm：缺少程序地址，请填写以 https:// 开头的地址',
  },
  failed: {
    status: 502,
    en: '{name} did not give a usable answer: {problem}',
    zh: '{name} 未返回可用的结果：{problem}',
  },
  pulls: {
    status: 400,
    en: '{name} fetches its rows itself and cannot be called. Start a run and let the program pull its rows',
    zh: '{name} 需自行拉取数据，无法调用。请启动任务，由程序拉取数据',
  },
  badSchema: {
    status: 400,
    en: '{field}: {problem}',
    zh: '{field}：{problemZh}',
  },
  notYours: {
    status: 403,
    en: 'Only the person who registered it, or an owner or admin of the space, can change or delete a type',
    zh: '只有注册者、空间所有者或管理员可以修改或删除类型',
  },
  addressNotAllowed: {
    status: 400,
    en: 'psm: this address cannot be called. Use a public address, or ask the owner of the instance to allow it',
    zh: 'psm：无法调用该地址，请使用公网地址，或联系实例所有者放行',
  },
})
