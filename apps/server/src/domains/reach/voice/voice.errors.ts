import { ErrorCode } from '@orrery/contract/shared/error-codes'
import { defineErrors } from '#kit/errors.ts'

export const voiceErrors = defineErrors(ErrorCode.voice, {
  notSound: {
    status: 400,
    en: 'file: this is not audio that can be transcribed. Send WAV, MP3, Ogg, Opus, M4A, AAC, AMR, FLAC, WebM or PCM',
    zh: 'file：无法识别该音频文件，请上传 WAV、MP3、Ogg、Opus、M4A、AAC、AMR、FLAC、WebM 或 PCM 格式',
  },
  tooLarge: {
    status: 413,
    en: 'file: larger than {max} MB. Send a shorter recording, or a compressed one',
    zh: 'file：文件超过 {max} MB，请缩短录音或使用压缩格式',
  },
  noSuchModel: {
    status: 404,
    en: 'model: “{model}” is not among the connected models of this type. Add it in the model settings, or leave the field out',
    zh: 'model：已接入的同类模型中没有“{model}”，请在模型设置中添加，或不传该字段',
  },
  noVoice: {
    status: 400,
    en: 'voice_id: name a voice of GET /v1/audio/voices, or send model and voice',
    zh: 'voice_id：请填写 GET /v1/audio/voices 返回的音色，或传入 model 和 voice',
  },
  notOffered: {
    status: 400,
    en: '{field}: this voice does not support it. Leave the field out',
    zh: '{field}：该音色不支持此设置，请不要传该字段',
  },
  noneSpeaks: {
    status: 400,
    en: 'voice_id: no voice for {language} is connected. Add a speech model in the model settings, or choose a voice for the bot',
    zh: 'voice_id：尚未接入支持{languageZh}的音色，请在模型设置中添加语音合成模型，或为智能体选择音色',
  },
  onlyRate: {
    status: 400,
    en: 'sample_rate: this voice is available at {rate} Hz only. Send {rate}, or leave the field out',
    zh: 'sample_rate：该音色仅支持 {rate} Hz，请传 {rate} 或不传该字段',
  },
})
