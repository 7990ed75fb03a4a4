import type { PromptGray, PromptGrayStep, PromptGuard } from '@orrery/contract'
import { releaseTaskErrors } from './prompt-release.errors.ts'
import type { TaskConfig } from './prompt-release.table.ts'

/** A share of users, selected by user id. */
export const shareOf = (percent: number): PromptGray => ({
  bucket: { field: { type: 1 }, in_gray: Math.round(percent * 100), bucket_size: 10_000 },
})

/** Without a share of its own, a gray release follows the plan of the space. The guard applies to every one. */
export function withPlan(config: TaskConfig, isGray: boolean, plan: PromptGrayStep[], guard: PromptGuard): TaskConfig {
  if (!isGray) return config
  const first = plan[0]
  if (config.gray) return { ...config, guard }
  if (!first) throw releaseTaskErrors.noPlan()
  return { ...config, gray: shareOf(first.share), plan, guard }
}
