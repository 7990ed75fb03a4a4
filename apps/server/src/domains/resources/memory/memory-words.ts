/** Words for comparing memories: lower-cased, Chinese as pairs of characters, without stop words. */
const empty = new Set(
  'a an and are as at be by do does for from has have he her his how i in is it its me my of on or our she so that the their them they this to was we were what when where which who why will with you your 的 了 吗 呢 是 我 你 他 她 它 们'.split(
    ' ',
  ),
)

export function wordsOf(text: string): string[] {
  const words: string[] = []
  for (const [part] of text.toLowerCase().matchAll(/\p{Script=Han}+|[\p{L}\p{N}]+/gu)) {
    if (!/\p{Script=Han}/u.test(part)) words.push(stem(part))
    else if (part.length === 1) words.push(part)
    else for (let at = 0; at < part.length - 1; at += 1) words.push(part.slice(at, at + 2))
  }
  return words.filter((word) => !empty.has(word))
}
/** A simple stemmer: enough for "likes" and "liking" to match "like". */
const stem = (word: string) => (word.length > 3 ? word.replace(/(ies|es|s|ing|ed|e)$/, '') : word)

/** Ranks texts by relevance: rare words count more, long texts need more matches. */
export function rank<T>(query: string, items: T[], textOf: (item: T) => string): { item: T; score: number }[] {
  const wanted = new Set(wordsOf(query))
  const bags = items.map((item) => wordsOf(textOf(item)))
  const holders = new Map<string, number>()
  for (const bag of bags)
    for (const word of new Set(bag)) if (wanted.has(word)) holders.set(word, (holders.get(word) ?? 0) + 1)
  const mean = bags.reduce((sum, bag) => sum + bag.length, 0) / Math.max(1, bags.length)
  return items
    .map((item, index) => {
      const bag = bags[index]!
      let score = 0
      for (const [word, count] of holders) {
        const times = bag.filter((item) => item === word).length
        const rarity = Math.log(1 + (items.length - count + 0.5) / (count + 0.5))
        score += (rarity * times * 2.2) / (times + 1.2 * (0.25 + (0.75 * bag.length) / Math.max(1, mean)))
      }
      return { item, score }
    })
    .filter(({ score }) => score > 0)
    .toSorted((a, b) => b.score - a.score)
}

const facts = [
  /\b(my name is|call me|i am|i'm|i live|i work|i like|i love|i hate|i prefer|i have|i was born|my [\w ]{2,30} is|i don't like|i can't|i am allergic)\b[^.!?\n]*/gi,
  /\b(?:please )?remember (?:that )?([^.!?\n]+)/gi,
  /(我叫|我是|我住|我在|我喜欢|我爱|我讨厌|我不喜欢|我有|我的[^，。！？\n]{1,12}是|记住|请记住)[^。！？\n]*/g,
]
/** The prefix "remember that", which is not part of the fact. */
const rememberPrefix = /^(?:please )?remember(?: that)?[\s:,]+|^请?(?:帮我)?记住[\s：:，,]*/i
/** Sentences in which people state something lasting about themselves. */
export function factsIn(said: string): string[] {
  // Questions contain no facts.
  const sentences = said.match(/[^.!?。！？\n]+[.!?。！？]?/g) ?? []
  const statements = sentences.filter((sentence) => !/[?？]\s*$/.test(sentence)).join('\n')
  const found = facts.flatMap((pattern) =>
    [...statements.matchAll(pattern)].map(([whole]) => whole.trim().replace(rememberPrefix, '')).filter(Boolean),
  )
  return [
    ...new Set(
      found.filter(
        (item, i) => !found.some((other, j) => j !== i && other.length > item.length && other.includes(item)),
      ),
    ),
  ].slice(0, 10)
}
/** What a user asks the bot to forget: `*` for everything; undefined if the text is no such request. */
export function forgetRequest(said: string): string | undefined {
  if (/\bforget (everything|all)\b|忘(记|掉)(所有|一切|全部)|全部忘/i.test(said)) return '*'
  return (
    /\bforget (?:about |that |what i said about )?([^.!?\n]+)/i.exec(said) ??
    /(?:请)?忘(?:记|掉)([^。！？\n]+)/.exec(said)
  )?.[1]?.trim()
}

/** Share of common words from which a fact counts as a repetition of another. */
const MIN_OVERLAP = 0.8
export function isSame(a: string, b: string): boolean {
  const [left, right] = [new Set(wordsOf(a)), new Set(wordsOf(b))]
  const shared = [...left].filter((word) => right.has(word)).length
  return shared / Math.max(1, left.size, right.size) >= MIN_OVERLAP
}
/** Whether a text is about the subject that should be forgotten. */
export function isAbout(content: string, input: string): boolean {
  const wanted = [...new Set(wordsOf(input))]
  const words = new Set(wordsOf(content))
  return wanted.length > 0 && wanted.filter((word) => words.has(word)).length / wanted.length >= 0.5
}
