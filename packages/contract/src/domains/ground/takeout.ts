import { z } from 'zod'
import { op } from '#kit.ts'

const api = '/api/intelligence_api/user_profile'

/** All stored data about a person, as a file for them. */
export const takeout = {
  begin: op(`POST ${api}/download_user_profile`, {
    summary: 'Start preparing an archive of your data',
    summaryZh: '开始准备你的个人数据包',
    stepUp: true,
    limit: { by: 'user', max: 10, seconds: 3600 },
  }),
  record: op(`POST ${api}/get_user_complete_profile_record`, {
    summary: 'Get the status of your archive',
    summaryZh: '获取数据包状态',
    output: () =>
      z.object({
        request_time: z.number(),
        /** When the file is deleted; 0 without a file. */
        expire_time: z.number(),
        /** Only the caller can open it, while signed in. */
        url: z.string(),
        /** 0 being packed, 1 ready, 2 failed. Without a request: 1 and an empty URL. */
        status: z.literal([0, 1, 2]),
      }),
  }),
  archive: op(`GET ${api}/archive`, {
    summary: 'Download your archive',
    summaryZh: '下载数据包',
    reply: 'raw',
    limit: { by: 'user', max: 20, seconds: 3600 },
  }),
}
