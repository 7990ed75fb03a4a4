import { grown } from './vector-block.ts'

/** The term frequency is stored in the low bits; larger values saturate. */
const TIMES = 128
interface Posting {
  data: Uint32Array<ArrayBuffer>
  count: number
}

/** Posting lists: the rows of each word in order. Deleted rows stay in the lists and are skipped when reading. */
export function createWordPostings() {
  const lists = new Map<string, Posting>()
  let bytes = 0
  return {
    bytes: () => bytes + lists.size * 150,
    add(word: string, row: number, times: number) {
      let list = lists.get(word)
      if (!list) {
        list = { data: new Uint32Array(4), count: 0 }
        lists.set(word, list)
        bytes += 16
      }
      if (list.count === list.data.length) {
        bytes += list.data.byteLength
        list.data = grown(list.data, Uint32Array)
      }
      list.data[list.count] = row * TIMES + Math.min(times, TIMES - 1)
      list.count += 1
    },
    each(word: string, visit: (row: number, times: number) => void) {
      const list = lists.get(word)
      if (!list) return
      for (let at = 0; at < list.count; at += 1) {
        const packed = list.data[at]!
        visit(Math.floor(packed / TIMES), packed % TIMES)
      }
    },
    /** Content for the disk: words, rows per word, and all postings. */
    held() {
      const counts = new Uint32Array(lists.size)
      let sum = 0
      let at = 0
      for (const { count } of lists.values()) sum += counts[at++] = count
      const rows = new Uint32Array(sum)
      at = 0
      for (const { data, count } of lists.values()) {
        rows.set(data.subarray(0, count), at)
        at += count
      }
      return { words: [...lists.keys()], counts, rows }
    },
    restore(words: string[], counts: Uint32Array, rows: Uint32Array<ArrayBuffer>) {
      let at = 0
      words.forEach((word, n) => {
        const count = counts[n]!
        lists.set(word, { data: rows.subarray(at, at + count), count })
        at += count
      })
      bytes = rows.byteLength
    },
    has(word: string, row: number): boolean {
      const list = lists.get(word)
      if (!list) return false
      let [low, high] = [0, list.count]
      while (low < high) {
        const middle = (low + high) >> 1
        if (Math.floor(list.data[middle]! / TIMES) < row) low = middle + 1
        else high = middle
      }
      return low < list.count && Math.floor(list.data[low]! / TIMES) === row
    },
  }
}

/** The words of a tsvector in its text form, with their frequencies: `'word':1,5 'it''s':2`. */
export function eachLexeme(text: string, visit: (word: string, times: number) => void) {
  for (let at = 0; at < text.length;) {
    const from = at + 1
    let end = text.indexOf("'", from)
    let isEscaped = false
    while (text[end + 1] === "'") {
      isEscaped = true
      end = text.indexOf("'", end + 2)
    }
    if (end < 0) return
    let word = text.slice(from, end)
    if (isEscaped) word = word.replaceAll("''", "'")
    if (word.includes('\\')) word = word.replaceAll('\\\\', '\\')
    let times = 1
    at = end + 1
    while (at < text.length && text[at] !== ' ') {
      if (text[at] === ',') times += 1
      at += 1
    }
    at += 1
    visit(word, times)
  }
}
