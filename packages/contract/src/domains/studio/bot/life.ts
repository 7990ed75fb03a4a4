import { z } from 'zod'
import { op } from '#kit.ts'
import { HistoryType } from '#shared/bot-enums.ts'
import { botDescription, botName } from '#shared/bot-info.ts'
import { bool, id, idOrNone, int, pageNumber, pageSize } from '#shared/fields.ts'
import { visibleToMembers } from '#shared/bot-visibility.ts'
import { connectorInfo, creator } from './shapes.ts'

const BOT_PAGE_SIZE = 24
const uri = z.string().max(500)
const version = z.string().max(20).optional()

const listedBot = z.object({
  id: z.string(),
  name: z.string(),
  description: z.string(),
  icon_uri: z.string(),
  icon_url: z.string(),
  visibility: z.number(),
  has_published: z.number(),
  create_time: z.string(),
  update_time: z.string(),
  creator_id: z.string(),
  space_id: z.string(),
  space_name: z.string(),
  model_info: z.object({ model: z.string(), model_name: z.string() }),
  model_name: z.string(),
  creator,
  publish_time: z.string(),
  last_online_time: z.string(),
  connectors: z.array(connectorInfo),
  index: z.string(),
  bot_mode: z.number(),
  editable: z.boolean(),
  deletable: z.boolean(),
  is_fav: z.boolean(),
  favorite_at: z.string(),
  in_collaboration: z.boolean(),
  status: z.number(),
  recently_open_time: z.string(),
  copy_error: z.string(),
})

export const life = {
  create: op('POST /api/draftbot/create', {
    summary: 'Create a bot',
    summaryZh: '创建智能体',
    access: { on: 'space', id: 'space_id', can: 'createResource' },
    input: () =>
      z.object({
        space_id: id(),
        name: botName(),
        description: botDescription().default(''),
        icon_uri: uri.default(''),
        visibility: visibleToMembers().default(1),
        create_from: z.string().max(50).default(''),
      }),
    output: () => z.object({ bot_id: z.string(), check_not_pass: z.boolean(), check_not_pass_msg: z.string() }),
  }),
  remove: op('POST /api/draftbot/delete', {
    summary: 'Delete a bot',
    summaryZh: '删除智能体',
    access: { on: 'bot', id: 'bot_id', can: 'delete' },
    input: () => z.object({ space_id: idOrNone(), bot_id: id() }),
  }),
  duplicate: op('POST /api/draftbot/duplicate', {
    summary: 'Copy a bot into a space; resources from another space are copied in the background',
    summaryZh: '将智能体复制到空间；其他空间的资源在后台一并复制',
    access: { on: 'bot', id: 'bot_id', can: 'copy' },
    input: () => z.object({ space_id: id(), bot_id: id() }),
    output: () => z.object({ bot_id: z.string(), name: z.string(), user_info: creator, status: z.number() }),
  }),
  retryCopy: op('POST /api/draftbot/retry_copy', {
    summary: 'Retry a failed copy',
    summaryZh: '重试失败的复制',
    access: { on: 'bot', id: 'bot_id', can: 'editInfo' },
    /** `skip`: leaves out parts that cannot be copied. */
    input: () => z.object({ bot_id: id(), skip: z.boolean().default(false) }),
    output: () => z.object({ status: z.number() }),
  }),
  list: op('POST /api/draftbot/get_draft_bot_list', {
    summary: 'List the bots of a space by name, creator, publish status, favourites or last opened',
    summaryZh: '按名称、创建者、发布状态、收藏或最近打开列出空间的智能体',
    access: { on: 'space', id: 'space_id', can: 'view' },
    input: () =>
      z.object({
        space_id: id(),
        bot_name: z.string().max(200).default(''),
        /** 0 created, 1 edited, 2 published, 3 like 1: popularity is not measured. */
        order_by: int().pipe(z.number().min(0).max(3)).default(1),
        publish_platform: z.array(z.string().max(20)).max(20).default([]),
        /** 0 and 2 all, 1 own unpublished, 3 own. */
        team_bot_type: int().pipe(z.number().min(0).max(3)).default(2),
        /** 0 all, 1 own. */
        scope_type: int().pipe(z.number().min(0).max(1)).default(0),
        page_index: pageNumber(),
        page_size: pageSize(BOT_PAGE_SIZE, 100),
        /** 0 all, 1 published, 2 unpublished. */
        is_publish: int().pipe(z.number().min(0).max(2)).default(0),
        cursor_id: z.string().max(200).default(''),
        is_fav: bool().default(false),
        draft_bot_status_list: z.array(z.int().min(0).max(6)).max(10).default([]),
        recently_open: bool().default(false),
      }),
    output: () =>
      z.object({
        bot_draft_list: z.array(listedBot),
        total: z.number(),
        cursor_id: z.string(),
        has_more: z.boolean(),
      }),
  }),
  history: op('POST /api/draftbot/list_draft_history', {
    summary:
      'List saved versions of a draft, newest first (1 autosaved, 2 published, 4 committed, 5 published and committed, 0 all)',
    summaryZh: '列出草稿的历史版本，最新在前（1 自动保存，2 已发布，4 已提交，5 已发布与已提交，0 全部）',
    access: { on: 'bot', id: 'bot_id', can: 'view' },
    input: () =>
      z.object({
        space_id: idOrNone(),
        bot_id: id(),
        page_index: pageNumber(),
        page_size: pageSize(20, 100),
        history_type: z.union([z.literal(0), z.enum(HistoryType)]).default(0),
        connector_id: z.string().max(20).default(''),
      }),
    output: () =>
      z.object({
        history_infos: z.array(
          z.object({
            version: z.string(),
            history_type: z.number(),
            info: z.string(),
            create_time: z.string(),
            connector_infos: z.array(connectorInfo),
            creator,
            publish_id: z.string(),
            commit_remark: z.string(),
            /** Only for a publication: its version name, and the channels that serve it now. */
            version_name: z.string(),
            live_connectors: z.array(z.string()),
          }),
        ),
        total: z.number(),
      }),
  }),
  revert: op('POST /api/draftbot/revert', {
    summary: 'Restore a saved version as the new draft; the current draft is kept',
    summaryZh: '将历史版本恢复为新草稿，当前草稿会保留',
    access: { on: 'bot', id: 'bot_id', can: 'rollback' },
    input: () => z.object({ space_id: idOrNone(), bot_id: id(), version: z.string().min(1).max(20) }),
    output: () => z.object({ branch: z.number(), same_with_online: z.boolean(), version: z.string() }),
  }),
  commit: op('POST /api/draftbot/commit', {
    summary: 'Save the draft as a version with a note',
    summaryZh: '将草稿存为版本并附备注',
    access: { on: 'bot', id: 'bot_id', can: 'editInfo' },
    input: () =>
      z.object({
        space_id: idOrNone(),
        bot_id: id(),
        remark: z.string().max(500).default(''),
        /** Extension of this product: the suggested text for the note. Both texts are stored. */
        generated_remark: z.string().max(500).default(''),
        version,
      }),
    output: () =>
      z.object({
        /** 1 committed, 2 behind: another user has saved since. */
        commit_result: z.number(),
        committer: z.object({ id: z.string(), name: z.string(), commit_time: z.string() }),
        branch: z.number(),
        commit_version: z.string(),
        same_with_online: z.boolean(),
      }),
  }),
  commitCheck: op('POST /api/draftbot/commit_check', {
    summary: 'Check whether a client has the latest commit',
    summaryZh: '检查客户端是否为最新提交',
    access: { on: 'bot', id: 'bot_id', can: 'view' },
    input: () => z.object({ space_id: idOrNone(), bot_id: id(), commit_version: version }),
    output: () =>
      z.object({
        /** 1 up to date, 2 behind, 3 no commit yet. */
        status: z.number(),
        base_commit_version: z.string(),
        base_committer: z.object({ id: z.string(), name: z.string(), commit_time: z.string() }),
        commit_version: z.string(),
      }),
  }),
  switchMode: op('POST /api/draftbot/switch_develop_mode', {
    summary: 'Edit a bot alone (0) or with collaborators (1)',
    summaryZh: '切换单人编辑（0）或多人协作（1）',
    access: { on: 'bot', id: 'bot_id', can: 'addCollaborator' },
    input: () => z.object({ space_id: idOrNone(), bot_id: id(), target_develop_mode: z.int().min(0).max(1) }),
  }),
}
