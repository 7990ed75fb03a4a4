import { ErrorCode } from '@orrery/contract/shared/error-codes'
import { defineErrors } from '#kit/errors.ts'

export const folderErrors = defineErrors(ErrorCode.folder, {
  otherSpace: {
    status: 400,
    en: 'parent_folder_id: this folder belongs to another space or another list',
    zh: 'parent_folder_id：该文件夹属于其他空间或其他列表',
  },
  intoItself: {
    status: 400,
    en: 'parent_folder_id: a folder cannot be moved into itself',
    zh: 'parent_folder_id：不能将文件夹移动到其自身之中',
  },
  tooDeep: {
    status: 400,
    en: 'parent_folder_id: folders can be nested max {max} levels deep',
    zh: 'parent_folder_id：文件夹最多嵌套 {max} 层',
  },
  tooMany: {
    status: 400,
    en: 'space_id: a space can have max {max} folders',
    zh: 'space_id：一个空间最多 {max} 个文件夹',
  },
})
