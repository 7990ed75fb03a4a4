import type { Setup } from '../../adapter.ts'
import { apiBase, plainField, secretField } from '../fields.ts'

export const setup: Setup = {
  modes: ['long', 'webhook'],
  steps: [
    {
      text: { en: 'Create an internal app and add a robot to it', zh: '创建企业内部应用并添加“机器人”能力' },
      url: 'https://open-dev.dingtalk.com/',
    },
    {
      text: { en: 'Set the receiving mode of the robot to Stream', zh: '将机器人的消息接收模式设为 Stream 模式' },
      mode: 'long',
    },
    {
      text: {
        en: 'Set the receiving mode of the robot to HTTP, with this address',
        zh: '将机器人的消息接收模式设为 HTTP 模式，并填写此地址',
      },
      copies: 'hookUrl',
      mode: 'webhook',
    },
    {
      text: {
        en: 'Under Permission Management, add the sending of robot messages, then publish a version',
        zh: '在“权限管理”中开通机器人发送消息的权限，然后发布版本',
      },
    },
  ],
  fields: [
    plainField('client_id', 'Client ID'),
    secretField('client_secret', 'Client Secret'),
    { ...plainField('robot_code', 'Robot code', '机器人编码'), isOptional: true },
    apiBase('api.dingtalk.com'),
  ],
}
