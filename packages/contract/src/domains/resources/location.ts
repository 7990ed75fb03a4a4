import { z } from 'zod'
import { op } from '#kit.ts'
import { id, int } from '#shared/fields.ts'

const s = z.string()
const access = { on: 'bot', id: 'bot_id', can: 'view' } as const
/** 1: the location of the person. */
const authType = int().pipe(z.literal(1))
/** 0 known, 1 unknown for the IP address, 2 a country that the instance excludes. */
const status = z.literal([0, 1, 2])
const geoLocation = z.object({
  country_identifier: s,
  country_name: s,
  subdivision_identifier: s,
  subdivision_name: s,
  city_identifier: s,
  city_name: s,
  /** Only returned by `preview`, not stored. */
  client_ip: s,
  auth_timestamp: s,
})
const sharedLocation = z.object({ auth_type: z.literal(1), auth_status: status, geo_location: geoLocation.optional() })

/** Whether a bot may know the country of the person. */
export const location = {
  preview: op('POST /api/devops/ob_data/bot/pre_check_add_auth', {
    summary: 'Get the location that would be shared with a bot',
    summaryZh: '查看将与智能体共享的位置',
    access,
    input: () => z.object({ bot_id: id(), auth_type: authType }),
    output: () => sharedLocation,
  }),
  share: op('POST /api/devops/ob_data/bot/add_auth', {
    summary: 'Share your location with a bot',
    summaryZh: '与智能体共享位置',
    access,
    reply: 'flat',
    input: () => z.object({ bot_id: id(), auth_type: authType }),
    output: () => z.object({}),
  }),
  withdraw: op('POST /api/devops/ob_data/bot/delete_auth', {
    summary: 'Stop sharing your location with a bot',
    summaryZh: '停止与智能体共享位置',
    access,
    reply: 'flat',
    input: () => z.object({ bot_id: id(), auth_type: authType }),
    output: () => z.object({}),
  }),
  shared: op('POST /api/devops/ob_data/bot/view_auth', {
    summary: 'Get the location that you share with a bot',
    summaryZh: '查看与智能体共享的位置',
    access,
    reply: 'flat',
    input: () => z.object({ bot_id: id() }),
    output: () => z.object({ data_list: z.array(sharedLocation) }),
  }),
  list: op('POST /api/account/shared_locations', {
    summary: 'List the bots that you share your location with',
    summaryZh: '列出你与之共享位置的智能体',
    access: 'user',
    input: () => z.object({}),
    output: () =>
      z.object({ bots: z.array(z.object({ bot_id: s, bot_name: s, country_name: s, shared_at: z.number() })) }),
  }),
  withdrawOwn: op('POST /api/account/shared_locations/remove', {
    summary: 'Stop sharing your location with a bot that you may no longer see',
    summaryZh: '停止与智能体共享位置（包括已无权查看的智能体）',
    access: 'user',
    input: () => z.object({ bot_id: id() }),
    output: () => z.object({}),
  }),
}
