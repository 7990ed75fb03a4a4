import { z } from 'zod'
import { userInfo } from '#shared/user-info.ts'

export const folderBasic = z.object({
  id: z.string(),
  parent_id: z.string(),
  folder_type: z.int(),
  name: z.string(),
  description: z.string(),
  space_id: z.string(),
  creator_id: z.string(),
  create_time: z.string(),
  update_time: z.string(),
  is_deleted: z.boolean(),
})
export type FolderBasicInfo = z.input<typeof folderBasic>
export interface FolderInfo {
  folder_basic_info: FolderBasicInfo
  children_list: FolderInfo[]
  parent_path: FolderBasicInfo[]
  full_path: FolderBasicInfo[]
  folder_creator_info: z.input<typeof userInfo>
}
export const folderInfo: z.ZodType<FolderInfo, FolderInfo> = z.object({
  folder_basic_info: folderBasic,
  children_list: z.lazy(() => z.array(folderInfo)),
  parent_path: z.array(folderBasic),
  full_path: z.array(folderBasic),
  folder_creator_info: userInfo,
})
