import { ErrorCode } from '@orrery/contract/shared/error-codes'
import { defineErrors, defineFixedErrors } from '#kit/errors.ts'

export const cloneErrors = {
  ...defineErrors(ErrorCode.clone, {
    noCloner: {
      status: 400,
      en: 'No connected provider can clone voices. Add a speech model of ElevenLabs, or of a server with its protocol',
      zh: '尚未接入支持声音克隆的服务，请添加 ElevenLabs 或兼容其协议的语音合成模型',
    },
    quota: {
      status: 400,
      en: 'You already have {max} voices. Delete one, or ask the instance owner for more',
      zh: '你已有 {max} 个音色，请删除一个，或联系实例所有者增加额度',
    },
    tooOften: {
      status: 400,
      en: 'voice_id: this voice was trained {max} times already. Create another one',
      zh: 'voice_id：该音色已训练 {max} 次，请创建新的音色',
    },
    pending: {
      status: 409,
      en: 'voice_id: this voice is being trained. Wait until it is ready',
      zh: 'voice_id：该音色正在训练，请稍后再试',
    },
    otherModel: {
      status: 400,
      en: 'voice_id: the model that made this voice is no longer connected. Create another voice',
      zh: 'voice_id：生成该音色的模型已不可用，请创建新的音色',
    },
  }),
  ...defineFixedErrors({
    otherWords: {
      code: ErrorCode.publicApi.wordErrors,
      status: 400,
      en: 'The recording does not match the text that was to be read: {heard}. Record it again',
      zh: '录音与朗读文本不一致，识别结果为：{heard}，请重新录制',
    },
  }),
}
