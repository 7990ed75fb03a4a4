import { ErrorCode } from '@orrery/contract/shared/error-codes'
import { defineErrors } from '#kit/errors.ts'

export const packageErrors = defineErrors(ErrorCode.componentPackage, {
  none: {
    status: 404,
    en: 'component_name: this space has no package “{name}” in version {version}',
    zh: 'component_name：该空间没有版本为 {version} 的组件包「{name}」',
  },
  badFile: {
    status: 400,
    en: 'files: “{name}” cannot be used. Write paths such as “parts/star.ts”, ending in .ts, .tsx, .js, .jsx or .json, with at most {max} files and {mb} MB in all',
    zh: 'files：无法使用「{name}」。路径应形如「parts/star.ts」，以 .ts、.tsx、.js、.jsx 或 .json 结尾，最多 {max} 个文件，共 {mb} MB',
  },
  noEntry: {
    status: 400,
    en: 'files: index.ts or index.js is missing. It exports one function for each component',
    zh: 'files：缺少 index.ts 或 index.js，其中需为每个组件导出一个函数',
  },
  buildFailed: {
    status: 400,
    en: 'files: {file}, line {line}: {message}',
    zh: 'files：{file} 第 {line} 行：{message}',
  },
  notExported: {
    status: 400,
    en: 'components: {file} does not export a function “{name}”',
    zh: 'components：{file} 没有导出函数「{name}」',
  },
  drawFailed: {
    status: 400,
    en: 'files: {file}: the component “{name}” cannot be drawn with its initial settings: {message}',
    zh: 'files：{file}：组件「{name}」无法用初始属性渲染：{message}',
  },
  inUse: {
    status: 409,
    en: 'version_name: version {version} is used in {where}. Upload a new version instead',
    zh: 'version_name：版本 {version} 正被 {where} 使用，请上传新版本',
  },
  usedOnPages: {
    status: 409,
    en: 'component_name: “{name}” is used on {where}. Remove its components there first',
    zh: 'component_name：「{name}」正在以下页面使用：{where}，请先移除其中的组件',
  },
  otherChannel: {
    status: 400,
    en: 'channel_id: this package is for another type of device',
    zh: 'channel_id：该组件包适用于其他设备类型',
  },
  tooMany: {
    status: 400,
    en: 'There are at most {max} {what}. Delete some first',
    zh: '最多 {max} 个{whatZh}，请先删除一部分',
  },
  notYours: {
    status: 403,
    en: 'version_name: somebody else uploaded this version. Ask that person or an administrator of the space',
    zh: 'version_name：该版本由他人上传，请联系上传者或空间管理员',
  },
  doubleName: {
    status: 400,
    en: 'components: the name “{name}” is there twice',
    zh: 'components：名称「{name}」重复',
  },
  exists: {
    status: 409,
    en: 'version_name: “{name}” has a version {version} already. Use package/update, or choose another version',
    zh: 'version_name：「{name}」已有版本 {version}，请使用 package/update 或改用其他版本号',
  },
  badContents: {
    status: 400,
    en: 'meta_contains: {reason}. Write JSON with components and files, or with components and source_uri',
    zh: 'meta_contains：{reason}。应为包含 components 和 files（或 source_uri）的 JSON',
  },
  otherSpace: {
    status: 404,
    en: 'space_id: the project is not in this space',
    zh: 'space_id：项目不在该空间中',
  },
})
