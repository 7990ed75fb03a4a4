import { ErrorCode } from '@orrery/contract/shared/error-codes'
import { defineErrors, defineFixedErrors } from '#kit/errors.ts'

export const workflowErrors = {
  ...defineErrors(ErrorCode.workflow, {
    badVersion: {
      status: 400,
      en: 'workflow_version: use the form v1.2.3, higher than {last}',
      zh: 'workflow_version：须写作 v1.2.3，且大于 {last}',
    },
    testFirst: {
      status: 400,
      en: 'Run this draft successfully once before you publish it, or force the publication',
      zh: '发布前须先成功试运行当前草稿，或选择强制发布',
    },
    noVersion: {
      status: 404,
      en: 'There is no version {version} of this workflow',
      zh: '此工作流没有版本 {version}',
    },
    inUse: {
      status: 409,
      en: 'Other workflows of this project call it: {names}. Remove those nodes first',
      zh: '项目中的其他工作流正在调用它：{names}。请先移除这些节点',
    },
    otherSpace: {
      status: 400,
      en: 'project_id: the project belongs to another space. Copy the workflow instead',
      zh: 'project_id：项目属于其他空间，请改用复制',
    },
    badBundle: {
      status: 400,
      en: 'bundle: this is not a file that was exported here',
      zh: 'bundle：不是由此处导出的文件',
    },
    tooManyInBundle: {
      status: 400,
      en: 'bundle: max {max} workflows at once',
      zh: 'bundle：一次最多 {max} 个工作流',
    },
    needsModel: {
      status: 400,
      en: 'This needs a real model; the built-in offline model cannot do it. Add a model in the settings of the space or the instance',
      zh: '此功能需要真实的模型，内置离线模型无法完成。请在空间或实例设置中添加模型',
    },
    writingFailed: {
      status: 502,
      en: 'The model could not write this: {why}',
      zh: '模型未能生成内容：{why}',
    },
    notBuilt: {
      status: 422,
      en: 'The model did not produce a canvas that can run. Try another description. Problem: {why}',
      zh: '模型未能绘制可运行的画布，请换一种描述。问题：{why}',
    },
    noConversation: {
      status: 400,
      en: 'create_conversation: only a chatflow of a project has named conversations. Name a project_id and flow_mode 3, or leave it out',
      zh: 'create_conversation：仅项目中的对话流有命名会话。请指定 project_id 且 flow_mode 为 3，或不传此参数',
    },
    noSceneFlows: {
      status: 400,
      en: 'flow_mode: scene flows (2) belong to social scenes, which this studio does not have. Use 0 for a workflow, 1 for an image flow or 3 for a chatflow',
      zh: 'flow_mode：场景流（2）属于社交场景，本平台不提供。请使用 0（工作流）、1（图像流）或 3（对话流）',
    },
    cannotSubmit: {
      status: 400,
      en: 'This draft cannot run yet: {message}. Fix it, or force the submission',
      zh: '当前草稿还不能运行：{messageZh}。请先修正，或选择强制提交',
    },
    featureOff: {
      status: 403,
      en: 'This space does not have this feature yet ({feature}). The instance owner can turn it on',
      zh: '此空间尚未启用该功能（{feature}），可由实例所有者开启',
    },
  }),
  ...defineFixedErrors({
    notFound: {
      code: ErrorCode.engine.notFound,
      status: 404,
      en: "This workflow doesn't exist or was deleted",
      zh: '工作流不存在或已被删除',
    },
    badSchema: {
      code: ErrorCode.engine.schemaConversion,
      status: 400,
      en: 'schema: must be the JSON of a canvas with nodes and edges',
      zh: 'schema：不是包含 nodes 和 edges 的画布 JSON',
    },
    cannotCompile: {
      code: ErrorCode.engine.compile,
      status: 400,
      en: 'The workflow cannot run: {message}',
      zh: '工作流无法运行：{messageZh}',
    },
    nameTaken: {
      code: ErrorCode.engine.conversationDuplicated,
      status: 409,
      en: 'conversation_name: there is already a conversation of this name',
      zh: 'conversation_name：已有同名会话',
    },
  }),
}
