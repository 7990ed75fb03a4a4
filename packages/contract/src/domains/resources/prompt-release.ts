import { z } from 'zod'
import { op } from '#kit.ts'
import { base, id, idOrNone, pageSize, text } from '#shared/fields.ts'
import { flat, grayConfig, onPrompt, orNothing, promptId, releaseInfo } from './prompt-shapes.ts'

const root = '/api/devops/prompt_platform/v1/prompt'
export const slotFields = () => ({
  env: z.union([z.literal(1), z.literal(2)], { error: 'must be 1 (test) or 2 (production)' }),
  /** The lane; empty for the main one. */
  feature: orNothing(z.string().trim().max(50)),
  label: orNothing(z.string().trim().max(50)),
})
const version = () => z.string().trim().min(1).max(50)
const slotInput = () => z.object({ ...promptId(), version: version(), ...slotFields(), base })
const onRelease = (can: 'view' | 'editInfo') => ({ on: 'promptRelease', id: 'release_id', can }) as const
const ofRelease = () => ({ release_id: id(), space_id: idOrNone(), prompt_id: idOrNone(), base })
const grayStep = () =>
  z.object({
    /** Percentage of users. */
    share: z.number().min(0.01).max(99),
    minutes: z
      .int()
      .min(1)
      .max(30 * 24 * 60),
  })
export type PromptGrayStep = z.infer<ReturnType<typeof grayStep>>
/**
 * The metrics that the guard compares between the new version and the previous one. The release ends when a metric is
 * worse twice in a row, with 99 % confidence.
 */
const guard = () =>
  z.object({
    error: z.boolean().optional(),
    latency: z.boolean().optional(),
    cost: z.boolean().optional(),
    score: z.boolean().optional(),
    min_calls: z.int().min(20).max(10_000).optional(),
  })
export type PromptGuard = z.infer<ReturnType<typeof guard>>
const settings = () =>
  z.object({
    /** Whether another person has to approve releases to production. */
    approval: z.boolean(),
    /** Labels that only owners and admins may move. */
    protected_labels: z.array(z.string()),
    /** Steps in which the share of users grows automatically. Empty: people decide about each step. */
    gray_plan: z.array(grayStep()),
    guard: guard().required(),
    /** The webhook that is notified of releases, with signed requests. */
    webhook_url: z.string(),
    /** Whether a key exists with which programs can request encrypted prompts. */
    has_encrypt_key: z.boolean(),
  })

/** Releases: which version is served in which place. */
export const promptRelease = {
  release: op(`POST ${root}/release`, {
    summary: 'Serve a version in an environment, lane and label',
    summaryZh: '在指定环境、泳道和标签发布版本',
    access: onPrompt('editInfo'),
    ...flat,
    input: () => slotInput().extend({ gray_release_config: orNothing(grayConfig()) }),
    output: () => z.object({ release_id: z.string() }),
  }),
  offline: op(`POST ${root}/offline`, {
    summary: 'Stop serving a version',
    summaryZh: '下线版本',
    access: onPrompt('editInfo'),
    ...flat,
    input: slotInput,
  }),
  rollback: op(`POST ${root}/rollback_pre_version`, {
    summary: 'Serve the version before the current one again',
    summaryZh: '回滚到上一个版本',
    access: onPrompt('editInfo'),
    ...flat,
    input: slotInput,
  }),
  list: op(`POST ${root}/list_promot_release_info`, {
    summary: 'List releases of a prompt, newest first',
    summaryZh: '列出提示词的发布记录，最新在前',
    access: onPrompt('view'),
    ...flat,
    input: () =>
      z.object({
        ...promptId(),
        version: orNothing(z.string().max(50)),
        env: orNothing(z.int().min(0).max(2)),
        feature: orNothing(z.string().max(50)),
        label: orNothing(z.string().max(50)),
        status: orNothing(z.int().min(0).max(5)),
        version_like: orNothing(z.string().max(50)),
        cursor: idOrNone(),
        page_size: pageSize(20, 100),
        base,
      }),
    output: () => z.object({ infos: z.array(releaseInfo()), next_cursor: z.string(), has_more: z.boolean() }),
  }),
  get: op(`GET ${root}/releases/{release_id}`, {
    summary: 'Get a release',
    summaryZh: '获取发布记录',
    access: onRelease('view'),
    ...flat,
    input: () => z.object(ofRelease()),
    output: () => z.object({ release_info: releaseInfo() }),
  }),
  change: op(`PUT ${root}/releases/{release_id}`, {
    summary: 'Change who gets a gray release',
    summaryZh: '修改灰度发布的范围',
    access: onRelease('editInfo'),
    ...flat,
    input: () => z.object({ ...ofRelease(), gray_release_config: grayConfig() }),
  }),
  toAll: op(`POST ${root}/releases/{release_id}/fulldose_gray_release`, {
    summary: 'Serve a gray release to everyone',
    summaryZh: '将灰度版本全量发布',
    access: onRelease('editInfo'),
    ...flat,
    input: () => z.object(ofRelease()),
  }),
  stopGray: op(`POST ${root}/releases/{release_id}/offline_gray_release`, {
    summary: 'End a gray release',
    summaryZh: '结束灰度发布',
    access: onRelease('editInfo'),
    ...flat,
    input: () => z.object(ofRelease()),
  }),
  settings: op(`GET ${root}/release_settings`, {
    summary: 'Get how releases of a space are approved',
    summaryZh: '获取空间的发布审批设置',
    access: { on: 'space', id: 'space_id', can: 'view' },
    ...flat,
    input: () => z.object({ space_id: id() }),
    output: settings,
  }),
  newKey: op(`POST ${root}/release_settings/encrypt_key`, {
    summary: 'Create the key that programs open encrypted prompts with; the one before ends',
    summaryZh: '创建用于解密提示词的密钥，旧密钥随即失效',
    access: { on: 'space', id: 'space_id', can: 'approveReleases' },
    ...flat,
    input: () => z.object({ space_id: id() }),
    /** 32 bytes as Base64url. Shown only once. */
    output: () => z.object({ encrypt_key: z.string() }),
  }),
  saveSettings: op(`POST ${root}/release_settings/save`, {
    summary: 'Set how releases of a space are approved',
    summaryZh: '修改空间的发布审批设置',
    access: { on: 'space', id: 'space_id', can: 'approveReleases' },
    ...flat,
    input: () =>
      z.object({
        space_id: id(),
        approval: orNothing(z.boolean()),
        protected_labels: orNothing(z.array(text(50)).max(50)),
        gray_plan: orNothing(
          z
            .array(grayStep())
            .max(10)
            .refine((steps) => steps.every(({ share }, at) => !at || share > steps[at - 1]!.share), {
              error: 'each share must be larger than the one before',
              params: { zh: '每一步的比例须大于上一步' },
            }),
        ),
        guard: orNothing(guard()),
        webhook_url: orNothing(z.union([z.literal(''), z.url({ protocol: /^https?$/ }).max(1000)])),
      }),
    /** Shown only once, when the URL is new. */
    output: () => z.object({ webhook_secret: z.string().optional() }),
  }),
}
