import type { Scene, TraceSource } from '#domains/chat/span/shared/span-types.ts'

/** Trace sources by platform number; unlisted numbers mean all sources. */
const sources: Readonly<Record<number, TraceSource[]>> = {
  1: ['turn'],
  11: ['turn'],
  10: ['run'],
  14: ['run'],
  2: ['loop', 'otlp'],
  3: ['loop', 'otlp'],
  5: ['loop', 'otlp'],
  7: ['loop', 'otlp'],
}
/** Platforms that list runs of evaluators, which are hidden otherwise. */
const evaluations = new Set([9, 12])
const isEverything = new Set([0, 13])
const withoutEvaluations: Scene[] = ['online', 'task', 'debug']
/** Scenes by environment number: 0 online, 1 trials; other numbers mean both. */
const scenesOf: Readonly<Record<number, Scene[]>> = { 0: ['online', 'task'], 1: ['debug', 'evaluation', 'arena'] }

export const sourcesOf = (platform: number): TraceSource[] | undefined => sources[platform]
export const placesOf = ({
  platform_type: platform,
  target_env,
}: {
  platform_type?: number | undefined
  target_env?: number | undefined
}) => ({
  sources: sourcesOf(platform ?? 0),
  scenes:
    platform !== undefined && evaluations.has(platform)
      ? (['evaluation'] satisfies Scene[])
      : (scenesOf[target_env ?? 2] ??
        (platform !== undefined && isEverything.has(platform) ? undefined : withoutEvaluations)),
})
