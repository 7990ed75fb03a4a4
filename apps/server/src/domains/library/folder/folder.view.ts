import type { FolderBasicInfo } from '@orrery/contract'
import type { FoundFolder } from './folder.service.ts'

const seconds = (millis: number) => String(Math.floor(millis / 1000))
export const folderBasic = ({ head, type, parentId }: FoundFolder): FolderBasicInfo => ({
  id: head.id,
  parent_id: parentId ?? '0',
  folder_type: type,
  name: head.name,
  description: head.description,
  space_id: head.spaceId,
  creator_id: head.ownerId,
  create_time: seconds(head.createdAt),
  update_time: seconds(head.updatedAt),
  is_deleted: false,
})
