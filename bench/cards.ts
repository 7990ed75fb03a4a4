import { pictureOf } from '../apps/server/src/domains/resources/card/card-drawing.ts'
import { type CardFormat, cardSvg, drawCard, renderCard, sampleData } from '../packages/engine/src/card/card.ts'
import { bigDesign } from '../packages/engine/src/card/testing/big-design.ts'
import { median, report } from './lib/report.ts'

const CARDS = 2000
const REPEATS = 5
const GOAL = 2000
const channels: CardFormat[] = ['feishu', 'slack', 'discord', 'telegram', 'whatsapp', 'line', 'messenger']
const clickId = ({ id }: { id: string }) => id

function secondsOf(work: () => void): number {
  const took = Array.from({ length: REPEATS }, () => {
    const before = process.cpuUsage()
    work()
    const { user, system } = process.cpuUsage(before)
    return (user + system) / 1e6
  })
  return median(took)
}

/** Renders a card that has every type of element, with new data each time, as messages of seven channels. */
export async function benchCards() {
  const data = sampleData(bigDesign)
  let bytes = 0
  const floor = secondsOf(() => {
    // The minimum for any message: the same card, serialised as JSON once for each channel.
    for (let n = 0; n < CARDS; n++)
      for (const _ of channels) bytes += JSON.stringify({ ...data, headline: `News ${n}`, bigDesign }).length
  })
  const taken = secondsOf(() => {
    for (let n = 0; n < CARDS; n++) {
      const drawn = drawCard(bigDesign, { ...data, headline: `News ${n}` })
      for (const channel of channels) bytes += JSON.stringify(renderCard(channel, drawn, { clickId }).payload).length
    }
  })
  if (bytes === 0) throw new Error('nothing was drawn')
  const perSecond = CARDS / taken
  report(
    'cards as seven payloads, a second of CPU',
    perSecond.toFixed(0),
    (CARDS / floor).toFixed(0),
    taken / floor,
    `at least ${GOAL}: ${perSecond >= GOAL ? 'held' : 'missed'}`,
  )
  const drawn = drawCard(bigDesign, data)
  const picture = () => {
    const { svg, needsCjk } = cardSvg(drawn)
    return pictureOf(svg, needsCjk)
  }
  await picture()
  const before = process.cpuUsage()
  for (let n = 0; n < REPEATS; n++) await picture()
  const { user, system } = process.cpuUsage(before)
  report('a picture of a card, ms of CPU', ((user + system) / 1000 / REPEATS).toFixed(0), '', undefined, 'under 60')
}
