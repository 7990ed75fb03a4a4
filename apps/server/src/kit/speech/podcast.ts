import { type Sentence, type SentenceCutter, sentencesOf } from './sentences.ts'

/** The prompt for a model that writes for two voices. */
export const podcastManner = [
  'This is a podcast: two hosts, A and B, talk with each other about what the user names, and people listen.',
  'Write what they say and nothing else. Begin each line with the one who speaks, as in “A: …” and “B: …”.',
  'They take turns, ask each other and answer, in sentences that can be spoken, without tables, code and links.',
].join('\n')

const head = /^[\s*_]*([AB])[*_]*\s*[:：][*_]*\s*/

/** Cuts a dialogue of two into sentences, line by line. A line without a name belongs to the previous speaker. */
export function createPodcastCutter(): SentenceCutter {
  let waiting = ''
  let from = 0
  let isSecond = false
  function cut(line: string): Sentence[] {
    const found = head.exec(line)
    if (found) isSecond = found[1] === 'B'
    const start = from + (found?.[0].length ?? 0)
    from += line.length
    return sentencesOf(line.slice(found?.[0].length ?? 0)).map((sentence) => ({
      ...sentence,
      from: start + sentence.from,
      to: start + sentence.to,
      isSecond,
    }))
  }
  return {
    take(piece) {
      const lines = (waiting + piece).split('\n')
      waiting = lines.pop()!
      return lines.flatMap((line) => cut(`${line}\n`))
    },
    rest() {
      const last = waiting
      waiting = ''
      return last ? cut(last) : []
    },
  }
}
