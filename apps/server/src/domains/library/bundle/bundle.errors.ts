import { ErrorCode } from '@orrery/contract/shared/error-codes'
import { defineErrors } from '#kit/errors.ts'

export const bundleErrors = defineErrors(ErrorCode.bundle, {
  notABundle: {
    status: 400,
    en: 'content: this file is not a bundle, canvas or DSL that can be imported. Choose an exported file',
    zh: 'content：无法识别该文件，请选择导出的资源包、画布或 DSL 文件',
  },
  newer: {
    status: 400,
    en: 'content: the bundle has format version {version}; this instance reads up to {known}. Update it first',
    zh: 'content：资源包的格式版本为 {version}，当前实例最高支持 {known}，请先升级',
  },
  noHash: {
    status: 400,
    en: 'content: the bundle has no hash, so it cannot be checked for completeness. Export it again',
    zh: 'content：资源包缺少校验值，无法确认其完整性，请重新导出',
  },
  changed: {
    status: 400,
    en: 'content: the bundle was changed after the export: its hash does not match',
    zh: 'content：资源包在导出后被修改，校验值不一致',
  },
  badItem: {
    status: 400,
    en: 'content: the {kind} “{name}” cannot be read: {problem}',
    zh: 'content：无法读取 {kind}“{name}”：{problem}',
  },
  tooMany: {
    status: 400,
    en: 'content: a bundle can hold max {max} resources',
    zh: 'content：一个资源包最多包含 {max} 个资源',
  },
  tooLarge: {
    status: 413,
    en: 'The bundle would be larger than {max} MB. Export fewer resources at once',
    zh: '资源包超过 {max} MB，请减少一次导出的资源',
  },
  refused: {
    status: 400,
    en: 'content: “{name}” is refused: {message}',
    zh: 'content：“{name}”未通过检查：{messageZh}',
  },
  unknownDsl: {
    status: 400,
    en: 'content: this Dify application cannot be imported: {why}',
    zh: 'content：无法导入此 Dify 应用：{why}',
  },
})
