import { ErrorCode } from '@orrery/contract/shared/error-codes'
import { defineErrors } from '#kit/errors.ts'

export const promptRunErrors = defineErrors(ErrorCode.promptRun, {
  noPrompt: {
    status: 400,
    en: 'prompt_key: name the prompt by its key or id',
    zh: 'prompt_key：请指定提示词的 Key 或 ID',
  },
  noMessage: {
    status: 400,
    en: 'message: write a message, or a prompt with one',
    zh: 'message：请输入消息，或在提示词中填写消息',
  },
  toolRounds: {
    status: 400,
    en: 'The model called tools {max} times in a row. Check the responses of the tools',
    zh: '模型已连续 {max} 次调用工具，请检查工具的返回内容',
  },
  noRows: {
    status: 400,
    en: 'dataset_id: the dataset has no rows',
    zh: 'dataset_id：数据集没有数据',
  },
  notRunning: { status: 409, en: 'The run is over already', zh: '批量运行已结束' },
  noEvaluator: {
    status: 400,
    en: 'evaluator_version_id: this evaluator does not exist or was deleted. Choose another one',
    zh: 'evaluator_version_id：评估器不存在或已删除，请另选一个',
  },
  noMcpServer: {
    status: 400,
    en: 'mcp_servers: {name} is not in this space, is switched off or does not answer. Check it, or leave it out',
    zh: 'mcp_servers：{name} 不在该空间、已停用或无法连接，请检查或移除',
  },
  badArguments: {
    status: 400,
    en: 'The arguments of the tool are not a JSON object',
    zh: '工具参数不是 JSON 对象',
  },
  noPlugin: {
    status: 400,
    en: 'tools: the tool that {name} stands for is not in this space or is switched off. Choose another one, or use responses',
    zh: 'tools：{name} 对应的插件工具不在该空间或已停用，请另选一个或使用预设返回',
  },
  noTool: {
    status: 400,
    en: 'name: the prompt has no tool {name} that can be called. Write its response yourself',
    zh: 'name：提示词没有可调用的工具 {name}，请手动填写返回内容',
  },
  needsGrant: {
    status: 403,
    en: 'The plugin {name} needs your authorization first. Give it on the page of the plugin',
    zh: '插件 {name} 需要你先授权，请在插件页面完成授权',
  },
  badImage: {
    status: 400,
    en: 'An image must be an http address, or content as Base64',
    zh: '图片须为 http 地址或 Base64 内容',
  },
})

export const variableSetErrors = defineErrors(ErrorCode.promptVariableSet, {
  nameTaken: {
    status: 409,
    en: 'name: the prompt already has a variable set “{name}”. Choose another name',
    zh: 'name：已有名为「{name}」的变量组，请换一个名称',
  },
  tooMany: {
    status: 400,
    en: 'A prompt has at most {max} variable sets. Delete one first',
    zh: '每个提示词最多 {max} 个变量组，请先删除一个',
  },
  tooLong: {
    status: 400,
    en: 'variables: a variable set has at most 1 MB',
    zh: 'variables：变量组最大 1 MB',
  },
})

export const assistErrors = defineErrors(ErrorCode.promptAssist, {
  noOriginal: {
    status: 400,
    en: 'original_prompt: write a prompt to improve first',
    zh: 'original_prompt：请先填写要优化的提示词',
  },
  badForm: {
    status: 400,
    en: 'structured_context: must be a JSON object with some of the texts {fields}',
    zh: 'structured_context：须为 JSON 对象，至少填写 {fields} 中的一项',
  },
  noFeedback: { status: 400, en: 'feedback: say what was wrong with the answer', zh: 'feedback：请说明回答的问题' },
  lost: {
    status: 502,
    en: 'The model lost {names} twice. Try again, or with another model',
    zh: '模型两次丢失 {names}，请重试或更换模型',
  },
  nothingSaid: {
    status: 502,
    en: 'The model said nothing. Try again, or with another model',
    zh: '模型未返回内容，请重试或更换模型',
  },
  ofOther: { status: 404, en: 'prompt_id: this space has no such prompt', zh: 'prompt_id：该空间没有此提示词' },
})
