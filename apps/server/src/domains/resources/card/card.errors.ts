import { ErrorCode } from '@orrery/contract/shared/error-codes'
import { defineErrors } from '#kit/errors.ts'

export const cardErrors = defineErrors(ErrorCode.card, {
  notPublished: {
    status: 400,
    en: 'card_id: this card is not published. Open it and publish it first',
    zh: 'card_id：该卡片尚未发布，请先打开并发布',
  },
  hasProblems: {
    status: 400,
    en: 'design: {count} problems keep this card from being published. Fix them in the editor, beginning with “{at}”',
    zh: 'design：卡片有 {count} 个问题，暂不能发布。请在编辑器中逐一修复，从“{at}”开始',
  },
  badVersion: {
    status: 400,
    en: 'version_name: write it as v1.0.0, above the last version {last}',
    zh: 'version_name：请按 v1.0.0 的格式填写，且高于上一版本 {last}',
  },
  notServed: {
    status: 409,
    en: 'card_status: only a published card can be unpublished',
    zh: 'card_status：只有已发布的卡片可以下架',
  },
  draftHasEdits: {
    status: 409,
    en: 'edit_card: the draft has edits of its own. Publish them, or restore a version in the history of the card',
    zh: 'edit_card：草稿中有未发布的修改。请先发布，或在版本历史中恢复某个版本',
  },
  foreignWorkflow: {
    status: 400,
    en: 'design: the button “{label}” runs a workflow that is not in this space. Choose another one',
    zh: 'design：按钮“{label}”运行的工作流不在当前空间，请重新选择',
  },
  tooManyTemplates: {
    status: 400,
    en: 'A space has at most {max} card templates. Delete one first',
    zh: '每个空间最多 {max} 个卡片模板，请先删除不用的模板',
  },
  badTemplate: {
    status: 400,
    en: '{field}: must be a card design. {problem}',
    zh: '{field}：不是有效的卡片设计。{problem}',
  },
  cannotClick: {
    status: 404,
    en: 'This card or button does not exist any more. Reload the conversation',
    zh: '卡片或按钮已不存在，请刷新会话',
  },
  clickedBefore: {
    status: 409,
    en: 'This button was clicked already',
    zh: '该按钮已点击过',
  },
  changedSince: {
    status: 409,
    en: 'signature: the card has changed in the meantime. Reload the conversation',
    zh: 'signature：卡片已更新，请刷新会话后再试',
  },
  takenDown: {
    status: 409,
    en: 'This card is no longer offered, so its buttons do nothing',
    zh: '该卡片已下架，按钮不可用',
  },
  badValue: {
    status: 400,
    en: 'values.{name}: {problem}',
    zh: 'values.{name}：{problemZh}',
  },
  stillAnswering: {
    status: 409,
    en: 'The bot is still answering. Click again when it has finished',
    zh: '智能体正在回答，请待回答结束后再点击',
  },
  runFailed: {
    status: 502,
    en: 'The workflow of this button could not be completed: {problem}',
    zh: '按钮对应的工作流运行失败：{problem}',
  },
  notDrawn: {
    status: 502,
    en: 'description: the model could not draw a card from this ({problem}). Say which values it shows, or choose another model for the space',
    zh: 'description：模型未能据此生成卡片（{problem}）。请说明要展示哪些内容，或为空间选择其他模型',
  },
  tooLongForChannel: {
    status: 400,
    en: 'channel: the card is too long for {channel}. Shorten its texts or lists',
    zh: 'channel：卡片超出 {channel} 的长度限制，请精简文字或列表',
  },
  testRefused: {
    status: 502,
    en: 'channel: {channel} did not accept the card: {problem}',
    zh: 'channel：{channel} 未接受该卡片：{problem}',
  },
  noFont: {
    status: 503,
    en: 'This machine has no font for Chinese, Japanese and Korean. Install one, e.g. fonts-noto-cjk',
    zh: '此机器没有中日韩字体，请安装，例如 fonts-noto-cjk',
  },
  badToken: {
    status: 403,
    en: 'x-jwt-token: this token does not work, or its time is over. Get a new one',
    zh: 'x-jwt-token：令牌无效或已过期，请重新获取',
  },
  tooManySettings: {
    status: 400,
    en: 'user_settings: you can keep at most {max} settings. Delete some by an empty value',
    zh: 'user_settings：最多保存 {max} 项设置，可将值设为空以删除',
  },
  wrongStage: {
    status: 409,
    en: 'stage: {what}',
    zh: 'stage：{whatZh}',
  },
})
