import type { FolderBasicInfo } from '@orrery/contract'
import { secondsText } from '#kit/http/wire-values.ts'
import type { FoundFolder } from '../folder.service.ts'

export const folderBasic = ({ head, type, parentId }: FoundFolder): FolderBasicInfo => ({
  id: head.id,
  parent_id: parentId ?? '0',
  folder_type: type,
  name: head.name,
  description: head.description,
  space_id: head.spaceId,
  creator_id: head.ownerId,
  create_time: secondsText(head.createdAt),
  update_time: secondsText(head.updatedAt),
  is_deleted: false,
})
