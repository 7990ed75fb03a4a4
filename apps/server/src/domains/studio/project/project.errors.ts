import { defineErrors } from '#kit/errors.ts'

export const projectErrors = defineErrors({
  stillCopying: {
    code: 702120001,
    status: 409,
    en: 'This project is still being copied. Try again when the copy is complete',
    zh: '项目正在复制中，请在复制完成后再试',
  },
  sameVersion: {
    code: 702120002,
    status: 409,
    en: 'version_number: a version “{version}” exists already. Choose another number',
    zh: 'version_number：版本“{version}”已存在，请使用其他版本号',
  },
  noConnector: {
    code: 702120003,
    status: 400,
    en: 'connectors: choose at least one channel to publish to',
    zh: 'connectors：请至少选择一个发布渠道',
  },
  unknownConnector: {
    code: 702120004,
    status: 400,
    en: 'connectors: a project cannot be published to the channel {id}',
    zh: 'connectors：项目不支持发布到渠道 {id}',
  },
  foreignWorkflow: {
    code: 702120005,
    status: 400,
    en: 'connector_publish_config: the workflow {id} is not in this project',
    zh: 'connector_publish_config：工作流 {id} 不属于该项目',
  },
  noWorkflow: {
    code: 702120006,
    status: 400,
    en: 'connector_publish_config: {connector} needs {what}. Make one in the project first',
    zh: 'connector_publish_config：{connector} 需要{whatZh}，请先在项目中创建',
  },
  noVersion: {
    code: 702120007,
    status: 404,
    en: 'rollback_version: the project has no version “{version}”',
    zh: 'rollback_version：项目没有版本“{version}”',
  },
  taskState: {
    code: 702120008,
    status: 409,
    en: 'task_id: only a failed copy can be tried again, and only an open or failed one given up',
    zh: 'task_id：只能重试失败的任务，或取消进行中、失败的任务',
  },
  publishing: {
    code: 702120009,
    status: 409,
    en: 'This project is being published. Wait until that is done',
    zh: '项目正在发布中，请等待发布完成',
  },
  noIcon: {
    code: 702120010,
    status: 400,
    en: 'icon_uri: choose a picture that you uploaded as an icon',
    zh: 'icon_uri：请使用你上传的图标',
  },
  workflowGone: {
    code: 702120011,
    status: 409,
    en: 'The workflow “{name}” is not in the project any more',
    zh: '项目中已没有工作流“{name}”',
  },
  oneWorkflow: {
    code: 702120012,
    status: 400,
    en: 'connector_publish_config: {connector} serves one chatflow. Choose one',
    zh: 'connector_publish_config：{connector} 只能选择一个对话流',
  },
  couldNot: {
    code: 702120013,
    status: 400,
    en: 'It could not be published. Try again',
    zh: '发布失败，请重试',
  },
  overtaken: {
    code: 702120014,
    status: 409,
    en: 'A newer version was published to this channel meanwhile',
    zh: '该渠道已发布更新的版本',
  },
  nothingToRetry: {
    code: 702120015,
    status: 409,
    en: 'publish_record_id: no channel of this publication has failed',
    zh: 'publish_record_id：此次发布没有失败的渠道',
  },
  nothingOnline: {
    code: 702120016,
    status: 400,
    en: 'No channel serves this project',
    zh: '没有渠道发布该项目',
  },
  notServable: {
    code: 702120017,
    status: 400,
    en: 'The version “{version}” cannot be served again: it never reached a channel. Publish it anew',
    zh: '版本“{version}”未曾发布成功，无法恢复，请重新发布',
  },
})
