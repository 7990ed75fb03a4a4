import { ErrorCode } from '@orrery/contract/shared/error-codes'
import { defineErrors } from '#kit/errors.ts'

export const taskErrors = defineErrors(ErrorCode.task, {
  badCron: {
    status: 400,
    en: 'cron_expr: “{cron}” is not a cron expression with five fields (minute hour day month weekday)',
    zh: 'cron_expr：“{cron}”不是五段式 cron 表达式（分 时 日 月 周）',
  },
  neverDue: {
    status: 400,
    en: 'cron_expr: “{cron}” never occurs',
    zh: 'cron_expr：“{cron}”永远不会触发',
  },
  badZone: {
    status: 400,
    en: 'time_zone: “{zone}” is not a known time zone. Use a name such as Europe/Berlin',
    zh: 'time_zone：未知时区“{zone}”，请使用 Asia/Shanghai 之类的名称',
  },
  tooMany: {
    status: 400,
    en: 'This bot has reached the limit of {max} tasks. Delete one first',
    zh: '任务已达上限 {max} 个，请先删除一个',
  },
  usersMayNot: {
    status: 403,
    en: 'This bot does not let users create tasks. Ask its owner to allow it',
    zh: '该智能体不允许用户创建任务，请联系其所有者开启',
  },
  noTimes: { status: 400, en: 'time_data: set when the task runs', zh: 'time_data：请设置触发时间' },
  noHook: {
    status: 400,
    en: 'webhook_data.url: create a URL with create_webhook first',
    zh: 'webhook_data.url：请先使用 create_webhook 创建地址',
  },
  noAction: {
    status: 400,
    en: 'action.{field}: set what the task does',
    zh: 'action.{field}：请设置任务内容',
  },
  noContent: {
    status: 400,
    en: 'content: enter the message for the bot',
    zh: 'content：请填写发送给智能体的内容',
  },
  onlyQuery: {
    status: 403,
    en: 'action.action_type: only editors of the bot can use plugins and workflows in tasks',
    zh: 'action.action_type：只有智能体的编辑者可以用任务调用插件或工作流',
  },
  badParams: {
    status: 400,
    en: 'action.workflow_action.params: give the workflow inputs as a JSON object',
    zh: 'action.workflow_action.params：请以 JSON 对象填写工作流输入',
  },
  inactive: {
    status: 409,
    en: 'The task is turned off. Turn it on first',
    zh: '任务已关闭，请先开启',
  },
})
