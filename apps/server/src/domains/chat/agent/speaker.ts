import type { ChatCard } from '@orrery/contract'
import type { Emit } from './shared/turn-types.ts'

/**
 * What a tool says to the user by itself, as messages of their own. Where several tools are at work at once each message comes in
 * one piece when it is complete, so that two voices never mix.
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
    /** A card is a message of its own, complete as soon as it is there. */
    show(card: ChatCard) {
      if (isOpen) end()
      release()
      emit({ type: 'card', card })
      isOpen = isEnded = true
      if (!isAlone) end()
    },
    /** The last message of a turn is ended by the turn, so this waits until another one begins. */
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
