import { emptyBotConfig } from '@orrery/contract'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { compareTrees, DiffAction } from './compare.ts'
import { diffTree, diffTree3 } from './display.ts'
import { byIdentity, type Fields, isEqual } from './shape.ts'
import { mergeTrees } from './three-way.ts'

const plugin = (id: number, name: string) => ({ plugin_id: String(id), api_id: '1', api_name: name })
const variable = (key: number, value: string) => ({ key: `v${key}`, default_value: value })
const agent = (id: number, prompt: string, next: number) => ({
  agent_id: String(id),
  agent_name: `Agent ${id}`,
  prompt_info: { prompt },
  intents: [{ intent_id: 'i', next_agent_id: String(next) }],
  agent_position: { x: id, y: next },
})
const few = fc.integer({ min: 0, max: 4 })
const word = fc.constantFrom('', 'a', 'b', 'c')
const lines = fc.array(word, { maxLength: 6 }).map((all) => all.join('\n'))
const unique = <T>(items: fc.Arbitrary<T>, key: (item: T) => unknown) =>
  fc.uniqueArray(items, { selector: key, maxLength: 5 })
/** Bots that have much in common, so that their changes conflict often. */
const tree: fc.Arbitrary<Fields> = fc.record({
  name: word,
  prompt_info: fc.record({ prompt: lines, prompt_mode: fc.integer({ min: 0, max: 1 }) }),
  model_info: fc.record({ model_id: few.map(String), temperature: few }),
  plugin_info_list: unique(
    fc.tuple(few, word).map(([id, name]) => plugin(id, name)),
    (item) => item.plugin_id,
  ),
  variable_list: unique(
    fc.tuple(few, word).map(([id, value]) => variable(id, value)),
    (item) => item.key,
  ),
  agents: unique(
    fc.tuple(few, lines, few).map(([id, prompt, next]) => agent(id, prompt, next)),
    (item) => item.agent_id,
  ),
})
const listKeys = ['plugin_info_list', 'variable_list', 'agents'] as const
/** Removes what either side may decide: the order of lists and the positions on the canvas. */
const settled = (given: Fields) => ({
  ...given,
  ...Object.fromEntries(
    listKeys.map((key) => [
      key,
      [...byIdentity(key, given[key])]
        .toSorted(([a], [b]) => (a < b ? -1 : 1))
        .map(([, item]) => ({ ...(item as Fields), agent_position: undefined })),
    ]),
  ),
})
const RUNS = { numRuns: 2500 }

describe('three-way merge', () => {
  test('takes a change of one side, or the same change of both sides, as it is', () => {
    fc.assert(
      fc.property(tree, tree, (a, b) => {
        expect(mergeTrees(a, a, b)).toEqual({ tree: b, conflicts: [] })
        expect(mergeTrees(a, b, a)).toEqual({ tree: b, conflicts: [] })
        expect(mergeTrees(a, b, b)).toEqual({ tree: b, conflicts: [] })
      }),
      RUNS,
    )
  })
  test('is symmetric: swapping the sides gives the same conflicts and, apart from the order, the same result', () => {
    fc.assert(
      fc.property(tree, tree, tree, (a, x, y) => {
        const [one, two] = [mergeTrees(a, x, y), mergeTrees(a, y, x)]
        expect(one.conflicts.map(({ path }) => path).toSorted()).toEqual(
          two.conflicts.map(({ path }) => path).toSorted(),
        )
        const first = new Map(one.conflicts.map(({ path }) => [path, 'mine' as const]))
        const second = new Map(one.conflicts.map(({ path }) => [path, 'theirs' as const]))
        const [whole, turned] = [mergeTrees(a, x, y, first), mergeTrees(a, y, x, second)]
        expect(whole.conflicts).toEqual([])
        expect(isEqual(settled(whole.tree), settled(turned.tree))).toBe(true)
      }),
      RUNS,
    )
  })
  test('keeps every item of either side that neither side removed', () => {
    fc.assert(
      fc.property(tree, tree, tree, (a, x, y) => {
        const { tree: merged } = mergeTrees(a, x, y)
        for (const key of listKeys) {
          const [old, theirs, mine, now] = [a, x, y, merged].map((one) => byIdentity(key, one[key]))
          for (const id of new Set([...theirs!.keys(), ...mine!.keys()])) {
            const isRemoved = old!.has(id) && (!theirs!.has(id) || !mine!.has(id))
            if (!isRemoved) expect(now!.has(id)).toBe(true)
          }
          expect(new Set(now!.keys()).size).toBe((merged[key] as unknown[]).length)
        }
      }),
      RUNS,
    )
  })
  test('and comparison agree: equal states have no differences, and each difference is listed once', () => {
    fc.assert(
      fc.property(tree, tree, (a, b) => {
        expect(compareTrees(a, a)).toEqual([])
        const paths = compareTrees(a, b).map(({ path }) => path)
        expect(new Set(paths).size).toBe(paths.length)
        expect(paths.length > 0).toBe(!isEqual(withoutPlaces(a), withoutPlaces(b)))
      }),
      RUNS,
    )
  })
})
const withoutPlaces = (given: Fields) => ({
  ...given,
  agents: (given.agents as Fields[]).map((one) => ({ ...one, agent_position: undefined })),
})

describe('conflicts', () => {
  const base: Fields = { ...emptyBotConfig(), name: 'Bot', description: '', icon_uri: '' }
  test('model and parameters are merged as a whole; the persona is merged by lines', () => {
    const start = { ...base, prompt_info: { prompt: 'one\ntwo\nthree' }, model_info: { model_id: '1', temperature: 1 } }
    const theirs = {
      ...start,
      prompt_info: { prompt: 'ONE\ntwo\nthree' },
      model_info: { model_id: '2', temperature: 1 },
    }
    const mine = { ...start, prompt_info: { prompt: 'one\ntwo\nTHREE' }, model_info: { model_id: '1', temperature: 2 } }
    const { tree: merged, conflicts } = mergeTrees(start, theirs, mine)
    expect(merged.prompt_info).toEqual({ prompt: 'ONE\ntwo\nTHREE' })
    expect(conflicts.map(({ path }) => path)).toEqual(['$.model_info'])
  })
  test('an item that one side changed and the other removed is a conflict', () => {
    const start = { ...base, plugin_info_list: [plugin(1, 'a'), plugin(2, 'b')] }
    const theirs = { ...start, plugin_info_list: [plugin(2, 'b')] }
    const mine = { ...start, plugin_info_list: [plugin(1, 'changed'), plugin(2, 'b')] }
    const { conflicts } = mergeTrees(start, theirs, mine)
    expect(conflicts).toMatchObject([{ path: '$.plugin_info_list[1/1]', theirs: undefined }])
    const chosen = (choice: 'mine' | 'theirs') =>
      mergeTrees(start, theirs, mine, new Map([['$.plugin_info_list[1/1]', choice]])).tree.plugin_info_list
    expect(chosen('mine')).toEqual(mine.plugin_info_list)
    expect(chosen('theirs')).toEqual(theirs.plugin_info_list)
  })
  test('removing an agent is a conflict if the other side begins to hand over to it', () => {
    const start = { ...base, agents: [agent(1, 'a', 9), agent(2, 'b', 9), agent(3, 'c', 9)] }
    const theirs = { ...start, agents: [agent(1, 'a', 9), agent(3, 'c', 9)] }
    const mine = { ...start, agents: [agent(1, 'a', 9), agent(2, 'b', 9), agent(3, 'c', 2)] }
    expect(mergeTrees(start, theirs, mine).conflicts.map(({ path }) => path)).toEqual(['$.agents[2]'])
  })
  test('secrets are shown as changed, without their values', () => {
    const hook = (uri: string) => ({ ...base, hook_info: { flow_hook: [{ uri }] } })
    const shown = JSON.stringify(
      diffTree(hook('https://a.example/?key=one'), hook('https://b.example/?key=two'), 'en', true),
    )
    expect(shown).toContain('(hidden)')
    expect(shown).not.toMatch(/example|key=/)
  })
  test('the tree is ordered by part, with texts that clients can read back', () => {
    const left = { ...base, prompt_info: { prompt: 'one\ntwo' }, plugin_info_list: [plugin(1, 'search')] }
    const right = { ...base, prompt_info: { prompt: 'one\n2' } }
    const [persona, skills] = diffTree(left, right, 'en', true)
    const text = persona!.sub_nodes![0]!.sub_nodes![0]!.diff_res!
    expect(text).toMatchObject({ action: DiffAction.modify, diff_style: 1, display_left: 'onetemplate_NewLinetwo' })
    const { OriginStr } = JSON.parse(text.origin_left) as { OriginStr: string }
    expect(JSON.parse(OriginStr)).toBe('one\ntwo')
    expect(skills!.sub_nodes![0]!.sub_nodes![0]).toMatchObject({
      display_name: 'search',
      diff_res: { action: DiffAction.remove },
      resource_kind: 'plugin',
    })
    expect(diffTree(left, right, 'zh-CN', false).map(({ display_name }) => display_name)).toEqual([
      '人设与提示词',
      '技能',
    ])
  })
  test('the changes of both sides are shown side by side', () => {
    const start = { ...base, name: 'a', description: 'd' }
    const [theirs, mine] = [
      { ...start, name: 'b' },
      { ...start, name: 'c', description: 'e' },
    ]
    const { conflicts } = mergeTrees(start, theirs, mine)
    const [basics] = diffTree3(start, theirs, mine, conflicts, 'en')
    expect(basics!.sub_nodes!.map(({ sub_nodes }) => sub_nodes![0]!.is_conflict)).toEqual([true, false])
  })
})
