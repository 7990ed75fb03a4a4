import type { Scene, TraceSource } from '#domains/chat/span/shared/span-types.ts'

/** What the numbers of platforms stand for; those that are missing mean everything. */
const sourcesOf: Readonly<Record<number, TraceSource[]>> = {
  1: ['turn'],
  11: ['turn'],
  10: ['run'],
  14: ['run'],
  2: ['loop', 'otlp'],
  3: ['loop', 'otlp'],
  5: ['loop', 'otlp'],
  7: ['loop', 'otlp'],
}
/** Online and trials; both when it is neither. */
const scenesOf: Readonly<Record<number, Scene[]>> = { 0: ['online', 'task'], 1: ['debug'] }

export const placesOf = (input: { platform_type?: number | undefined; target_env?: number | undefined }) => ({
  sources: sourcesOf[input.platform_type ?? 0],
  scenes: scenesOf[input.target_env ?? 2],
})
