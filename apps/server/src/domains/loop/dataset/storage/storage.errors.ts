import { ErrorCode } from '@orrery/contract/shared/error-codes'
import { defineErrors } from '#kit/errors.ts'

export const storageErrors = defineErrors(ErrorCode.datasetStorage, {
  notConnected: {
    status: 409,
    en: 'file.provider: the space has no store of this type. Connect one first',
    zh: 'file.provider：空间尚未连接该类型的存储，请先连接',
  },
  refused: {
    status: 502,
    en: 'The store answered with status {status}. Check the URL, the key and the path',
    zh: '存储返回状态 {status}，请检查地址、密钥和路径',
  },
  noSuchFile: {
    status: 404,
    en: 'file.path: the store has no such file',
    zh: 'file.path：存储中没有该文件',
  },
  badPath: {
    status: 400,
    en: 'file.path: must be a path without . and .. in it',
    zh: 'file.path：路径中不能包含 . 和 ..',
  },
})
