import type { Tone } from '@orrery/engine/describe'

/** Complete class names, because Tailwind must find them in the source. */
export const toneGround: Record<Tone, string> = {
  io: 'bg-cat-io',
  model: 'bg-cat-model',
  logic: 'bg-cat-logic',
  data: 'bg-cat-data',
  code: 'bg-cat-code',
  net: 'bg-cat-net',
}
export const toneColor: Record<Tone, string> = {
  io: 'var(--cat-io)',
  model: 'var(--cat-model)',
  logic: 'var(--cat-logic)',
  data: 'var(--cat-data)',
  code: 'var(--cat-code)',
  net: 'var(--cat-net)',
}
