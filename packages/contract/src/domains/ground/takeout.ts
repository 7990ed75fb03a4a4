import { z } from 'zod'
import { op } from '#kit.ts'

const api = '/api/intelligence_api/user_profile'

/** Everything that is kept of a person, as a file for them. */
export const takeout = {
  begin: op(`POST ${api}/download_user_profile`, {
    summary: 'Have everything that is kept of the caller packed into a file',
    limit: { by: 'user', max: 10, seconds: 3600 },
  }),
  record: op(`POST ${api}/get_user_complete_profile_record`, {
    summary: 'Whether the file is packed, and where it is',
    output: () =>
      z.object({
        request_time: z.number(),
        /** When the file goes; 0 without one. */
        expire_time: z.number(),
        /** For the caller alone, while signed in. */
        url: z.string(),
        /** 0 being packed, 1 there, 2 failed. Without a request: 1 and no address. */
        status: z.literal([0, 1, 2]),
      }),
  }),
  archive: op(`GET ${api}/archive`, {
    summary: 'The packed file: a gzipped tar of JSON and files',
    reply: 'raw',
    limit: { by: 'user', max: 20, seconds: 3600 },
  }),
}
