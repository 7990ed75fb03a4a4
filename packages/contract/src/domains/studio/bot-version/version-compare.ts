import { z } from 'zod'
import { op } from '#kit.ts'
import { BOT_LIMITS } from '#shared/bot-enums.ts'
import { id, idOrNone } from '#shared/fields.ts'

const api = '/api/devops/dp'
/**
 * A state of a bot: 1 the caller's draft, 2 the base or a commit, 3 the served version of a channel or a publication.
 */
const botState = z.object({
  branch: z.int().min(0).max(3).default(0),
  version_id: z.string().max(20).default(''),
  connector_id: z.string().max(20).default(''),
})
export type BotState = z.output<typeof botState>
const action = z.object({
  /** 1 added, 2 emptied, 3 changed, 4 removed from a list, 5 unchanged. */
  action: z.number(),
  display_left: z.string(),
  display_right: z.string(),
  origin_left: z.string(),
  origin_right: z.string(),
  json_path: z.string(),
  /** 1: a text that should be compared line by line. */
  diff_style: z.number(),
})
interface DiffNode {
  display_name: string
  diff_res?: z.output<typeof action> | undefined
  resource_kind?: string | undefined
  resource_id?: string | undefined
  sub_nodes?: DiffNode[] | undefined
}
const diffNode: z.ZodType<DiffNode> = z.object({
  display_name: z.string(),
  diff_res: action.optional(),
  resource_kind: z.string().optional(),
  resource_id: z.string().optional(),
  sub_nodes: z.lazy(() => z.array(diffNode)).optional(),
})
interface ThreeWayDiffNode {
  display_name: string
  diff_res_current?: z.output<typeof action> | undefined
  diff_res_target?: z.output<typeof action> | undefined
  is_conflict: boolean
  proposal?: string | undefined
  sub_nodes?: ThreeWayDiffNode[] | undefined
}
const threeWayDiffNode: z.ZodType<ThreeWayDiffNode> = z.object({
  display_name: z.string(),
  diff_res_current: action.optional(),
  diff_res_target: action.optional(),
  is_conflict: z.boolean(),
  /** Only for texts: a line-based merge as a starting point. */
  proposal: z.string().optional(),
  sub_nodes: z.lazy(() => z.array(threeWayDiffNode)).optional(),
})
/** The choices of a merge: all other fields of the tree that a client sends are ignored. */
const choice = z.object({
  json_path: z.string().max(500).default(''),
  selected_value: z.string().max(1_000_000).optional(),
  manual_merge_value: z.string().max(1_000_000).optional(),
})
interface ChoiceNode {
  diff_res?: z.output<typeof choice> | undefined
  sub_nodes?: ChoiceNode[] | undefined
}
const choiceNode: z.ZodType<ChoiceNode> = z.object({
  diff_res: choice.optional(),
  sub_nodes: z.lazy(() => z.array(choiceNode).max(2000)).optional(),
})
const person = z.object({ id: z.string(), name: z.string(), avatar_url: z.string() })
const onBot = (can: 'view' | 'editInfo') => ({ on: 'bot', id: 'bot_id', can }) as const
const botInput = { space_id: idOrNone(), bot_id: id() }

export const versionCompare = {
  diff: op(`POST ${api}/bot_diff`, {
    summary: 'Compare two versions of a bot part by part',
    summaryZh: '按模块对比智能体的两个版本',
    access: onBot('view'),
    input: () =>
      z.object({
        ...botInput,
        left: botState,
        right: botState,
        /** 20 leaves out parts that are the same on all channels of a version; 10 and 30 show everything. */
        filter: z.object({ Isolation: z.literal([0, 10, 20, 30]).default(0) }).optional(),
        /** Empty: a flat list without nested groups, for older clients. */
        template_key: z.string().max(100).default(''),
      }),
    output: () =>
      z.object({
        diff_display_node: z.array(diffNode),
        /** A ticket that `merge` needs, not content. */
        origin_bot_dl: z.string(),
        target_version: z.string(),
      }),
  }),
  diff3: op(`POST ${api}/bot_diff_3way`, {
    summary: 'Compare your draft and the base of a bot with what both came from',
    summaryZh: '对比你的草稿、基线及两者的共同祖先',
    access: onBot('editInfo'),
    input: () =>
      z.object({
        ...botInput,
        current_version: botState,
        target_version: botState,
        template_key: z.string().max(100).default(''),
      }),
    output: () =>
      z.object({
        diff_res: z.array(threeWayDiffNode),
        origin_bot_dl: z.string(),
        target_version: z.string(),
        latest_commit_version: z.string(),
      }),
  }),
  merge: op(`POST ${api}/bot_merge`, {
    summary: 'Merge the base of a bot into your draft with a choice for each conflict',
    summaryZh: '将基线合并到你的草稿，并处理每个冲突',
    access: onBot('editInfo'),
    bodyLimit: 8 * 1024 * 1024,
    input: () =>
      z.object({
        ...botInput,
        diff_res: z.array(choiceNode).max(2000).default([]),
        origin_bot_dl: z.string().max(4000),
        /** Extension of this product: only previews the result. */
        dry_run: z.boolean().default(false),
      }),
    output: () =>
      z.object({
        version: z.string(),
        /** How the merged draft differs from the base. */
        diff_display_node: z.array(diffNode),
      }),
  }),
  collaboration: op(`POST ${api}/collaboration`, {
    summary: 'Get where your draft of a bot stands and who else has unsubmitted changes',
    summaryZh: '获取你的草稿状态及其他人未提交的草稿',
    access: onBot('view'),
    input: () => z.object(botInput),
    output: () =>
      z.object({
        /** 0: everyone edits one draft. 1: each editor has a draft of their own, and submits it to the base. */
        develop_mode: z.number(),
        base_version: z.string(),
        base_committer: person.optional(),
        base_time: z.string(),
        has_own_draft: z.boolean(),
        /** Someone has submitted since the caller's draft began, so it has to be merged first. */
        is_behind: z.boolean(),
        drafts: z.array(z.object({ user: person, save_time: z.string(), is_behind: z.boolean() })),
      }),
  }),
  recordChangelog: op(`POST ${api}/record_changelog`, {
    summary: 'Keep the generated and the edited description of a publication',
    summaryZh: '保存某次发布的自动生成说明与人工说明',
    access: { on: 'bot', id: 'bot_id', can: 'publish' },
    input: () =>
      z.object({
        ...botInput,
        publish_id: id(),
        llm_result: z.string().max(BOT_LIMITS.versionNote * 4),
        user_result: z.string().max(BOT_LIMITS.versionNote),
      }),
  }),
  topology: op(`POST ${api}/get_topo_info`, {
    summary: 'Get everything a bot or a workflow is built of as a graph',
    summaryZh: '获取智能体或工作流的依赖拓扑',
    access: { on: 'resource', id: 'resource_id', can: 'view' },
    input: () =>
      z.object({
        space_id: idOrNone(),
        resource_id: id(),
        version: z.string().max(20).default(''),
        /** 1 published, 2 submitted, 3 draft. */
        env: z.int().min(1).max(3).default(3),
        /** 1 bot, 2 workflow. */
        resource_type: z.int().min(1).max(2),
      }),
    output: () =>
      z.object({
        /** 1 multiple agents, 2 single agent, 3 workflow. */
        topo_type: z.number(),
        nodes: z.array(
          z.object({
            node_id: z.string(),
            resource_name: z.string(),
            resource_kind: z.number(),
            resource_id: z.string(),
            state: z.enum(['ok', 'missing', 'no_access', 'outdated']),
            /** How many other resources use it, counting only those that the caller may see. */
            used_by: z.number(),
          }),
        ),
        edges: z.array(
          z.object({
            edge_id: z.string(),
            edge_name: z.string(),
            source_node_id: z.string(),
            target_node_id: z.string(),
          }),
        ),
      }),
  }),
}
