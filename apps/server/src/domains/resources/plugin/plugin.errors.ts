import { ErrorCode } from '@orrery/contract/shared/error-codes'
import { defineErrors } from '#kit/errors.ts'

export const pluginErrors = defineErrors(ErrorCode.plugin, {
  noTool: { status: 404, en: 'The plugin has no tool {tool}', zh: '插件中没有工具 {tool}' },
  nameTaken: {
    status: 409,
    en: 'name: the plugin already has a tool named {name}. Choose another name',
    zh: 'name：插件中已有名为 {name} 的工具，请换一个名称',
  },
  badToolName: {
    status: 400,
    en: 'name: use letters, digits, _ and -, starting with a letter, max 64 characters',
    zh: 'name：工具名称须以字母开头，仅可包含字母、数字、_ 和 -，最多 64 个字符',
  },
  tooManyTools: {
    status: 400,
    en: 'A plugin can have max {max} tools',
    zh: '一个插件最多有 {max} 个工具',
  },
  badUrl: { status: 400, en: 'url: {reason}', zh: 'url：{reason}' },
  badPath: {
    status: 400,
    en: 'path: must start with / and stay below the base URL of the plugin',
    zh: 'path：须以 / 开头，且位于插件地址之下',
  },
  pathMissing: {
    status: 400,
    en: 'request_params: {name} is part of the path, so it must be a required path parameter',
    zh: 'request_params：{name} 出现在路径中，须声明为位于 path 的必填参数',
  },
  sameParameter: {
    status: 400,
    en: '{field}: {name} exists twice in the same place',
    zh: '{field}：同一位置的 {name} 重复',
  },
  emptyParameter: {
    status: 400,
    en: '{field}: a parameter has no name',
    zh: '{field}：有参数没有名称',
  },
  badAuth: { status: 400, en: '{field}: {problem}', zh: '{field}：{problemZh}' },
  secretMoved: {
    status: 400,
    en: 'service_token: the base URL of the plugin changed to another host. Enter the secret again',
    zh: 'service_token：插件地址已改为其他主机，请重新填写密钥',
  },
  noTools: {
    status: 400,
    en: 'Add at least one enabled tool before publishing',
    zh: '请先添加至少一个已启用的工具再发布',
  },
  versionTaken: {
    status: 409,
    en: 'version_name: {name} already exists. The next available one is {next}',
    zh: 'version_name：{name} 已存在，可用 {next}',
  },
  badVersion: {
    status: 400,
    en: 'version_name: use the form v1.2.3, higher than {last}',
    zh: 'version_name：请写作 v1.2.3，且高于 {last}',
  },
  noVersion: { status: 404, en: 'The plugin has no version {version}', zh: '插件没有版本 {version}' },
  lockedBy: {
    status: 409,
    en: 'Someone else is editing this plugin. Try again when they are done',
    zh: '其他人正在编辑此插件，请稍后再试',
  },
  badDocument: {
    status: 400,
    en: 'data: this could not be read as OpenAPI 3, Swagger 2, Postman, curl or HAR. {reason}',
    zh: 'data：无法识别为 OpenAPI 3、Swagger 2、Postman、curl 或 HAR。{reason}',
  },
  badManifest: { status: 400, en: 'ai_plugin: {reason}', zh: 'ai_plugin：{reason}' },
  badArguments: { status: 400, en: 'parameters: {reason}', zh: 'parameters：{reason}' },
  missingArguments: {
    status: 400,
    en: 'parameters: {names} is required',
    zh: 'parameters：缺少 {names}',
  },
  needsGrant: {
    status: 403,
    en: 'Authorise {name} to act on your behalf first',
    zh: '请先授权 {name} 代表你执行操作',
  },
  targetFailed: {
    status: 502,
    en: 'The tool returned status {status}: {body}',
    zh: '工具返回状态 {status}：{body}',
  },
  badAnswer: {
    status: 502,
    en: 'The response does not match its schema: {reason}',
    zh: '返回结果与声明不符：{reason}',
  },
  grantRefused: {
    status: 502,
    en: 'The authorization server refused: {reason}',
    zh: '授权服务器拒绝：{reason}',
  },
  badState: {
    status: 403,
    en: 'This sign-in was not started here by you, or it is too old. Start it again',
    zh: '此授权并非由你在此发起，或已过期，请重新开始',
  },
  toolDisabled: { status: 400, en: 'The tool {tool} is turned off', zh: '工具 {tool} 已停用' },
  notPublished: { status: 400, en: 'This plugin is not published yet', zh: '此插件尚未发布' },
  noCode: {
    status: 400,
    en: 'source_code: write the code of {tool} first',
    zh: 'source_code：请先编写 {tool} 的代码',
  },
  linkUnusable: {
    status: 400,
    en: "private_link_id: this link doesn't exist",
    zh: 'private_link_id：该私有链接不存在',
  },
  badSettings: {
    status: 500,
    en: 'plugins.json in the data folder cannot be read: {reason}',
    zh: '无法读取数据目录中的 plugins.json：{reason}',
  },
  documentUnreachable: {
    status: 400,
    en: 'data_url: the document could not be fetched. {reason}',
    zh: 'data_url：无法获取该文档。{reason}',
  },
  ownGrantsOnly: {
    status: 403,
    en: '“{name}” acts on behalf of an account and cannot be used for end users of an app',
    zh: '“{name}”以账号身份执行，不能为应用的最终用户调用',
  },
  runsInPage: {
    status: 409,
    en: '“{tool}” runs in the page of the person who talks with the bot and cannot be called here',
    zh: '「{tool}」在用户的页面中执行，不能在此调用',
  },
  builtinFailed: { status: 400, en: '{reason}', zh: '{reason}' },
})
