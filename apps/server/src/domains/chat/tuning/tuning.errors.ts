import { ErrorCode } from '@orrery/contract/shared/error-codes'
import { defineErrors } from '#kit/errors.ts'

export const tuningErrors = defineErrors(ErrorCode.tuning, {
  badLine: {
    status: 400,
    en: 'data: line {line} is not an example. Write {"messages":[{"role":"user","content":"…"},{"role":"assistant","content":"…"}]}',
    zh: 'data：第 {line} 行不是有效样例，请写成 {"messages":[{"role":"user","content":"…"},{"role":"assistant","content":"…"}]}',
  },
  tooFew: {
    status: 400,
    en: 'data: {count} examples are too few. Upload at least {least}',
    zh: 'data：{count} 条样例太少，请至少上传 {least} 条',
  },
  tooLarge: {
    status: 400,
    en: 'data: the file is larger than {megabytes} MB. Leave some examples out',
    zh: 'data：文件超过 {megabytes} MB，请减少样例',
  },
  cannotTrain: {
    status: 400,
    en: 'base_model_id: “{name}” cannot be trained. Choose a chat model of this space whose provider has OpenAI’s protocol',
    zh: 'base_model_id：“{name}”不支持训练，请选择本空间中使用 OpenAI 协议的对话模型',
  },
  noExamples: {
    status: 404,
    en: '{field}: these examples no longer exist. Upload them again',
    zh: '{field}：样例不存在，请重新上传',
  },
  ended: { status: 409, en: 'id: this training has ended', zh: 'id：该训练已结束' },
  runs: { status: 409, en: 'id: this training is running. Stop it first', zh: 'id：训练正在进行，请先停止' },
})
