import { ErrorCode } from '@orrery/contract/shared/error-codes'
import { defineErrors } from '#kit/errors.ts'

export const projectErrors = defineErrors(ErrorCode.project, {
  stillCopying: {
    status: 409,
    en: 'This project is still being copied. Try again when the copy is complete',
    zh: '项目正在复制中，请在复制完成后再试',
  },
  sameVersion: {
    status: 409,
    en: 'version_number: version “{version}” already exists. Choose another number',
    zh: 'version_number：版本“{version}”已存在，请使用其他版本号',
  },
  noConnector: {
    status: 400,
    en: 'connectors: choose at least one channel to publish to',
    zh: 'connectors：请至少选择一个发布渠道',
  },
  unknownConnector: {
    status: 400,
    en: 'connectors: a project cannot be published to the channel {id}',
    zh: 'connectors：项目不支持发布到渠道 {id}',
  },
  foreignWorkflow: {
    status: 400,
    en: 'connector_publish_config: the workflow {id} is not in this project',
    zh: 'connector_publish_config：工作流 {id} 不属于该项目',
  },
  noWorkflow: {
    status: 400,
    en: 'connector_publish_config: {connector} needs {what}. Create one in the project first',
    zh: 'connector_publish_config：{connector} 需要{whatZh}，请先在项目中创建',
  },
  noVersion: {
    status: 404,
    en: 'rollback_version: the project has no version “{version}”',
    zh: 'rollback_version：项目没有版本“{version}”',
  },
  taskState: {
    status: 409,
    en: 'task_id: only a failed copy can be retried, and only a running or failed one cancelled',
    zh: 'task_id：只能重试失败的任务，或取消进行中、失败的任务',
  },
  publishing: {
    status: 409,
    en: 'This project is being published. Wait until that is done',
    zh: '项目正在发布中，请等待发布完成',
  },
  workflowGone: {
    status: 409,
    en: 'The workflow “{name}” is no longer in the project',
    zh: '项目中已没有工作流“{name}”',
  },
  oneWorkflow: {
    status: 400,
    en: 'connector_publish_config: {connector} serves one chatflow. Choose one',
    zh: 'connector_publish_config：{connector} 只能选择一个对话流',
  },
  couldNot: {
    status: 400,
    en: 'Publishing failed. Try again',
    zh: '发布失败，请重试',
  },
  overtaken: {
    status: 409,
    en: 'A newer version was published to this channel in the meantime',
    zh: '该渠道已发布更新的版本',
  },
  nothingToRetry: {
    status: 409,
    en: 'publish_record_id: no channel of this publication has failed',
    zh: 'publish_record_id：此次发布没有失败的渠道',
  },
  nothingOnline: {
    status: 400,
    en: 'No channel serves this project',
    zh: '没有渠道发布该项目',
  },
  notServable: {
    status: 400,
    en: 'Version “{version}” was never published to a channel, so it cannot be restored. Publish it again',
    zh: '版本“{version}”未曾发布成功，无法恢复，请重新发布',
  },
})
