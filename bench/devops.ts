import { emptyBotConfig } from '../packages/contract/src/shared/bot-info.ts'
import { diffTree } from '../apps/server/src/domains/studio/bot/merge/display.ts'
import type { Fields } from '../apps/server/src/domains/studio/bot/merge/shape.ts'
import { mergeTrees } from '../apps/server/src/domains/studio/bot/merge/three-way.ts'
import { choose, type ServedRule } from '../apps/server/src/domains/studio/bot/rule/choose.ts'
import { grayOf, readGray } from '../apps/server/src/domains/studio/bot/rule/gray-rules.ts'
import { RuleType } from '../apps/server/src/domains/studio/bot/rule/rule.table.ts'
import { median, report } from './lib/report.ts'

const SKILLS = 200
const USERS = 100_000
const TIMES = 15

/** Measures comparing, merging and choosing versions of bots. */
export function benchDevops(): Promise<void> {
  measureMerge()
  measureChoice()
  measureShares()
  return Promise.resolve()
}

/** CPU in milliseconds: the median of several runs. */
function cpuOf(work: () => unknown): number {
  work()
  return median(
    Array.from({ length: TIMES }, () => {
      const before = process.cpuUsage()
      work()
      const { user, system } = process.cpuUsage(before)
      return (user + system) / 1000
    }),
  )
}
/** A bot with 200 skills and a persona of 100 KB. `mark` changes every tenth skill and line. */
function bot(mark: string): Fields {
  const isChanged = (n: number) => mark !== '' && n % 10 === mark.length
  const lines = Array.from(
    { length: 1600 },
    (_, n) => `${n}: ${'say it plainly and in order. '.repeat(2)}${isChanged(n) ? mark : ''}`,
  )
  return {
    ...emptyBotConfig(),
    name: `Bot ${mark}`,
    description: '',
    icon_uri: '',
    prompt_info: { ...emptyBotConfig().prompt_info, prompt: lines.join('\n') },
    plugin_info_list: Array.from({ length: SKILLS / 2 }, (_, n) => ({
      plugin_id: String(n + 1),
      api_id: '1',
      api_name: `tool ${n} ${isChanged(n) ? mark : ''}`,
    })),
    workflow_info_list: Array.from({ length: SKILLS / 2 }, (_, n) => ({
      workflow_id: String(n + 1),
      workflow_name: `flow ${n}`,
      desc: isChanged(n) ? mark : '',
      parameters: Array.from({ length: 5 }, (_, at) => ({ name: `p${at}`, desc: '', sub_parameters: [] })),
    })),
  }
}
function measureMerge() {
  const [base, theirs, mine] = [bot(''), bot('a'), bot('bb')]
  const diff = cpuOf(() => diffTree(theirs, mine, 'en', true))
  report('comparing bots, 200 skills, 100 KB persona', `${diff.toFixed(1)} ms CPU`, '–', undefined, 'goal: under 30 ms')
  const merged = cpuOf(() => mergeTrees(base, theirs, mine))
  report('merging them', `${merged.toFixed(1)} ms CPU`, '–', undefined, 'goal: under 60 ms')
}
const share = (in_gray: number) => grayOf(readGray({ bucket: { field: { type: 1 }, in_gray } }, undefined))
function measureChoice() {
  const rules: ServedRule[] = Array.from({ length: 49 }, (_, n) => ({
    id: String(n),
    type: RuleType.identifier,
    name: `name-${n}`,
    isPaused: false,
  }))
  rules.push({ id: '49', type: RuleType.gray, name: '', gray: share(500), isPaused: false })
  const traffic = { uid: 'someone', mayName: true, identifier: 'name-none', lane: 'none' }
  const before = process.cpuUsage()
  for (let n = 0; n < USERS; n += 1) choose(rules, { ...traffic, uid: `user-${n}` }, 'bot:1:1024')
  const { user, system } = process.cpuUsage(before)
  report(
    'choosing among 50 rules',
    `${((user + system) / USERS).toFixed(2)} µs`,
    '–',
    undefined,
    'goal: under 20 µs, no query',
  )
}
function measureShares() {
  const inShare = (size: number) => {
    const rules = [{ id: '1', type: RuleType.gray, name: '', gray: share(size), isPaused: false }]
    const found = new Set<number>()
    for (let n = 0; n < USERS; n += 1) if (choose(rules, { uid: `user-${n}` }, 'bot:1:1024').rule) found.add(n)
    return found
  }
  const [few, some, half] = [inShare(500), inShare(2500), inShare(5000)]
  const off = Math.max(...[few, some, half].map((set, at) => Math.abs((set.size / USERS) * 100 - [5, 25, 50][at]!)))
  const lost = [...few].filter((n) => !some.has(n)).length + [...some].filter((n) => !half.has(n)).length
  report('100,000 users: share is off by', `${off.toFixed(2)} points`, '0', undefined, 'goal: at most 0.5')
  report('5 → 25 → 50 %: users lost', String(lost), '0', undefined, 'goal: none')
}
