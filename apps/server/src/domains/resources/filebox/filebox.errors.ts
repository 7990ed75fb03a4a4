import { ErrorCode } from '@orrery/contract/shared/error-codes'
import { defineErrors } from '#kit/errors.ts'

export const fileboxErrors = defineErrors(ErrorCode.filebox, {
  full: {
    status: 400,
    en: 'The file box can hold max {files} files and {mb} MB. Delete some first',
    zh: '文件盒子最多存放 {files} 个文件、{mb} MB，请先删除部分文件',
  },
  tooManyAlbums: {
    status: 400,
    en: 'Max {max} albums',
    zh: '最多创建 {max} 个相册',
  },
  albumTaken: {
    status: 400,
    en: 'album_name: there is already an album “{name}”',
    zh: 'album_name：相册“{name}”已存在',
  },
  notAnImage: {
    status: 400,
    en: 'md_items: “{name}” is not an image. Albums hold images only',
    zh: 'md_items：“{name}”不是图片，相册只能存放图片',
  },
  noText: {
    status: 400,
    en: 'There is nothing to summarise in “{name}”: {why}',
    zh: '“{name}”没有可总结的内容：{why}',
  },
  notRead: {
    status: 409,
    en: 'The file “{name}” is still being read. Try again in a moment',
    zh: '文件“{name}”正在解析，请稍后重试',
  },
  badLink: {
    status: 403,
    en: 'This link is no longer valid. Ask for a new one',
    zh: '链接已失效，请重新获取',
  },
  needFile: {
    status: 400,
    en: 'source_files: give a file_uri of an uploaded file or a file_url',
    zh: 'source_files：请提供已上传文件的 file_uri 或 file_url',
  },
  switchedOff: {
    status: 400,
    en: 'Your file box for this bot is turned off. Turn it on to add files',
    zh: '你在该智能体中的文件盒子已关闭，请先开启再添加文件',
  },
  emptyFile: { status: 400, en: 'The file is empty', zh: '文件为空' },
})
