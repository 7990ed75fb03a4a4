import { ErrorCode } from '@orrery/contract/shared/error-codes'
import { defineErrors, defineFixedErrors } from '../errors.ts'

const ownErrors = defineErrors(ErrorCode.provider, {
  badKey: {
    status: 502,
    en: '{provider} refused the key (HTTP {status}). Check it in the model settings',
    zh: '{provider} 拒绝了密钥（HTTP {status}），请在模型设置中检查',
  },
  unknownModel: {
    status: 502,
    en: '{provider} has no model “{model}”. Check the model ID and the base URL in the model settings',
    zh: '{provider} 没有模型“{model}”，请在模型设置中检查名称与地址',
  },
  rateLimited: {
    status: 502,
    en: '{provider} is rate limiting requests (HTTP 429, {attempts} attempts). Wait a moment and send again',
    zh: '{provider} 当前限制请求（HTTP 429，已尝试 {attempts} 次），请稍后重发',
  },
  serverError: {
    status: 502,
    en: '{provider} has an outage (HTTP {status}, {attempts} attempts). Send again later, or choose another model',
    zh: '{provider} 服务异常（HTTP {status}，已尝试 {attempts} 次），请稍后重发或更换模型',
  },
  refusedRequest: {
    status: 502,
    en: '{provider} did not accept the request (HTTP {status}): {detail}',
    zh: '{provider} 不接受该请求（HTTP {status}）：{detail}',
  },
  tooLong: {
    status: 502,
    en: 'The conversation is longer than the context of “{model}”. Clear the context, or choose a model with a larger one',
    zh: '对话长度超出“{model}”的上下文，请清除上下文或更换上下文更大的模型',
  },
  emptyAnswer: {
    status: 502,
    en: '“{model}” returned an empty answer. Send again, or change the prompt',
    zh: '“{model}” 没有返回任何内容，请重发或调整提示词',
  },
  brokenChunk: {
    status: 502,
    en: '{provider} sent data that is not valid JSON. Send again; if it persists, check the base URL',
    zh: '{provider} 返回的数据不是有效的 JSON，请重发；若持续出现请检查地址',
  },
  cutOff: {
    status: 502,
    en: 'The connection to {provider} was lost during the answer. The part received is kept; send again for the rest',
    zh: '与 {provider} 的连接在回答途中断开，已收到的内容已保留，请重发',
  },
  failedMidway: {
    status: 502,
    en: '{provider} reported an error during the answer: {detail}',
    zh: '{provider} 在回答途中报错：{detail}',
  },
  noFirstChunk: {
    status: 502,
    en: 'No reply within {seconds} s. The model may be busy. Your message is kept',
    zh: '{seconds} 秒内没有收到回复，模型可能繁忙，你的消息已保留',
  },
  stalled: {
    status: 502,
    en: '{provider} sent nothing for {seconds} s during the answer. The part received is kept',
    zh: '{provider} 在回答途中 {seconds} 秒没有数据，已收到的内容已保留',
  },
  unreachable: {
    status: 502,
    en: '{provider} could not be reached. Check the base URL and the network',
    zh: '无法连接 {provider}，请检查地址与网络',
  },
  filtered: {
    status: 502,
    en: 'The content filter of {provider} stopped the answer',
    zh: '{provider} 的内容过滤终止了回答',
  },
  notAnEventStream: {
    status: 502,
    en: '{provider} did not return an event stream. Check the base URL',
    zh: '{provider} 没有返回事件流，请确认地址为其 API 地址',
  },
  wrongVectors: {
    status: 502,
    en: '{provider} returned {got} vectors for {wanted} texts',
    zh: '{provider} 为 {wanted} 段文本返回了 {got} 个向量',
  },
  noRanking: {
    status: 502,
    en: '{provider} returned no ranking. Check that “{model}” is a rerank model',
    zh: '{provider} 没有返回排序结果，请确认“{model}”是重排模型',
  },
  noPicture: {
    status: 502,
    en: '{provider} returned no image. Check that “{model}” is an image model',
    zh: '{provider} 没有返回图片，请确认“{model}”是图像模型',
  },
  halfKey: {
    status: 400,
    en: 'api_key: {provider} needs the app ID and the access token, with a colon between them',
    zh: 'api_key：{provider} 的密钥须为“App ID:Access Token”，以冒号分隔',
  },
  noClone: {
    status: 502,
    en: '{provider} did not make a voice of the recording. Record a longer or clearer one',
    zh: '{provider} 未能根据录音生成音色，请使用更长或更清晰的录音',
  },
  noSuchFormat: {
    status: 400,
    en: 'response_format: {provider} does not offer {format}. Choose one of: {offered}',
    zh: 'response_format：{provider} 不支持 {format}，可选：{offered}',
  },
  noTranscript: {
    status: 502,
    en: '{provider} returned no transcript. Check that “{model}” is a transcription model',
    zh: '{provider} 没有返回识别结果，请确认“{model}”是语音识别模型',
  },
  unreadableSound: {
    status: 400,
    en: 'file: {provider} reads {readable}. Send one of these, or add a transcription model in the model settings',
    zh: 'file：{provider} 支持 {readable} 格式，请更换格式，或在模型设置中添加语音识别模型',
  },
  engineFailed: {
    status: 500,
    en: '{provider} ended before it was done. Try again; if it persists, add a speech provider in the model settings',
    zh: '{provider} 意外中断，请重试；若持续出现，请在模型设置中接入语音服务商',
  },
  onlyEnglish: {
    status: 400,
    en: 'language: {provider} understands spoken English only. For other languages add a transcription model in the model settings',
    zh: 'language：{provider} 只能识别英语语音，识别中文等其他语言请在模型设置中添加语音识别模型',
  },
  noMandarin: {
    status: 400,
    en: 'text: {provider} has no Chinese voice on this server. Add a speech model in the model settings',
    zh: 'text：本服务器的 {provider} 没有中文音色，请在模型设置中添加语音合成模型',
  },
  notSound: {
    status: 502,
    en: '{provider} returned no audio. Check that this model supports speech',
    zh: '{provider} 没有返回音频，请确认该模型支持语音合成',
  },
})

/** Errors with codes for which clients have special handling. */
const platformErrors = defineFixedErrors({
  noCredit: {
    code: ErrorCode.platform.tokenInsufficient,
    status: 502,
    en: 'The account at {provider} has no credit left. Top it up, or choose another model',
    zh: '{provider} 账户余额不足，请充值或更换模型',
  },
  notOfferedHere: {
    code: ErrorCode.platform.countryRestricted,
    status: 502,
    en: '{provider} is not available in the region of this server. Choose a model of another provider',
    zh: '{provider} 不在本服务器所在地区提供服务，请更换其他模型服务商的模型',
  },
})

/** All outcomes of a failed model call. Each message has the cause and a remedy; none contains a key. */
export const modelErrors = { ...ownErrors, ...platformErrors }
