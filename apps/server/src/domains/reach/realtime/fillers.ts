/** Words that people say while they keep listening. */
const english = [
  'mm',
  'mmm',
  'mhm',
  'hm',
  'hmm',
  'uh',
  'um',
  'ah',
  'oh',
  'uh huh',
  'yeah',
  'yes',
  'yep',
  'ok',
  'okay',
  'right',
  'sure',
  'i see',
]
const chinese = ['嗯', '嗯嗯', '哦', '噢', '啊', '呃', '唔', '好', '好的', '对', '对的', '是', '是的', '行', '明白']
const known = new Set([...english, ...chinese])

/** Whether a text consists only of such words, so that the bot continues to speak. */
export function isFiller(text: string): boolean {
  const words = text
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s]/gu, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()
  if (words === '' || known.has(words)) return true
  return words.split(' ').every((word) => known.has(word))
}
