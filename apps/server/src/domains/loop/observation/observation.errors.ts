import { ErrorCode } from '@orrery/contract/shared/error-codes'
import { defineErrors } from '#kit/errors.ts'

export const observationErrors = defineErrors(ErrorCode.observation, {
  badFilter: {
    status: 400,
    en: 'filters: {problem}',
    zh: 'filters：{problemZh}',
  },
  badPage: {
    status: 400,
    en: 'page_token: it belongs to another query. Start again without it',
    zh: 'page_token：与当前查询不匹配，请从第一页重新查询',
  },
  badRange: {
    status: 400,
    en: 'end_time: it must be later than start_time, by at most {days} days',
    zh: 'end_time：须晚于 start_time，且间隔不超过 {days} 天',
  },
  noTraceId: {
    status: 400,
    en: 'trace_id: give a trace_id, a log_id or a message_id',
    zh: 'trace_id：请提供 trace_id、log_id 或 message_id',
  },
  viewNameTaken: {
    status: 409,
    en: 'view_name: there is a view of this name. Choose another name',
    zh: 'view_name：已有同名视图，请更换名称',
  },
  tooManyViews: {
    status: 400,
    en: 'A space has at most {max} views. Delete one first',
    zh: '每个空间最多 {max} 个视图，请先删除不用的视图',
  },
  systemView: {
    status: 400,
    en: 'id: views that are always there cannot be changed. Save a view of your own',
    zh: 'id：系统视图不可修改，请另存为新视图',
  },
})
