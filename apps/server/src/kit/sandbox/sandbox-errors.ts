import { ErrorCode } from '@orrery/contract/shared/error-codes'
import { defineErrors } from '../errors.ts'

export const sandboxErrors = defineErrors(ErrorCode.sandbox, {
  timedOut: {
    status: 422,
    en: 'The code ran longer than {seconds} s and was stopped',
    zh: '代码运行超过 {seconds} 秒，已被终止',
  },
  outOfMemory: {
    status: 422,
    en: 'The code needed more than {mb} MB of memory and was stopped',
    zh: '代码使用的内存超过 {mb} MB，已被终止',
  },
  threw: { status: 422, en: '{message}{place}', zh: '{message}{placeZh}' },
  noMain: { status: 422, en: 'The code has no function named main', zh: '代码中没有名为 main 的函数' },
  neverSettles: {
    status: 422,
    en: 'main returned a promise that never settles',
    zh: 'main 返回的 Promise 永远不会完成',
  },
  crashed: { status: 422, en: 'The code crashed its interpreter', zh: '代码导致解释器崩溃' },
  circular: {
    status: 422,
    en: 'The returned value{where} contains a reference to itself',
    zh: '返回值{where}包含对自身的引用',
  },
  tooDeep: {
    status: 422,
    en: 'The returned value{where} is nested too deeply',
    zh: '返回值{where}嵌套过深',
  },
  badType: {
    status: 422,
    en: 'The returned value{where} is a {type}, which JSON cannot hold',
    zh: '返回值{where}的类型是 {type}，无法表示为 JSON',
  },
  badKey: {
    status: 422,
    en: 'The returned value{where} has a key of type {type}; keys must be text',
    zh: '返回值{where}的键类型是 {type}，键必须是文本',
  },
  outputTooLarge: {
    status: 413,
    en: 'The returned value is larger than {max} bytes',
    zh: '返回值超过 {max} 字节',
  },
  inputTooLarge: {
    status: 413,
    en: 'The code and its parameters are larger than {max} bytes',
    zh: '代码及其参数超过 {max} 字节',
  },
  badParams: {
    status: 400,
    en: 'The parameters cannot be written as JSON: {message}',
    zh: '参数无法表示为 JSON：{message}',
  },
  busy: {
    status: 429,
    en: 'Too much code is waiting to run. Try again in a moment',
    zh: '等待运行的代码过多，请稍后重试',
  },
  stopped: { status: 422, en: 'The code was stopped before it ended', zh: '代码在结束前被停止' },
  notAvailable: {
    status: 503,
    en: '{language} code cannot run on this machine: {reason}',
    zh: '此机器无法运行 {language} 代码：{reason}',
  },
  closed: {
    status: 503,
    en: 'The server is stopping and runs no more code',
    zh: '服务正在停止，不再运行代码',
  },
})
