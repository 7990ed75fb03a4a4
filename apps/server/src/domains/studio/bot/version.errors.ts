import { ErrorCode } from '@orrery/contract/shared/error-codes'
import { defineErrors } from '#kit/errors.ts'

/** Errors of comparing, merging and serving versions of bots. */
export const versionErrors = defineErrors(ErrorCode.botVersion, {
  staleMerge: {
    status: 409,
    en: 'Your draft or the base has changed since the comparison. Compare again, then merge',
    zh: '对比之后草稿或基线已更新，请重新对比后再合并',
  },
  badTicket: {
    status: 400,
    en: 'origin_bot_dl: this is not your comparison, or it is older than a day. Compare again',
    zh: 'origin_bot_dl：不是你的对比结果或已超过一天，请重新对比',
  },
  unsettled: {
    status: 400,
    en: 'diff_res: “{name}” was changed on both sides ({path}). Choose one or enter a value',
    zh: 'diff_res：“{name}”两边都有修改（{path}），请选择一方或手动填写',
  },
  notAConflict: {
    status: 400,
    en: 'diff_res: {path} is not a conflict. Send choices for conflicts only',
    zh: 'diff_res：{path} 不是冲突项，只能为冲突项提交选择',
  },
  badChoice: {
    status: 400,
    en: 'diff_res: the value chosen for {path} is neither yours nor theirs. Send it as manual_merge_value',
    zh: 'diff_res：{path} 的选择既不是你的也不是对方的值，请使用 manual_merge_value 提交',
  },
  badMerged: {
    status: 400,
    en: 'diff_res: the merged bot would not be valid at {field}: {why}',
    zh: 'diff_res：合并结果在 {field} 处无效：{why}',
  },
  nothingToMerge: {
    status: 409,
    en: 'You have no draft of your own to merge into. Edit the bot first',
    zh: '你还没有自己的草稿，请先编辑智能体',
  },
  needsCollaborator: {
    status: 400,
    en: 'target_develop_mode: add a collaborator first',
    zh: 'target_develop_mode：请先添加协作者',
  },
  submitFirst: {
    status: 409,
    en: 'Your draft has changes that are not submitted. Submit them first: the base is what is published',
    zh: '你的草稿有未提交的修改，请先提交，发布的是基线版本',
  },
  noState: {
    status: 404,
    en: '{field}: this bot has no such version',
    zh: '{field}：该智能体没有此版本',
  },
  noOfficial: {
    status: 409,
    en: 'connector_ids: channel {id} has no official version yet. Publish one first',
    zh: 'connector_ids：渠道 {id} 尚无正式版本，请先正式发布',
  },
  noRules: {
    status: 400,
    en: 'connector_ids: this bot has no channel {id} that can serve several versions',
    zh: 'connector_ids：该智能体没有支持多版本的渠道 {id}',
  },
  badLane: {
    status: 400,
    en: 'x_tt_env: 1 to 32 of a–z, 0–9, - and _, and not prod or main',
    zh: 'x_tt_env：须为 1–32 个小写字母、数字、- 或 _，且不能是 prod 或 main',
  },
  badIdentifier: {
    status: 400,
    en: 'version_identifier: 1 to 64 letters, digits, dots, - and _',
    zh: 'version_identifier：须为 1–64 个字母、数字、点、- 或 _',
  },
  nameTaken: {
    status: 409,
    en: '“{name}” is already served on channel {id}. Take it offline first or choose another name',
    zh: '渠道 {id} 已有“{name}”，请先下线或更换名称',
  },
  tooManyLanes: {
    status: 409,
    en: 'x_tt_env: channel {id} already has {max} lanes. Take one offline first',
    zh: 'x_tt_env：渠道 {id} 已有 {max} 条泳道，请先下线一条',
  },
  grayRuns: {
    status: 409,
    en: 'A gray version already runs on channel {id}. Change it or take it offline first',
    zh: '渠道 {id} 已有灰度版本，请修改或先下线',
  },
  incompatible: {
    status: 409,
    en: 'This version would break data of the official one: {what}. Undo this, or publish officially first',
    zh: '该版本会破坏正式版本的数据：{what}。请撤销相关修改，或先正式发布',
  },
  otherRequest: {
    status: 409,
    en: 'publish_id: it was used for another request. Send a new one',
    zh: 'publish_id：已用于其他请求，请更换',
  },
  noRule: {
    status: 404,
    en: 'rule_id: this bot has no such rule',
    zh: 'rule_id：该智能体没有此规则',
  },
  notGray: {
    status: 400,
    en: 'rule_id: only a gray version can be changed. Take this one offline and publish again',
    zh: 'rule_id：仅灰度版本可修改，请下线后重新发布',
  },
  ruleOffline: {
    status: 409,
    en: 'rule_id: this version is offline. Publish it again',
    zh: 'rule_id：该版本已下线，请重新发布',
  },
  resourcesGone: {
    status: 409,
    en: 'This version uses resources that do not exist any more: {names}',
    zh: '该版本使用的资源已不存在：{names}',
  },
  otherVersion: {
    status: 400,
    en: 'bot_version: it is not the publication of commit {commit}',
    zh: 'bot_version：不是提交 {commit} 的发布版本',
  },
  noSuchLane: {
    status: 404,
    en: 'There is no lane or identifier “{name}” (x-tt-env-strict)',
    zh: '不存在泳道或标识“{name}”（x-tt-env-strict）',
  },
  reviewNeeded: {
    status: 409,
    en: 'Releases in this space are reviewed by another person. Ask for a review',
    zh: '该空间的发布需要他人审批，请提交审批',
  },
  noReviewNeeded: {
    status: 409,
    en: 'This bot needs no review. Publish it directly',
    zh: '该智能体无需审批，请直接发布',
  },
  noReview: {
    status: 404,
    en: 'review_id: there is no such review',
    zh: 'review_id：不存在此审批',
  },
  reviewOver: {
    status: 409,
    en: 'This review is already decided or withdrawn',
    zh: '该审批已处理或已撤回',
  },
  ownReview: {
    status: 403,
    en: 'Another person has to decide: you asked for this review',
    zh: '你是提交人，需由他人审批',
  },
  foreignBot: {
    status: 400,
    en: 'white_list: {id} is not a bot of this space',
    zh: 'white_list：{id} 不是该空间的智能体',
  },
})

/** Errors of deleting versions. */
export const versionRemovalErrors = defineErrors(ErrorCode.botVersionRemoval, {
  served: {
    status: 409,
    en: 'history_id: this version is served on {channels}. Serve another version there or take it offline first',
    zh: 'history_id：该版本正在 {channels} 上生效，请先切换到其他版本或下线',
  },
  waitsForReview: {
    status: 409,
    en: 'history_id: this version waits for a review. Decide or withdraw the review first',
    zh: 'history_id：该版本正在等待审批，请先处理或撤回审批',
  },
  isBase: {
    status: 409,
    en: 'history_id: the draft of an editor began with this version and is merged with it. Submit that draft first',
    zh: 'history_id：有协作者的草稿基于该版本，合并时需要用到，请先提交该草稿',
  },
  goesOut: {
    status: 409,
    en: 'history_id: this version is being published. Wait until it has ended',
    zh: 'history_id：该版本正在发布，请等待发布结束',
  },
})
