import { ErrorCode } from '@orrery/contract/shared/error-codes'
import { defineErrors } from '#kit/errors.ts'

export const modelDomainErrors = defineErrors(ErrorCode.model, {
  modelGone: {
    status: 400,
    en: 'model_id: the model of this bot was deleted or belongs to another space. Choose another one',
    zh: 'model_id：该智能体使用的模型已删除或属于其他空间，请重新选择',
  },
  modelOff: {
    status: 400,
    en: 'model_id: “{name}” is turned off. Choose another model, or turn it on in the model settings',
    zh: 'model_id：“{name}”已停用，请更换模型或在模型设置中启用',
  },
  baseUrlNeeded: {
    status: 400,
    en: 'base_url: this provider needs a base URL',
    zh: 'base_url：此类服务商需要填写地址',
  },
  keyNeeded: {
    status: 400,
    en: 'api_key: enter the key again. The saved one belongs to {host} and is not sent to another host',
    zh: 'api_key：请重新输入密钥，已保存的密钥属于 {host}，不会发送到其他主机',
  },
  modelNameNeeded: {
    status: 400,
    en: 'model: enter the model to test',
    zh: 'model：请填写要测试的模型',
  },
  codeInSandbox: {
    status: 400,
    en: 'code_runner_type: code always runs in the sandbox here (1)',
    zh: 'code_runner_type：代码始终在沙箱中运行（1）',
  },
  notAChatModel: {
    status: 400,
    en: 'model_id: “{name}” is not a chat model',
    zh: 'model_id：“{name}”不是对话模型',
  },
  modelExhausted: {
    status: 429,
    en: '“{name}” has reached its token limit for this minute. Try again in {seconds} s, or ask your model administrator to raise it',
    zh: '“{name}”本分钟的 Token 已用完，请在 {seconds} 秒后重试，或联系模型管理员扩容',
  },
  noBound: {
    status: 400,
    en: 'model_id: “{name}” has no limit of tokens per minute. Set one in the model settings first',
    zh: 'model_id：“{name}”未设置每分钟 Token 上限，请先在模型设置中设置',
  },
  expansionOver: {
    status: 400,
    en: 'end_time: must be after start_time and in the future, in Unix seconds',
    zh: 'end_time：须晚于 start_time 且晚于当前时间（单位：秒）',
  },
  nothingToEstimateFrom: {
    status: 400,
    en: 'model_id: “{name}” was not used in this period, so there is no basis for an estimate. Choose another period',
    zh: 'model_id：“{name}”在该时段内没有调用记录，无法估算，请选择其他时段',
  },
  notShareable: {
    status: 400,
    en: 'provider_id: only models of the instance or of a personal space can be shared. Add this provider to your personal space to share it',
    zh: 'provider_id：仅实例或个人空间的模型可以共享。如需共享，请将该模型服务商添加到个人空间',
  },
  notYourTeam: {
    status: 400,
    en: 'space_ids: choose teams that you belong to',
    zh: 'space_ids：请选择你所在的团队',
  },
  wrongKind: {
    status: 400,
    en: 'type: {provider} does not support models of this type. Choose another type, or an OpenAI-compatible provider',
    zh: 'type：{provider} 不支持此类模型，请选择其他类型，或使用兼容 OpenAI 协议的模型服务商',
  },
  noTranscriptionModel: {
    status: 400,
    en: 'No transcription model is connected. Add one (type “transcription”) in the model settings',
    zh: '尚未接入语音识别模型，请在模型设置中添加（类型“语音识别”）',
  },
  noSpeechModel: {
    status: 400,
    en: 'No speech model is connected. Add one (type “speech”) in the model settings; until then the voices of the browser are used',
    zh: '尚未接入语音合成模型，请在模型设置中添加（类型“语音合成”）；在此之前使用浏览器自带的声音',
  },
})
