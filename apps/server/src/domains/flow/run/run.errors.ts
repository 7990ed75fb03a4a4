import { ErrorCode } from '@orrery/contract/shared/error-codes'
import { defineErrors, defineFixedErrors } from '#kit/errors.ts'

export const runErrors = {
  ...defineErrors(ErrorCode.run, {
    notFound: { status: 404, en: "This run doesn't exist or was deleted", zh: '运行记录不存在或已被清理' },
    notWaiting: {
      status: 409,
      en: 'This run is not waiting for an answer',
      zh: '此运行当前不在等待回答',
    },
    wrongEvent: {
      status: 400,
      en: 'event_id: the run waits for an answer to another question first ({expected})',
      zh: 'event_id：此运行须先回答另一个问题（{expected}）',
    },
    ended: { status: 409, en: 'This run has already ended', zh: '此运行已结束' },
    queueFull: {
      status: 429,
      en: 'This space has reached the limit of {max} queued runs. Wait until some have finished, or cancel them',
      zh: '此空间已有 {max} 个运行在排队，已达上限。请等待或取消部分运行',
    },
    tooManyAtOnce: {
      status: 429,
      en: 'This space has reached the limit of {max} concurrent runs. Try again in a moment, or use is_async',
      zh: '此空间同时运行数已达上限 {max}，请稍后再试，或使用 is_async',
    },
    workflowInBin: {
      status: 404,
      en: 'Stopped because the workflow was put into the bin. Restore it to run this again',
      zh: '工作流已移入回收站，运行随之停止。恢复工作流后可重新运行',
    },
    recordGone: {
      status: 404,
      en: 'The record of this run was deleted after its time',
      zh: '运行记录已过保留期，已被清理',
    },
    noProject: {
      status: 400,
      en: 'project_version: this workflow is part of no project. Leave it out',
      zh: 'project_version：此工作流不属于任何项目，请勿传入',
    },
    noProjectVersion: {
      status: 404,
      en: 'project_version: the project has not published this workflow in a version {version}. Leave it out to run what the project serves',
      zh: 'project_version：项目没有发布过包含此工作流的版本 {version}。不传则运行项目当前对外提供的版本',
    },
    botOrProject: {
      status: 400,
      en: 'bot_id: give either a bot or a project, not both',
      zh: 'bot_id：智能体和项目只能指定一个',
    },
    noNode: {
      status: 404,
      en: 'node_id: this run has no record of the node {node}',
      zh: 'node_id：此运行没有节点 {node} 的记录',
    },
    notOnCanvas: {
      status: 404,
      en: 'node_id: the canvas has no node {node} any more, or nothing leads to it. Run the recorded canvas instead',
      zh: 'node_id：当前画布中没有节点 {node}，或没有连线通向它。可改用当时运行的画布',
    },
    badEvent: {
      status: 400,
      en: 'event_id: use the value from the Interrupt event',
      zh: 'event_id：须与 Interrupt 事件中的一致',
    },
    noCommit: {
      status: 404,
      en: 'commit_id: no state {commit} of this workflow was kept. Leave it out to run the draft',
      zh: 'commit_id：此工作流没有保存过版本 {commit}。不传则运行当前草稿',
    },
    wrongType: {
      status: 400,
      en: 'interrupt_type: the run waits for an answer of type {type}, as its Interrupt event says',
      zh: 'interrupt_type：此运行等待的中断类型为 {type}，须与 Interrupt 事件一致',
    },
    notAChatflow: {
      status: 400,
      en: 'workflow_id: this workflow takes no messages. Use a chatflow',
      zh: 'workflow_id：此工作流不是对话流',
    },
    badSheet: {
      status: 400,
      en: 'url: this table cannot be used: {why}',
      zh: 'url：此表格无法使用：{whyZh}',
    },
    noJob: { status: 404, en: "This batch run doesn't exist or was deleted", zh: '批量运行不存在或已被删除' },
    noEnvironment: {
      status: 404,
      en: 'ext.env: nothing of this workflow was published to the environment "{env}"',
      zh: 'ext.env：此工作流没有发布到环境“{env}”',
    },
    noPicture: {
      status: 400,
      en: 'There is no image at {url}',
      zh: '{url} 处没有可用的图片',
    },
    tooManyPictures: {
      status: 400,
      en: 'A drawing can use max {max} images',
      zh: '画板最多使用 {max} 张图片',
    },
    noImageModel: {
      status: 400,
      en: 'No model of this space generates images. Add an image model, for example from an OpenAI-compatible provider',
      zh: '此空间没有可生成图片的模型，请添加支持图片生成的模型服务商（例如兼容 OpenAI 的服务）',
    },
    noReference: {
      status: 400,
      en: 'url: the node received no image. Enter an image URL, or reference the output of a node that generates one',
      zh: 'url：节点没有收到图片。请填写图片地址，或引用生成图片的节点输出',
    },
    imageFailed: {
      status: 502,
      en: 'The image could not be generated: {why}',
      zh: '图片生成失败：{why}',
    },
  }),
  ...defineFixedErrors({
    asksInJob: {
      code: ErrorCode.engine.interruptUnsupported,
      status: 400,
      en: 'The workflow asks a person something, which a batch run cannot',
      zh: '工作流需要等待人工回答，批量运行无法处理',
    },
    notPublished: {
      code: ErrorCode.engine.notPublished,
      status: 400,
      en: 'This workflow has not been published. Publish it before it can be called',
      zh: '工作流尚未发布，请先发布再调用',
    },
    notInApp: {
      code: ErrorCode.publicApi.workflowNotPublished,
      status: 400,
      en: 'app_id: this workflow is not in the version of the app that is published to channel {connector}. Publish the app with it first',
      zh: 'app_id：应用在渠道 {connector} 的发布版本中没有该工作流，请先发布',
    },
    badParameters: {
      code: ErrorCode.engine.badParam,
      status: 400,
      en: 'parameters: must be an object, or its JSON as text',
      zh: 'parameters：须为对象或其 JSON 文本',
    },
    missingInput: {
      code: ErrorCode.engine.missingParam,
      status: 400,
      en: 'The required input "{name}" is missing. Enter a value, or make it optional in the Start node',
      zh: '缺少必填输入“{name}”。请填写，或在开始节点中将其设为非必填',
    },
    badValues: {
      code: ErrorCode.engine.badParam,
      status: 400,
      en: '{message}. Use values of the types declared in the Start node',
      zh: '输入与开始节点声明的类型不符：{messageZh}',
    },
    onlyDefaultConversation: {
      code: ErrorCode.engine.operationFail,
      status: 400,
      en: 'A bot has only the conversation "Default" with a person; "{name}" needs a project',
      zh: '智能体中只能使用名为 Default 的会话；使用“{name}”需要应用',
    },
    noConversation: {
      code: ErrorCode.engine.operationFail,
      status: 400,
      en: 'There is no conversation named "{name}". Create it first',
      zh: '没有名为“{name}”的会话，请先创建',
    },
    templateConversation: {
      code: ErrorCode.engine.operationFail,
      status: 400,
      en: 'Only conversation created through nodes are allowed to be modified or deleted',
      zh: '仅允许修改或删除由节点创建的会话',
    },
    conversationTaken: {
      code: ErrorCode.engine.conversationDuplicated,
      status: 409,
      en: 'conversation_name: there is already a conversation named "{name}". Use get_or_create to have it',
      zh: 'conversation_name：已有名为“{name}”的会话。如需使用它，请设置 get_or_create',
    },
    noCredit: {
      code: ErrorCode.platform.workflowTokenInsufficient,
      status: 502,
      en: 'The account at {provider} has no credit left. Top it up, or choose another model',
      zh: '{provider} 账户余额不足，请充值或更换模型',
    },
    badRole: {
      code: ErrorCode.engine.operationFail,
      status: 400,
      en: 'role: must be user or assistant, not "{role}"',
      zh: 'role：须为 user 或 assistant，而不是“{role}”',
    },
  }),
}
