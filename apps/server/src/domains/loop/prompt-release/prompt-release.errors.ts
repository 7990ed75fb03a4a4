import { ErrorCode } from '@orrery/contract/shared/error-codes'
import { defineErrors } from '#kit/errors.ts'

export const releaseTaskErrors = defineErrors(ErrorCode.promptReleaseTask, {
  badStep: {
    status: 409,
    en: 'subtask_key: the task is at the step {step} now, where this cannot be done. Reload it',
    zh: 'subtask_key：任务当前处于步骤 {step}，无法执行此操作，请重新加载',
  },
  ownRelease: {
    status: 403,
    en: 'Another person has to approve your release',
    zh: '不能审批自己的发布，须由他人审批',
  },
  ownVersion: {
    status: 403,
    en: 'You wrote version {version}. Another person has to approve it',
    zh: '版本 {version} 由你提交，须由他人审批',
  },
  needsComment: { status: 400, en: 'comment: say why', zh: 'comment：请填写原因' },
  notYours: {
    status: 403,
    en: 'Only the person who releases, and owners and admins of the space, can do this',
    zh: '只有发布人、空间所有者和管理员可以执行此操作',
  },
  superseded: {
    status: 409,
    en: 'Version {version} is not served any more: another release came after it',
    zh: '版本 {version} 已不再提供服务，之后已有其他发布',
  },
  notCancellable: { status: 409, en: 'The task cannot be cancelled any more', zh: '任务已无法取消' },
  notUndone: {
    status: 409,
    en: 'Nothing of the task is served: there is nothing to undo',
    zh: '任务没有生效的内容，无需回滚',
  },
  twice: {
    status: 400,
    en: 'release_resources: the prompt {id} stands twice',
    zh: 'release_resources：提示词 {id} 重复',
  },
  noPlan: {
    status: 400,
    en: 'release_config.gray_release_config: say which users get it first, or set a plan in the release settings of the space',
    zh: 'release_config.gray_release_config：请指定灰度范围，或在空间的发布设置中配置灰度计划',
  },
  notWaiting: { status: 409, en: 'The task does not wait for an approval', zh: '任务当前无需审批' },
  notAnApprover: {
    status: 400,
    en: 'notify_approvers: {id} cannot approve this release. Choose from the list of approvers',
    zh: 'notify_approvers：{id} 无法审批该发布，请从审批人列表中选择',
  },
})

export const gateErrors = defineErrors(ErrorCode.promptGate, {
  noEvaluator: {
    status: 400,
    en: 'gate.evaluator_version_id: this space has no such evaluator. Choose one from its list',
    zh: 'gate.evaluator_version_id：该空间没有此评估器，请从列表中选择',
  },
})

export const memberErrors = defineErrors(ErrorCode.promptMembers, {
  ownerRole: {
    status: 400,
    en: 'space_role_type: nobody becomes an owner by being added. Use 2 (developer) or 3 (tester), and transfer the space in its settings',
    zh: 'space_role_type：不能直接添加所有者，请使用 2（开发者）或 3（测试人员），并在空间设置中转让空间',
  },
  foreignPath: {
    status: 400,
    en: 'state: must be a path of this site, such as /space',
    zh: 'state：须为本站路径，例如 /space',
  },
})

export const larkErrors = defineErrors(ErrorCode.promptLark, {
  notSetUp: {
    status: 400,
    en: 'Lark is not set up for this space. Open the Releases tab of a prompt and set up Lark cards',
    zh: '该空间未配置飞书，请在提示词的「发布」页设置飞书卡片',
  },
  refused: { status: 502, en: 'Lark refused: {why}', zh: '飞书拒绝了请求：{why}' },
  forged: { status: 403, en: 'This callback is not from the app', zh: '回调不是来自该应用' },
  noSecret: {
    status: 400,
    en: 'app_secret: enter the secret, the encrypt key and the verification token of the app',
    zh: 'app_secret：请填写应用的 App Secret、Encrypt Key 和 Verification Token',
  },
  unknownPerson: {
    status: 404,
    en: 'email: nobody on Lark has this address, or the app may not look people up',
    zh: 'email：飞书中没有该邮箱的用户，或应用没有查询用户的权限',
  },
  badCode: {
    status: 400,
    en: 'code: wrong or too old. Have another one sent',
    zh: 'code：验证码错误或已过期，请重新发送',
  },
  boundElsewhere: {
    status: 409,
    en: 'code: another person has bound this Lark account',
    zh: 'code：该飞书账号已被他人绑定',
  },
})
