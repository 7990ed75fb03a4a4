import { ConnectorId, FlowMode } from '@orrery/contract'
import { channelKinds } from '@orrery/contract/shared/channel-kinds'
import type { ResourceRow } from '#domains/ground/resource/resource.table.ts'

/** Channels of projects: programs call any workflow, visitors chat with one chatflow. */
export interface ProjectConnector {
  id: string
  en: { name: string; desc: string }
  zh: { name: string; desc: string }
  bindType: number
  takes(row: Pick<ResourceRow, 'subType'>): boolean
  /** Whether the channel serves a single workflow. */
  isSingle: boolean
  needs: { en: string; zh: string }
}
const isChat = (row: Pick<ResourceRow, 'subType'>) => row.subType === FlowMode.chatFlow
const chatflow = { takes: isChat, isSingle: true, needs: { en: 'a chatflow', zh: '对话流' } }

export const projectConnectors: ProjectConnector[] = [
  {
    id: ConnectorId.api,
    en: { name: 'API', desc: 'Call the workflows of the project from your own programs' },
    zh: { name: 'API', desc: '在自己的程序中调用项目的工作流' },
    bindType: 5,
    takes: () => true,
    isSingle: false,
    needs: { en: 'a workflow', zh: '工作流' },
  },
  {
    id: ConnectorId.webSdk,
    en: { name: 'Web SDK', desc: 'Put a chatflow of the project on a web page' },
    zh: { name: 'Web SDK', desc: '将项目的对话流嵌入网页' },
    bindType: 6,
    ...chatflow,
  },
  {
    id: ConnectorId.page,
    en: { name: 'Public page', desc: 'A chat page for anyone with the link' },
    zh: { name: '公开页面', desc: '持有链接即可访问的独立聊天页' },
    bindType: 1,
    ...chatflow,
  },
  ...channelKinds
    .filter(({ isForVisitors }) => !isForVisitors)
    .map(({ id, en, zh, bindType }) => ({ id, en, zh, bindType, ...chatflow })),
]
/** Whether the channel serves the interface of a project, if there is one. */
export const servesInterface = (connectorId: string) => connectorId === ConnectorId.page
/** Whether visitors reach the channel through a link. */
export const hasLink = (connectorId: string) => connectorId === ConnectorId.page || connectorId === ConnectorId.webSdk
export const isShared = (connectorId: string) => connectorId !== ConnectorId.api
