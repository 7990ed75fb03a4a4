import { z } from 'zod'
import { flat, onPrompt, promptId } from '#domains/resources/prompt-shapes.ts'
import { op } from '#kit.ts'

/** Who uses a prompt, and how each of its versions performs. */
export const promptUsage = {
  get: op('POST /api/devops/prompt_platform/v1/prompt/usage', {
    summary: 'Get calls of a prompt by version, and what follows it',
    summaryZh: '获取提示词各版本的调用情况及跟随它的智能体和工作流',
    access: onPrompt('view'),
    ...flat,
    input: () =>
      z.object({
        ...promptId(),
        /** The period, up to now, in which calls are counted. */
        days: z.int().min(1).max(30).default(7),
      }),
    output: () =>
      z.object({
        /** By number of calls, highest first. */
        versions: z.array(
          z.object({
            version: z.string(),
            calls: z.number(),
            failed: z.number(),
            p95_ms: z.number(),
            cost: z.number(),
          }),
        ),
        /** Bots and workflows, drafts or published, that use the released version of the prompt. */
        followers: z.array(
          z.object({ kind: z.enum(['bot', 'workflow']), id: z.string(), name: z.string(), label: z.string() }),
        ),
      }),
  }),
}
