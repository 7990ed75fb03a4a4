import { ErrorCode } from '@orrery/contract/shared/error-codes'
import { defineErrors } from '#kit/errors.ts'

/** The messages that clients of the platform expect, with the field they are about. */
export const uploadErrors = defineErrors(ErrorCode.upload, {
  emptyFile: {
    status: 400,
    en: 'upload_empty_file: the file is empty',
    zh: '文件为空',
  },
  imageTooLarge: {
    status: 413,
    en: 'Please upload an image less than 2MB',
    zh: '请上传小于 2MB 的图片',
  },
  fileTooLarge: {
    status: 413,
    en: 'Upload failed: the file is larger than {max} MB',
    zh: '上传失败：文件超过 {max} MB',
  },
  notAnImage: {
    status: 400,
    en: 'file read fail: this is not a PNG, JPEG, GIF or WebP image',
    zh: '文件读取失败：不是 PNG、JPEG、GIF 或 WebP 图片',
  },
  tooManyPixels: {
    status: 400,
    en: 'Upload failed: the image has more than {max} million pixels. Scale it down and upload it again',
    zh: '上传失败：图片超过 {max} 百万像素，请缩小后重新上传',
  },
  wrongType: {
    status: 400,
    en: 'Upload failed: files of type “{type}” are not accepted here',
    zh: '上传失败：不支持“{type}”类型的文件',
  },
  unreadable: {
    status: 400,
    en: 'file read fail: data must be the file in Base64',
    zh: '文件读取失败：data 应为 Base64 编码的文件内容',
  },
  incomplete: {
    status: 400,
    en: 'Upload failed: {got} of {want} bytes arrived. Send the file again',
    zh: '上传失败：仅收到 {got}/{want} 字节，请重新上传',
  },
  damaged: {
    status: 400,
    en: 'Upload failed: the file was damaged in transit. Send it again',
    zh: '上传失败：文件在传输中损坏，请重新上传',
  },
  alreadyThere: {
    status: 409,
    en: 'Upload failed: this upload is already complete or in progress. Start a new one',
    zh: '上传失败：该上传已完成或正在写入，请重新申请',
  },
  notComplete: {
    status: 400,
    en: 'Upload failed: the file has not arrived yet',
    zh: '上传失败：文件尚未上传完成',
  },
  badToken: {
    status: 403,
    en: 'Upload failed: the upload token has expired. Request a new one',
    zh: '上传失败：上传凭证已失效，请重新获取',
  },
  unknownScene: {
    status: 400,
    en: '{field}: this is not a known use of a file',
    zh: '{field}：未知的文件用途',
  },
  partMissing: {
    status: 400,
    en: 'Upload failed: part {part} is missing',
    zh: '上传失败：缺少第 {part} 个分片',
  },
  iconLimit: {
    status: 429,
    en: "You have reached today's limit of {max} generated icons. Upload an image, or try again tomorrow",
    zh: '今日已生成 {max} 个图标，已达上限。请上传图片或明天再试',
  },
  notAnIcon: {
    status: 400,
    en: 'icon_uri: this file was not uploaded as an icon. Upload it as one',
    zh: 'icon_uri：该文件不是作为图标上传的，请作为图标重新上传',
  },
})
