import { z } from 'zod'
import { op } from '#kit.ts'
import { base, id } from '#shared/fields.ts'
import { flat, onPrompt, orNothing, promptId } from './prompt-shapes.ts'

const root = '/api/devops/prompt_platform/v1/prompt/segment'
const version = () => z.string().trim().max(50)
const use = () =>
  z.object({
    prompt_id: z.string(),
    display_name: z.string(),
    prompt_key: z.string(),
    /** The version that uses the segment. */
    version: z.string(),
    /** False: an older version that is still served. */
    is_newest: z.boolean(),
    /** The versions of the segment that it contains. */
    segment_versions: z.array(z.string()),
    /** The text now, and with the requested version of the segment; equal if nothing would change. */
    before: z.string(),
    after: z.string(),
    /** Why the requested version cannot be used there. */
    problem: z.string().optional(),
    may_edit: z.boolean(),
  })
export type SegmentUse = z.infer<ReturnType<typeof use>>

/** Segments: texts that several prompts share, and the prompts that use them. */
export const promptSegment = {
  uses: op(`POST ${root}/uses`, {
    summary: 'List prompts that use a segment, with what a version of it would change in each',
    summaryZh: '列出引用某片段的提示词，并预览更换版本后的改动',
    access: onPrompt('view'),
    ...flat,
    input: () =>
      z.object({
        ...promptId(),
        /** Defaults to the newest version of the segment. */
        version: orNothing(version()),
        base,
      }),
    output: () => z.object({ version: z.string(), uses: z.array(use()) }),
  }),
  updateUses: op(`POST ${root}/update_uses`, {
    summary: 'Let prompts use a version of a segment: each gets a new version, or none does',
    summaryZh: '将引用更新到片段的指定版本：所选提示词各提交一个新版本，全部成功或全部不变',
    access: onPrompt('view'),
    ...flat,
    input: () =>
      z.object({
        ...promptId(),
        version: version(),
        /** The prompts, each with the version that the user looked at. */
        uses: z
          .array(z.object({ prompt_id: id(), version: version() }))
          .min(1)
          .max(200),
        base,
      }),
    output: () => z.object({ updated: z.array(z.object({ prompt_id: z.string(), version: z.string() })) }),
  }),
}
