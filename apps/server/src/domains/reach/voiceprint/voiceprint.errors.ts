import { ErrorCode } from '@orrery/contract/shared/error-codes'
import { defineErrors } from '#kit/errors.ts'

export const voiceprintErrors = defineErrors(ErrorCode.voiceprint, {
  notSamples: {
    status: 400,
    en: 'file: this is neither WAV with 16 bits nor PCM. Convert the recording, or send the samples as a .pcm file',
    zh: 'file：仅支持 16 位 WAV 或 PCM，请转换录音格式，或以 .pcm 文件上传采样数据',
  },
  tooLarge: {
    status: 413,
    en: 'file: larger than {max} MB. Send a shorter recording: ten seconds of speech are enough',
    zh: 'file：文件超过 {max} MB，请缩短录音，10 秒语音即可',
  },
  noSpeech: {
    status: 400,
    en: 'file: no one speaks for half a second in this recording. Record it again, closer to the microphone',
    zh: 'file：录音中没有检测到足够的语音，请靠近麦克风重新录制',
  },
  tooManyGroups: {
    status: 400,
    en: 'You already have {max} groups. Delete one first',
    zh: '你已有 {max} 个声纹组，请先删除一个',
  },
  full: {
    status: 400,
    en: 'group_id: this group already has {max} voiceprints. Delete one, or create another group',
    zh: 'group_id：该声纹组已有 {max} 个声纹，请删除一个，或创建新的声纹组',
  },
})
