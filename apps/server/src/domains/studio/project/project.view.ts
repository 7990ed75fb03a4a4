import { type IntelligenceBasicInfo, type PublishRecord, PublishRecordStatus } from '@orrery/contract'
import type { Locale } from '#kit/errors.ts'
import type { FileLinks } from '#kit/file-links.ts'
import { seconds, secondsText } from '#kit/http/wire-values.ts'
import type { PassportService } from '#domains/ground/passport/passport.service.ts'
import type { UserRow } from '#domains/ground/passport/passport.table.ts'
import type { ResourceRow } from '#domains/ground/resource/resource.table.ts'
import { connectorIcon } from '#domains/studio/bot/shared/connector-icon.ts'
import type { VersionRow } from './project.table.ts'
import { projectConnectors } from './project-connectors.ts'

/** Projects in wire format. */
export function createProjectView({ links, people }: { links: FileLinks; people: Pick<PassportService, 'getMany'> }) {
  const userOf = (id: string, user: UserRow | undefined) => ({
    user_id: id,
    nickname: user?.name ?? '',
    avatar_url: links.make(user?.avatarKey),
    user_unique_name: user?.uniqueName ?? '',
  })
  const nameOf = (connectorId: string, locale: Locale) => {
    const found = projectConnectors.find((projectConnector) => projectConnector.id === connectorId)
    return found ? (locale === 'zh-CN' ? found.zh.name : found.en.name) : connectorId
  }
  return {
    icon: links.make,
    basic: (head: ResourceRow): IntelligenceBasicInfo => ({
      id: head.id,
      name: head.name,
      description: head.description,
      icon_uri: head.iconUri,
      icon_url: links.make(head.iconUri),
      space_id: head.spaceId,
      owner_id: head.ownerId,
      create_time: secondsText(head.createdAt),
      update_time: secondsText(head.updatedAt),
      status: head.status,
      publish_time: secondsText(head.publishedAt),
    }),
    user: userOf,
    async users(ids: string[]) {
      const rows = new Map((await people.getMany([...new Set(ids)])).map((user) => [user.id, user]))
      return (id: string) => userOf(id, rows.get(id))
    },
    connectorName: nameOf,
    connector: (id: string, name: string, link = '') => ({
      id,
      name,
      icon: links.make(connectorIcon(id)),
      connector_status: 0,
      share_link: link,
    }),
    record: (row: VersionRow, locale: Locale, linkOf: ReadonlyMap<string, string> | undefined): PublishRecord => ({
      publish_record_id: row.id,
      version_number: row.version,
      publish_status: row.status,
      publish_status_msg: problemOf(row, locale),
      create_time: seconds(row.createdAt),
      connector_publish_result: Object.entries(row.connectors).map(([id, item]) => ({
        connector_id: id,
        connector_name: nameOf(id, locale),
        connector_icon_url: links.make(connectorIcon(id)),
        connector_publish_status: item.status,
        connector_publish_status_msg: (locale === 'zh-CN' && item.messageZh) || item.message,
        share_link: linkOf?.get(id) ?? '',
        finish_time: Math.floor((item.at ?? 0) / 1000),
        connector_publish_config: {
          selected_workflows: item.workflows.map((flow) => ({ workflow_id: flow.id, workflow_name: flow.name })),
        },
      })),
      publish_status_detail: {
        pack_failed_detail: (isRefused(row) ? [] : row.failed).map((item) => ({
          entity_id: item.id,
          entity_type: item.type,
          entity_name: item.name,
          reason: (locale === 'zh-CN' && item.reasonZh) || item.reason,
        })),
      },
    }),
  }
}
/** Whether the content rules refused the publication. The stored problem then concerns the project itself. */
const isRefused = ({ status }: VersionRow) => status === PublishRecordStatus.auditNotPass
const problemOf = (row: VersionRow, locale: Locale) =>
  (isRefused(row) && locale === 'zh-CN' && row.failed[0]?.reasonZh) || row.problem

export type ProjectView = ReturnType<typeof createProjectView>
