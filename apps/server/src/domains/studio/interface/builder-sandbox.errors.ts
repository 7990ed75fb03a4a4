import { ErrorCode } from '@orrery/contract/shared/error-codes'
import { defineErrors } from '#kit/errors.ts'

export const sandboxErrors = defineErrors(ErrorCode.builderSandbox, {
  noPage: {
    status: 404,
    en: 'page_id: there is no page “{page}”',
    zh: 'page_id：没有页面「{page}」',
  },
  pageExists: {
    status: 409,
    en: 'page_id: there is a page “{page}” already. Choose another id, or leave it out',
    zh: 'page_id：已有页面「{page}」，请使用其他 ID 或留空',
  },
  badPage: {
    status: 400,
    en: 'data: {path} {reason}. Write JSON with title, load and nodes',
    zh: 'data：{path} {reason}。应为包含 title、load 和 nodes 的 JSON',
  },
  outsidePage: {
    status: 400,
    en: 'crdt_history: {path} is not part of the page “{page}”. Use sandbox/update for edits of several pages',
    zh: 'crdt_history：{path} 不属于页面「{page}」。如需修改多个页面，请使用 sandbox/update',
  },
  lastPage: {
    status: 409,
    en: 'page_id: an interface keeps at least one page. Add another one first',
    zh: 'page_id：界面至少需要保留一个页面，请先新建其他页面',
  },
  noSnapshot: {
    status: 404,
    en: 'snapshot_id: there is no such snapshot',
    zh: 'snapshot_id：没有这个快照',
  },
  staleSnapshot: {
    status: 409,
    en: 'previous_snapshot_id: another snapshot came in the meantime ({newest}). Look at it, and send its id',
    zh: 'previous_snapshot_id：期间产生了新的快照（{newest}），请查看后使用它的 ID 重试',
  },
  notHere: {
    status: 400,
    en: 'path: “{path}” with {method} cannot be called here. Name a call under /api/agent_app_builder/v1/starry/ in full',
    zh: 'path：不能在此调用 {method} 「{path}」，请完整填写 /api/agent_app_builder/v1/starry/ 下的接口',
  },
})
