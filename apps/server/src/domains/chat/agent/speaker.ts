import type { ChatCard } from '@orrery/contract'
import type { Emit } from './shared/turn-types.ts'

/**
 * Emits what a tool says to the user as separate messages. While several tools run in parallel, each message is emitted
 * in one piece when it is complete, so that messages never mix.
 */
export function createSpeaker(emit: Emit, isAlone: boolean) {
  let held = ''
  let isOpen = false
  let isEnded = false
  const end = () => {
    emit({ type: 'answerEnd', isLast: false, wantsSuggestions: false })
    isOpen = isEnded = false
  }
  const release = () => {
    if (!held) return
    emit({ type: 'text', delta: held })
    held = ''
    end()
  }
  return {
    say(delta: string) {
      if (!delta) return
      if (!isAlone) return void (held += delta)
      if (isEnded) end()
      isOpen = true
      emit({ type: 'text', delta })
    },
    /** A card is a message of its own that is complete at once. */
    show(card: ChatCard) {
      if (isOpen) end()
      release()
      emit({ type: 'card', card })
      isOpen = isEnded = true
      if (!isAlone) end()
    },
    /** The turn itself ends its last message, so the end is deferred until another message begins. */
    sayEnd() {
      if (isAlone) isEnded = isOpen
      else release()
    },
    close() {
      if (isOpen) end()
      release()
    },
  }
}
