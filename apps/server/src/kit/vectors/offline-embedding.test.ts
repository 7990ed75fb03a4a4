import { expect, test } from 'vitest'
import { embedText, embedWindows, OFFLINE_SIZE } from './offline-embedding.ts'

const dot = (a: Float32Array, b: Float32Array) => a.reduce((sum, value, at) => sum + value * b[at]!, 0)
const near = (question: string, text: string) => {
  const [asked, stored] = [embedText(question)!, embedWindows('', text)!]
  return Math.max(
    ...Array.from({ length: stored.length / OFFLINE_SIZE }, (_, at) =>
      dot(asked, stored.subarray(at * OFFLINE_SIZE, (at + 1) * OFFLINE_SIZE)),
    ),
  )
}
const soup = 'Soup keeps for three months in the freezer.'
const train = 'Bicycles travel on the train for ten euros.'
const battery = '电池鼓包的不要再用，送到销售点回收。'
const orchid = '兰花喜欢散射光，夏天放在树荫下。'

test.each([
  ['For how long can cooked broth be frozen?', soup, train],
  ['What does it cost to take my bike by rail?', train, soup],
  ['电瓶膨胀了怎么处理？', battery, orchid],
  ['种花要多少阳光？', orchid, battery],
  ['What should I do with a swollen battery?', battery, orchid],
  ['汤在冰柜里能放多久？', soup, train],
  // Traditional characters.
  ['蘭花放在哪裡好？', orchid, battery],
])('%s is closer to its answer than to another text', (question, answer, other) => {
  expect(near(question, answer)).toBeGreaterThan(near(question, other))
})

test('a fact in a long text is closer to its stretch than to the average of the text', () => {
  const filler = 'The office looks after this page and reads it every spring. '.repeat(10)
  const [question, text] = ['How long can broth be frozen?', `${filler}${soup} ${filler}`]
  expect(near(question, text)).toBeGreaterThan(dot(embedText(question)!, embedText(text)!))
})

test('the title counts for every stretch of a text', () => {
  const text = 'It opens at nine and closes at five. '.repeat(20)
  const question = embedText('When does the museum open?')!
  const best = (stored: Float32Array) => dot(question, stored.subarray(stored.length - OFFLINE_SIZE))
  expect(best(embedWindows('Museum of clocks', text)!)).toBeGreaterThan(best(embedWindows('', text)!))
})

test.each([
  'Где найти ключ от офиса?',
  'Wo finde ich den Schlüssel für das Büro?',
  'エアコンの掃除はどうすればいいですか',
  '12345',
])('a text in an unknown language gets no vector: %s', (text) => {
  expect(embedText(text)).toBeUndefined()
  expect(embedWindows('', text)).toBeUndefined()
})
