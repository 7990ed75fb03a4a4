import { ErrorCode } from '@orrery/contract/shared/error-codes'
import { defineErrors } from '../errors.ts'

export const openSearchErrors = defineErrors(ErrorCode.searchEngine, {
  refused: {
    status: 502,
    en: 'The search engine answered with HTTP {status}. Check its address and account',
    zh: '搜索引擎返回 HTTP {status}，请检查地址和账号',
  },
  unreadable: {
    status: 502,
    en: 'What answers at this address is not a search engine. Check the address',
    zh: '该地址的响应不是搜索引擎，请检查地址',
  },
  notStored: {
    status: 502,
    en: 'The search engine did not take in all rows. Check its disk and its settings for k-NN',
    zh: '搜索引擎未能写入全部数据，请检查其磁盘空间和 k-NN 设置',
  },
})
