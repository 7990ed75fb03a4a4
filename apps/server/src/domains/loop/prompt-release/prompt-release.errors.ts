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
})
