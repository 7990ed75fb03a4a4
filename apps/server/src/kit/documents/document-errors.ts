import { ErrorCode } from '@orrery/contract/shared/error-codes'
import { defineErrors } from '../errors.ts'

/** Why a file cannot be read, for the person who uploaded it. */
export const documentErrors = defineErrors(ErrorCode.document, {
  unknownType: {
    status: 400,
    en: 'Files of type “{type}” cannot be read. Use pdf, docx, pptx, md, txt, html, csv, xlsx or json',
    zh: '不支持“{type}”类型的文件，请使用 pdf、docx、pptx、md、txt、html、csv、xlsx 或 json',
  },
  legacyOffice: {
    status: 400,
    en: 'This .{type} file cannot be read ({detail}). Save the file as .{type}x and upload it again',
    zh: '无法读取此 .{type} 文件（{detail}），请另存为 .{type}x 后重新上传',
  },
  scannedPages: {
    status: 400,
    en: 'These pages contain only images of text: {pages}. Turn on text recognition (OCR) or leave the pages out',
    zh: '以下页面没有文字，只有图像：{pages}。请开启文字识别（OCR）或跳过这些页面',
  },
  scan: {
    status: 400,
    en: 'The file is a scan without text. Turn on text recognition (OCR) and try again',
    zh: '文件为扫描件，页面中没有文字。请开启文字识别（OCR）后重试',
  },
  tooManyScans: {
    status: 400,
    en: 'The file has {pages} scanned pages; at most {max} can be recognised. Split it and try again',
    zh: '文件共有 {pages} 页扫描页，最多识别 {max} 页，请拆分后重试',
  },
  empty: {
    status: 400,
    en: 'The file contains no text. If it is a scan, turn on text recognition or upload it as an image',
    zh: '文件中没有文字。如为扫描件，请开启文字识别或作为图片上传',
  },
  tooLarge: {
    status: 400,
    en: 'The file is larger than {max} MB',
    zh: '文件超过 {max} MB',
  },
  bomb: {
    status: 400,
    en: 'The archive inside the file is too large when unpacked, or has forbidden contents ({detail})',
    zh: '文件内的压缩包解压后过大或含有不允许的内容（{detail}）',
  },
  entities: {
    status: 400,
    en: 'The file declares XML entities, which are not allowed',
    zh: '文件声明了不允许的 XML 实体',
  },
  encrypted: {
    status: 400,
    en: 'The file is password-protected. Remove the password and upload it again',
    zh: '文件受密码保护，请移除密码后重新上传',
  },
  corrupt: {
    status: 400,
    en: 'The file is damaged or does not match its extension ({detail})',
    zh: '文件已损坏或与扩展名不符（{detail}）',
  },
  tooManyPages: {
    status: 400,
    en: 'The file has {pages} pages; at most {max} can be read',
    zh: '文件共 {pages} 页，最多支持 {max} 页',
  },
  tooSlow: {
    status: 400,
    en: 'The file took longer than {seconds} s to read. Split it and try again',
    zh: '文件解析超过 {seconds} 秒，请拆分后重试',
  },
  outOfMemory: {
    status: 400,
    en: 'Reading the file took too much memory. Split it and try again',
    zh: '解析文件占用内存过多，请拆分后重试',
  },
  tooWide: {
    status: 400,
    en: 'The table has {columns} columns; at most {max} can be read',
    zh: '表格共 {columns} 列，最多支持 {max} 列',
  },
  tooLong: {
    status: 400,
    en: 'The table has more than {max} rows. Split it and try again',
    zh: '表格超过 {max} 行，请拆分后重试',
  },
  notATable: {
    status: 400,
    en: 'The file contains no table. A table needs a header row and data rows; JSON needs a list of objects',
    zh: '文件中没有表格。表格需要表头行和数据行；JSON 需为对象数组',
  },
  noSheet: {
    status: 400,
    en: 'table_sheet.sheet_id: there is no sheet {sheet} in the file',
    zh: 'table_sheet.sheet_id：文件中没有第 {sheet} 个工作表',
  },
  overlap: {
    status: 400,
    en: 'chunk_strategy.overlap: must be smaller than the chunk length',
    zh: 'chunk_strategy.overlap：重叠长度必须小于分段长度',
  },
})
export type DocumentErrorName = keyof typeof documentErrors

/** An error to send from the worker: kit errors cannot be cloned. */
export class ParseFailure extends Error {
  readonly reason: DocumentErrorName
  readonly params: Record<string, string | number>
  constructor(reason: DocumentErrorName, params: Record<string, string | number> = {}) {
    super(reason)
    this.reason = reason
    this.params = params
  }
}
