import { ErrorCode } from '@orrery/contract/shared/error-codes'
import { defineErrors } from '#kit/errors.ts'

export const checkupErrors = defineErrors(ErrorCode.checkup, {
  running: {
    status: 409,
    en: 'bot_id: a check-up of this bot is running, started by {name}. Wait for it or stop it',
    zh: 'bot_id：该智能体正在体检，由 {name} 发起，请等待结束或停止',
  },
  disabled: {
    status: 403,
    en: 'space_id: check-ups are disabled in this space. Ask the instance owner to enable them',
    zh: 'space_id：该空间已关闭体检，请联系实例所有者开启',
  },
  tooMany: {
    status: 429,
    en: 'space_id: {max} check-ups are running in this space. Start this one when one of them has ended',
    zh: 'space_id：该空间已有 {max} 个体检正在运行，请等待其中一个结束',
  },
  workflowMode: {
    status: 400,
    en: 'bot_id: a bot in workflow mode is one workflow. Compare the workflow instead',
    zh: 'bot_id：工作流模式的智能体即一个工作流，请对该工作流进行对比评测',
  },
  notRunning: {
    status: 409,
    en: 'batch_task_id: this check-up is not running',
    zh: 'batch_task_id：该体检未在运行',
  },
  stillRuns: {
    status: 409,
    en: 'batch_task_id: this check-up is running. Stop it first',
    zh: 'batch_task_id：该体检正在运行，请先停止',
  },
  unknownFilter: {
    status: 400,
    en: 'filters.{key}: there is no such filter. Use {known}',
    zh: 'filters.{key}：没有该筛选项，可用：{known}',
  },
  badCase: {
    status: 400,
    en: 'config.{field}: {problem}',
    zh: 'config.{field}：{problemZh}',
  },
  nothingToAsk: {
    status: 400,
    en: 'scene_id: this bot has nothing that the scene asks about. Choose another scene',
    zh: 'scene_id：该智能体没有此场景可检查的内容，请选择其他场景',
  },
  noSetup: { status: 404, en: 'There is no such call', zh: '接口不存在' },
})
