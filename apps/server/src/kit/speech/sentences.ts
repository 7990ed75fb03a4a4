import { spoken } from '@orrery/contract/shared/voice-choice'

export interface Sentence {
  /** Without Markdown. */
  text: string
  /** Start and end within the written text. */
  from: number
  to: number
  /** In a dialogue: spoken by the second speaker. */
  isSecond?: boolean
}
/** Long enough for a natural intonation; the first sentence may be shorter, so that playback starts early. */
const MIN_LENGTH = 12
const MAX_LENGTH = 300
const ends = /[.!?。！？；;\n…]+["'”’）)]*(\s|$)|[。！？；…]/g

/** Cuts text into sentences while it is written, and returns the rest at the end. */
export interface SentenceCutter {
  take(piece: string): Sentence[]
  rest(): Sentence[]
}

/** Cuts text into pieces to be spoken, each as soon as it is complete. */
export function createSentenceCutter(): SentenceCutter {
  let written = ''
  let from = 0
  let isInCode = false

  /** Where the next piece ends; undefined while it is incomplete. */
  function nextEnd(): number | undefined {
    ends.lastIndex = from
    for (let match = ends.exec(written); match; match = ends.exec(written)) {
      const end = match.index + match[0].length
      // Punctuation at the very end may continue, as in 3.14 or “...”.
      if (end === written.length && /[.…!?]$/.test(written)) return undefined
      if (end - from >= MIN_LENGTH || from === 0) return end
    }
    if (written.length - from <= MAX_LENGTH) return undefined
    const blank = written.lastIndexOf(' ', from + MAX_LENGTH)
    return blank > from ? blank + 1 : from + MAX_LENGTH
  }
  function cut(to: number): Sentence[] {
    const piece = written.slice(from, to)
    const fences = piece.split('```').length - 1
    const text = isInCode && fences === 0 ? '' : spoken(isInCode ? `\`\`\`${piece}` : closed(piece))
    isInCode = fences % 2 === 1 ? !isInCode : isInCode
    const made = { text: text.replaceAll(/\s+/g, ' ').trim(), from, to }
    from = to
    return /[\p{L}\p{N}]/u.test(made.text) ? [made] : []
  }
  return {
    take(piece: string): Sentence[] {
      written += piece
      const made: Sentence[] = []
      for (let end = nextEnd(); end !== undefined; end = nextEnd()) made.push(...cut(end))
      return made
    },
    /** The rest, once the text is complete. */
    rest: (): Sentence[] => (from < written.length ? cut(written.length) : []),
  }
}
/** Closes a code block that continues in the next piece, so that none of it is read out. */
const closed = (piece: string) => (piece.split('```').length % 2 === 0 ? `${piece}\`\`\`` : piece)
export function sentencesOf(text: string): Sentence[] {
  const cutter = createSentenceCutter()
  return [...cutter.take(text), ...cutter.rest()]
}
