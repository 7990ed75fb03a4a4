import { ErrorCode } from '@orrery/contract/shared/error-codes'
import { defineErrors } from '#kit/errors.ts'

export const deskErrors = defineErrors(ErrorCode.desk, {
  noAgent: {
    status: 404,
    en: 'agent_id: there is no such desk. Use reader, writer, or the id of a published bot that you can chat with',
    zh: 'agent_id：工作台不存在，请使用 reader、writer，或你可以对话的已发布智能体的 ID',
  },
  notAPaper: {
    status: 400,
    en: 'init_param.paper_id: a document of the reader needs a paper. Upload one and call analyzing_paper first',
    zh: 'init_param.paper_id：阅读文档需要一篇论文，请先上传并调用 analyzing_paper',
  },
  wrongType: {
    status: 400,
    en: 'uri: “{name}” is not a paper that can be read. Upload one of: {types}',
    zh: 'uri：无法阅读「{name}」，请上传以下格式的文件：{types}',
  },
  tooMany: {
    status: 409,
    en: 'You have {max} documents at this desk, which is the maximum. Delete some that you no longer need',
    zh: '你在此工作台的文档已达上限 {max} 个，请删除不再需要的文档',
  },
  unknownSetting: {
    status: 400,
    en: 'setting.setting_key: there is no setting “{key}” here. Known: {known}',
    zh: 'setting.setting_key：没有「{key}」这项设置，可用的有：{known}',
  },
  badSetting: {
    status: 400,
    en: 'setting.setting_value: {key} takes one of: {known}',
    zh: 'setting.setting_value：{key} 的取值为：{known}',
  },
  badToken: {
    status: 401,
    en: 'token: this desk token is not valid, is for another scene, or has expired. Get another one with plugin_get_jwt',
    zh: 'token：工作台令牌无效、用于其他场景或已过期，请调用 plugin_get_jwt 重新获取',
  },
  unknownScene: {
    status: 400,
    en: 'scene: there is no such scene. Use reader.ask, writer.write, or one that the call agent/get names',
    zh: 'scene：场景不存在，请使用 reader.ask、writer.write，或 agent/get 返回的场景',
  },
  otherType: {
    status: 400,
    en: 'api_type: this scene is a chat. Use 2 or 3',
    zh: 'api_type：该场景为对话，请使用 2 或 3',
  },
  badBody: {
    status: 400,
    en: 'body: {problem}. Send a JSON object with instance_id and query',
    zh: 'body：{problemZh}，请发送包含 instance_id 和 query 的 JSON 对象',
  },
  noQuestion: {
    status: 400,
    en: 'body.query: ask something, in at most {max} characters',
    zh: 'body.query：请输入问题，最多 {max} 个字符',
  },
  notAllowed: {
    status: 400,
    en: 'api_path: only calls of the desks themselves can be made here: {known}',
    zh: 'api_path：此处只能调用工作台自己的接口：{known}',
  },
  otherMethod: {
    status: 400,
    en: 'method: this call is made with {method}',
    zh: 'method：该接口须使用 {method}',
  },
  tooManyPages: {
    status: 400,
    en: 'The paper has {pages} pages, and at most {max} are translated. Split it into several files',
    zh: '论文共 {pages} 页，最多可翻译 {max} 页，请拆分为多个文件',
  },
  notRead: {
    status: 409,
    en: 'instance_id: the paper was deleted. Upload it again as a new document',
    zh: 'instance_id：论文已被删除，请重新上传并新建文档',
  },
  notTranslated: {
    status: 502,
    en: 'The model did not translate the text as asked. Try again, or choose another model for the space',
    zh: '模型没有按要求翻译，请重试，或为空间选择其他模型',
  },
  pageFailed: {
    status: 500,
    en: 'The page could not be translated. Try again',
    zh: '该页翻译失败，请重试',
  },
  notAnImage: {
    status: 400,
    en: 'origin_url: there is no image at this URL. Use the URL of a PNG, JPEG, WebP or GIF file',
    zh: 'origin_url：该 URL 不是图片，请使用 PNG、JPEG、WebP 或 GIF 文件的 URL',
  },
  notReady: {
    status: 409,
    en: 'instance_id: the paper is still being read. Ask again when get_task_progress says 100',
    zh: 'instance_id：论文仍在解析，请在 get_task_progress 达到 100 后再提问',
  },
  needsModel: {
    status: 400,
    en: 'Without a model, texts are translated between Chinese and English only. Add a model to the space, or choose one of these as the target language',
    zh: '未接入模型时只能在中文和英文之间翻译，请为空间添加模型，或将目标语言设为中文或英文',
  },
  off: {
    status: 403,
    en: 'Desks are off on this instance. Its owner can turn them on under Features',
    zh: '此实例已关闭阅读与写作，实例所有者可在功能开关中启用',
  },
})
