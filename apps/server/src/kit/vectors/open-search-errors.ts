import { ErrorCode } from '@orrery/contract/shared/error-codes'
import { defineErrors } from '../errors.ts'

export const openSearchErrors = defineErrors(ErrorCode.searchEngine, {
  refused: {
    status: 502,
    en: 'The search engine returned HTTP {status}. Check its URL and account',
    zh: '搜索引擎返回 HTTP {status}，请检查地址和账号',
  },
  unreadable: {
    status: 502,
    en: 'There is no search engine at this URL. Check the URL',
    zh: '该地址的响应不是搜索引擎，请检查地址',
  },
  notStored: {
    status: 502,
    en: 'The search engine did not store all rows. Check its disk space and k-NN settings',
    zh: '搜索引擎未能写入全部数据，请检查其磁盘空间和 k-NN 设置',
  },
})
