import type { Sound } from '#kit/speech/dialogue/dialogue-types.ts'

/** A queue between the source of a sound and its reader. */
export interface SoundQueue extends AsyncIterable<Sound> {
  push(sound: Sound): void
  end(): void
}
export function createSoundQueue(): SoundQueue {
  const waiting: Sound[] = []
  let isOver = false
  let wake = () => {}
  return {
    push(sound) {
      waiting.push(sound)
      wake()
    },
    end() {
      isOver = true
      wake()
    },
    async *[Symbol.asyncIterator]() {
      for (;;) {
        const next = waiting.shift()
        if (next) yield next
        else if (isOver) return
        else await new Promise<void>((resolve) => (wake = resolve))
      }
    },
  }
}
