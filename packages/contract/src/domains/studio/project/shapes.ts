import { z } from 'zod'
import { folderBasic } from '#domains/library/folder-shapes.ts'
import { userInfo } from '#shared/user-info.ts'

export const auditData = z.object({ check_not_pass: z.boolean(), check_not_pass_msg: z.string() })
export const basicInfo = z.object({
  id: z.string(),
  name: z.string(),
  description: z.string(),
  icon_uri: z.string(),
  icon_url: z.string(),
  space_id: z.string(),
  owner_id: z.string(),
  create_time: z.string(),
  update_time: z.string(),
  status: z.int(),
  publish_time: z.string(),
})
export type IntelligenceBasicInfo = z.input<typeof basicInfo>
export const connectorInfo = z.object({
  id: z.string(),
  name: z.string(),
  icon: z.string(),
  connector_status: z.int(),
  share_link: z.string(),
})
export const selectedWorkflow = z.object({ workflow_id: z.string(), workflow_name: z.string() })
export const connectorConfig = z.object({ selected_workflows: z.array(selectedWorkflow) })
export const publishRecord = z.object({
  publish_record_id: z.string(),
  version_number: z.string(),
  publish_status: z.int(),
  publish_status_msg: z.string(),
  /** In seconds. */
  create_time: z.int(),
  connector_publish_result: z.array(
    z.object({
      connector_id: z.string(),
      connector_name: z.string(),
      connector_icon_url: z.string(),
      connector_publish_status: z.int(),
      connector_publish_status_msg: z.string(),
      share_link: z.string(),
      /** When the channel was finished, in seconds; 0 until then. */
      finish_time: z.int(),
      connector_publish_config: connectorConfig,
    }),
  ),
  publish_status_detail: z.object({
    pack_failed_detail: z.array(
      z.object({ entity_id: z.string(), entity_type: z.int(), entity_name: z.string(), reason: z.string() }),
    ),
  }),
})
export type PublishRecord = z.input<typeof publishRecord>
export const intelligence = z.object({
  basic_info: basicInfo,
  type: z.int(),
  publish_info: z.object({
    publish_time: z.string(),
    has_published: z.boolean(),
    /** The draft differs from the version that the channels serve. */
    has_unpublished_change: z.boolean(),
    connectors: z.array(connectorInfo),
  }),
  permission_info: z.object({ in_collaboration: z.boolean(), can_delete: z.boolean(), can_view: z.boolean() }),
  owner_info: userInfo,
  favorite_info: z.object({ is_fav: z.boolean(), fav_time: z.string() }),
  folder_info: z.object({ folder_basic_info: folderBasic }).optional(),
  other_info: z.object({
    recently_open_time: z.string(),
    bot_mode: z.int(),
    model_name: z.string(),
    /** Only for a project. */
    workflow_count: z.int(),
    /** Why a copy could not be completed. */
    copy_error: z.string(),
  }),
})
export type IntelligenceData = z.input<typeof intelligence>
