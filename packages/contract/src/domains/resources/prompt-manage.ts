import { z } from 'zod'
import { op } from '#kit.ts'
import { base, id, idOrNone, int, name, pageNumber, pageSize, text } from '#shared/fields.ts'
import { PROMPT_LIMITS } from '#shared/limits.ts'
import { PROMPT_PLATFORM_LIMITS as LIMITS } from '#shared/prompt-enums.ts'
import { flat, givenDetail, onPrompt, orNothing, promptId, promptShape } from './prompt-shapes.ts'

const root = '/api/devops/prompt_platform/v1/prompt'
const promptType = () => orNothing(z.union([z.literal(0), z.literal(1), z.literal(2), z.literal(3), z.literal(4)]))
const version = () => z.string().trim().max(50)
const level = () => orNothing(z.int().min(0).max(4))
/** Ids of tags of the space, which datasets use too. */
const tagIds = () => orNothing(z.array(id()).max(LIMITS.tags))
/** A part that both people changed. */
const conflict = z.object({
  /** For example messages.0, variables.name, model.temperature. */
  place: z.string(),
  base: z.string(),
  theirs: z.string(),
  yours: z.string(),
})

/** Prompts, with a draft for each person and shared versions. */
export const promptManage = {
  create: op(`POST ${root}/create`, {
    summary: 'Create a prompt with a key for programs',
    summaryZh: '创建提示词，并指定供程序使用的 Key',
    access: { on: 'space', id: 'space_id', can: 'createResource' },
    ...flat,
    input: () =>
      z.object({
        space_id: id(),
        prompt_type: promptType(),
        display_name: name(PROMPT_LIMITS.name),
        prompt_key: z.string().trim().max(LIMITS.key),
        description: text(PROMPT_LIMITS.description).default(''),
        security_level: level(),
        tag_ids: tagIds(),
        ...givenDetail(),
        base,
      }),
    output: () => z.object({ prompt_id: z.string() }),
  }),
  get: op(`POST ${root}/get`, {
    summary: 'Get a prompt: your draft, a version, or the newest version',
    summaryZh: '获取提示词：你的草稿、指定版本或最新版本',
    access: onPrompt('view'),
    ...flat,
    input: () =>
      z.object({
        ...promptId(),
        version: orNothing(version()),
        personal_draft: orNothing(z.boolean()),
        base,
      }),
    output: () =>
      z.object({
        prompt: promptShape(),
        /** The segments that it uses, by `id_version`. */
        sub_prompts: z.record(z.string(), promptShape()),
      }),
  }),
  update: op(`POST ${root}/update`, {
    summary: 'Change the name, description, tags or security level of a prompt',
    summaryZh: '修改提示词的名称、描述、标签或安全等级',
    access: onPrompt('editInfo'),
    ...flat,
    input: () =>
      z.object({
        ...promptId(),
        display_name: orNothing(name(PROMPT_LIMITS.name)),
        description: orNothing(text(PROMPT_LIMITS.description)),
        security_level: level(),
        downgrade_reason: orNothing(text(1000)),
        /** Replaces all tags; an empty list removes every tag. */
        tag_ids: tagIds(),
        base,
      }),
  }),
  remove: op(`POST ${root}/delete`, {
    summary: 'Delete a prompt that is neither released nor used',
    summaryZh: '删除未发布且未被引用的提示词',
    access: onPrompt('delete'),
    ...flat,
    input: () => z.object({ ...promptId(), base }),
  }),
  list: op(`POST ${root}/list`, {
    summary: 'List the prompts of a space',
    summaryZh: '列出空间的提示词',
    access: { on: 'space', id: 'space_id', can: 'view' },
    ...flat,
    input: () =>
      z.object({
        space_id: id(),
        page: pageNumber(),
        page_size: pageSize(20, 100),
        key_word: orNothing(z.string().max(200)),
        filter_prompt_types: orNothing(z.array(z.number()).max(10)),
        publish_statuses: orNothing(z.array(z.number()).max(10)),
        creator: idOrNone(),
        creator_list: orNothing(z.array(id()).max(100)),
        /** Prompts with at least one of these tags. */
        tag_ids: tagIds(),
        /** Prompts whose keys begin with this folder and a slash. */
        folder: orNothing(z.string().max(LIMITS.key)),
        order_param: orNothing(z.object({ order_by: orNothing(int()), asc: orNothing(z.boolean()) })),
        base,
      }),
    output: () =>
      z.object({
        prompts: z.array(promptShape()),
        total: z.number(),
        /** The folders of all prompts of the space: the parts of their keys before a slash. */
        folders: z.array(z.string()),
      }),
  }),
  save: op(`POST ${root}/save`, {
    summary: 'Save your draft of a prompt',
    summaryZh: '保存你的提示词草稿',
    access: onPrompt('editInfo'),
    ...flat,
    bodyLimit: 2 * LIMITS.detail,
    input: () =>
      z.object({
        ...promptId(),
        ...givenDetail(),
        prompt_type: promptType(),
        /** The version that the draft is based on; after a merge, the version that was merged. */
        draft_base_version: orNothing(version()),
        /** `draft_rev`: the revision of the draft that the change is based on. */
        metadata: orNothing(z.record(z.string(), z.string().max(1000))),
        base,
      }),
    output: () => z.object({ prompt: promptShape() }),
  }),
  checkPublish: op(`POST ${root}/check_publish`, {
    summary: 'Check whether your draft stands on the newest version, and merge it if not',
    summaryZh: '检查草稿是否基于最新版本；若不是，则尝试合并',
    access: onPrompt('editInfo'),
    ...flat,
    input: () => z.object({ ...promptId(), draft_base_version: orNothing(version()), base }),
    output: () =>
      z.object({
        /** 0: no conflict. 1: there is a newer version. */
        conflict_type: z.number(),
        prompt: promptShape().optional(),
        candidate_version: z.string(),
        /** Your draft merged with the newer version; your side is kept for parts that both changed. */
        merged: promptShape().optional(),
        conflicts: z.array(conflict),
      }),
  }),
  publish: op(`POST ${root}/publish`, {
    summary: 'Commit your draft as a version',
    summaryZh: '将你的草稿提交为版本',
    access: onPrompt('editInfo'),
    ...flat,
    input: () =>
      z.object({
        ...promptId(),
        version: version(),
        publish_description: text(2000).default(''),
        personal_draft: orNothing(z.boolean()),
        draft_base_version: orNothing(version()),
        base,
      }),
    output: () => z.object({ version: z.string() }),
  }),
  versions: op(`POST ${root}/version/list`, {
    summary: 'List versions of a prompt, newest first',
    summaryZh: '列出提示词的版本，最新在前',
    access: onPrompt('view'),
    ...flat,
    input: () =>
      z.object({
        ...promptId(),
        cursor: orNothing(z.coerce.number().int().min(0)),
        page_size: pageSize(20, 100),
        version_like: orNothing(z.string().max(50)),
        filter_draft: orNothing(z.boolean()),
        base,
      }),
    output: () => z.object({ prompts: z.array(promptShape()), next_cursor: z.string(), has_more: z.boolean() }),
  }),
  revert: op(`POST ${root}/version/revert`, {
    summary: 'Put a version into your draft',
    summaryZh: '将指定版本恢复到你的草稿',
    access: onPrompt('editInfo'),
    ...flat,
    input: () => z.object({ ...promptId(), version: version(), personal_draft: orNothing(z.boolean()), base }),
  }),
  clone: op(['POST /api/prompt_platform/v1/prompt/clone', `POST ${root}/clone`], {
    summary: 'Copy a version under another key',
    summaryZh: '将指定版本复制为新的提示词',
    access: onPrompt('view'),
    ...flat,
    input: () =>
      z.object({
        prompt_id: id(),
        /** The space of the copy; defaults to the space of the prompt. */
        space_id: idOrNone(),
        version: orNothing(version()),
        dest_prompt_key: z.string().trim().max(LIMITS.key),
        dest_display_name: name(PROMPT_LIMITS.name),
        dest_description: orNothing(text(PROMPT_LIMITS.description)),
        base,
      }),
    output: () => z.object({ dest_prompt_id: z.string() }),
  }),
  official: op(`POST ${root}/list_official`, {
    summary: 'List official prompts to begin with',
    summaryZh: '列出可作为起点的官方提示词',
    ...flat,
    input: () =>
      z.object({
        page: pageNumber(),
        page_size: pageSize(20, 100),
        key_word: orNothing(z.string().max(200)),
        /** Ids of categories. */
        labels: orNothing(z.array(id()).max(20)),
        base,
      }),
    output: () => z.object({ prompts: z.array(promptShape()), total: z.number() }),
  }),
  point: op(`POST ${root}/pointer/set`, {
    summary: 'Let a label point to a version',
    summaryZh: '将标签指向指定版本',
    access: onPrompt('editInfo'),
    ...flat,
    input: () =>
      z.object({
        ...promptId(),
        label: z.string().trim().max(50),
        /** Omitted: the label no longer points to a version. */
        version: orNothing(version()),
      }),
  }),
}
