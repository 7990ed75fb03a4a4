import { spoken } from '@orrery/contract/shared/voice-choice'

export interface Sentence {
  /** Without marks of Markdown. */
  text: string
  /** Where it begins and ends in what was written. */
  from: number
  to: number
  /** Of two who talk: the second one says it. */
  isSecond?: boolean
}
/** Long enough for a voice to find its melody; a first sentence may be shorter, so that it is heard soon. */
const LEAST = 12
const MOST = 300
const ends = /[.!?。！？；;\n…]+["'”’）)]*(\s|$)|[。！？；…]/g

/** Something that cuts what is being written into sentences, and tells what is left at the end. */
export interface SentenceCutter {
  take(piece: string): Sentence[]
  rest(): Sentence[]
}

/** Cuts what is being written into pieces to be spoken, each as soon as it is whole. */
export function createSentenceCutter(): SentenceCutter {
  let written = ''
  let from = 0
  let isInCode = false

  /** Where the next piece ends; undefined when it is not yet whole. */
  function nextEnd(): number | undefined {
    ends.lastIndex = from
    for (let match = ends.exec(written); match; match = ends.exec(written)) {
      const end = match.index + match[0].length
      // A mark at the very end may be followed by more, as in 3.14 or “...”.
      if (end === written.length && /[.…!?]$/.test(written)) return undefined
      if (end - from >= LEAST || from === 0) return end
    }
    if (written.length - from <= MOST) return undefined
    const blank = written.lastIndexOf(' ', from + MOST)
    return blank > from ? blank + 1 : from + MOST
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
    /** What is left, at the end. */
    rest: (): Sentence[] => (from < written.length ? cut(written.length) : []),
  }
}
/** Code that goes on in the next piece is not read out either. */
const closed = (piece: string) => (piece.split('```').length % 2 === 0 ? `${piece}\`\`\`` : piece)
export function sentencesOf(text: string): Sentence[] {
  const cutter = createSentenceCutter()
  return [...cutter.take(text), ...cutter.rest()]
}
