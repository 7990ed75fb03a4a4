import { ErrorCode } from '@orrery/contract/shared/error-codes'
import { defineErrors } from '../errors.ts'

/** Errors for recordings that cannot be decoded. */
export const soundErrors = defineErrors(ErrorCode.sound, {
  tooLong: {
    status: 400,
    en: 'file: longer than {minutes} minutes. Send it in shorter parts',
    zh: 'file：录音超过 {minutes} 分钟，请分段上传',
  },
  noDecoder: {
    status: 400,
    en: 'file: this server reads {readable}. Send one of these, or have ffmpeg installed on the server for M4A, MP4, AAC and FLAC (setting FFMPEG_PATH)',
    zh: 'file：本服务器支持 {readable} 格式，请更换格式；如需 M4A、MP4、AAC 或 FLAC，请在服务器上安装 ffmpeg（配置项 FFMPEG_PATH）',
  },
})
