import { type BotAgent, agentSchema } from '@orrery/contract'
import { TabStatus } from '@orrery/contract/shared/bot-enums'
import { describe, expect, it } from 'vitest'
import { changeAgent, layoutAgents, removeAgent, setStart } from './agents/agent-edits.ts'
import { emptyBotForm, isReadyForm } from './create/bot-form.ts'
import { changeKind, readCron, writeCron } from '#lib/cron-plan.ts'
import { firstChoices, isSame, readConflict } from './draft/draft-conflict.ts'
import { groupText } from './draft/group-text.ts'
import { emptyHook, isHookAddress, listHooks, removeHook, setHook } from './skills/hook-list.ts'
import { emptyComponent, emptyShortcut, missingComponents, shortcutFault } from './shortcuts/shortcut-rules.ts'
import { isShown, isUnfolded } from './skills/tab-status.ts'
import { botInfo } from './testing/bot-info.ts'
import { filledTabs } from './skills/filled-tabs.ts'

describe('a block of the editor', () => {
  it('is expanded by default only if it has content', () => {
    expect([isUnfolded(TabStatus.default, true), isUnfolded(TabStatus.default, false)]).toEqual([true, false])
    expect([isUnfolded(TabStatus.open, false), isUnfolded(TabStatus.close, true)]).toEqual([true, false])
  })
  it('can be hidden only while it is empty', () => {
    expect([isShown(TabStatus.hide, false, false), isShown(TabStatus.hide, true, false)]).toEqual([false, true])
  })
  it('is hidden from readers while it is empty', () => {
    expect([isShown(TabStatus.open, false, true), isShown(TabStatus.hide, true, true)]).toEqual([false, true])
  })
  it('derives from the draft whether it has content', () => {
    const details = {
      knowledge_detail_map: { 9: { id: '9', name: 'n', description: '', icon_url: '', format_type: 1 } },
    }
    const empty = filledTabs(botInfo(), details, 0)
    expect([...empty]).toEqual([])
    const info = botInfo()
    const full = filledTabs(
      {
        ...info,
        knowledge: { ...info.knowledge, knowledge_info: [{ id: '9', name: 'n' }] },
        shortcut_sort: ['1'],
      },
      details,
      2,
    )
    expect([...full].toSorted()).toEqual(['knowledge_table', 'scheduled_task', 'shortcut'])
  })
})

describe('the form of a bot', () => {
  it.each([
    ['', false],
    ['   ', false],
    ['a', true],
    ['👨‍👩‍👧'.repeat(20), true],
    ['字'.repeat(21), false],
  ])('accepts the name %j: %s', (name, isReady) => {
    expect(isReadyForm({ ...emptyBotForm, name })).toBe(isReady)
  })
  it('accepts a description of up to 500 characters', () => {
    expect(isReadyForm({ ...emptyBotForm, name: 'a', target: 'x'.repeat(500) })).toBe(true)
    expect(isReadyForm({ ...emptyBotForm, name: 'a', target: 'x'.repeat(501) })).toBe(false)
  })
})

describe('a schedule', () => {
  it.each(['30 * * * *', '* * * * *', '*/15 * * * *', '0 9 * * *', '15 8 * * 1-5', '0 9 * * 0', '0 9 31 * *'])(
    'is converted to settings and back: %s',
    (cron) => {
      expect(readCron(cron).every).not.toBe('custom')
      expect(writeCron(readCron(cron))).toBe(cron)
    },
  )
  it.each(['*/15 8-18 * * 1-5', '0 9 * 1 *', '0 9 1 * 1', '0 0 9 * * *', '0 9 * * 7', '*/0 * * * *', 'nonsense'])(
    'stays a cron expression if it has no such settings: %s',
    (cron) => {
      expect(readCron(cron)).toEqual({ every: 'custom', cron })
    },
  )
  it('keeps its time of day when its kind changes', () => {
    expect(writeCron(changeKind(readCron('15 8 * * *'), 'week'))).toBe('15 8 * * 1')
    expect(writeCron(changeKind(readCron('15 8 * * *'), 'custom'))).toBe('15 8 * * *')
  })
})

describe('a shortcut', () => {
  const shortcut = { ...emptyShortcut(), command_name: 'Plan', template_query: 'Plan a day in {{city}}' }
  const field = { ...emptyComponent(), name: 'city' }
  it('needs a name, a query, a command without blanks, and fields with unique names', () => {
    expect(shortcutFault(shortcut)).toBeNull()
    expect(shortcutFault({ ...shortcut, command_name: ' ' })).toBe('name')
    expect(shortcutFault({ ...shortcut, template_query: '' })).toBe('query')
    expect(shortcutFault({ ...shortcut, shortcut_command: 'plan' })).toBe('command')
    expect(shortcutFault({ ...shortcut, shortcut_command: '/pl an' })).toBe('command')
    expect(shortcutFault({ ...shortcut, components_list: [field, field] })).toBe('components')
  })
  it('reports the placeholders of its query that have no field', () => {
    expect(missingComponents({ ...shortcut, components_list: [field] })).toEqual([])
    expect(missingComponents({ ...shortcut, components_list: [{ ...field, name: 'town' }] })).toEqual(['city'])
  })
})

describe('agents', () => {
  const agent = (id: string, leads: string[] = [], isStart = false): BotAgent =>
    agentSchema.parse({
      agent_id: id,
      agent_name: id,
      root_agent: isStart,
      intents: leads.map((next) => ({ intent_id: `${id}-${next}`, prompt: '', next_agent_id: next })),
    })
  const agents = [agent('a', ['b', 'c'], true), agent('b', ['d']), agent('c', ['a']), agent('d'), agent('alone')]
  it('have a single start agent', () => {
    expect(
      setStart(agents, 'c')
        .filter((item) => item.root_agent)
        .map((item) => item.agent_id),
    ).toEqual(['c'])
  })
  it('have no intents that lead to a deleted agent', () => {
    const left = removeAgent(agents, 'b')
    expect(left.map((item) => item.agent_id)).toEqual(['a', 'c', 'd', 'alone'])
    expect(left[0]!.intents.map((intent) => intent.next_agent_id)).toEqual(['c'])
  })
  it('are changed one at a time', () => {
    const changed = changeAgent(agents, 'b', { agent_name: 'B' })
    expect(changed.map((item) => item.agent_name)).toEqual(['a', 'B', 'c', 'd', 'alone'])
    expect(changed[0]).toBe(agents[0])
  })
  it('are arranged by distance from the start agent, unreachable ones last', () => {
    const { placed, lines } = layoutAgents(agents)
    expect(Object.fromEntries(placed.map((item) => [item.agent.agent_id, item.column]))).toEqual({
      a: 0,
      b: 1,
      c: 1,
      d: 2,
      alone: 3,
    })
    expect(lines.map(({ from, to }) => `${from.agent.agent_id}>${to.agent.agent_id}`)).toEqual([
      'a>b',
      'a>c',
      'b>d',
      'c>a',
    ])
  })
})

describe('hooks', () => {
  const info = { ...botInfo().hook_info, llm_call_hook: [{ ...emptyHook, uri: 'https://a.example' }] }
  it('are changed in place, moved to another point, and removed', () => {
    const [first] = listHooks(info)
    const changed = setHook(info, first, { place: 'llm_call_hook', hook: { ...emptyHook, uri: 'https://b.example' } })
    expect(listHooks(changed).map((hook) => hook.hook.uri)).toEqual(['https://b.example'])
    const moved = setHook(info, first, { place: 'flow_hook', hook: first!.hook })
    expect(listHooks(moved).map((hook) => hook.place)).toEqual(['flow_hook'])
    expect(listHooks(removeHook(info, first!))).toEqual([])
  })
  it.each([
    ['https://a.example/x', true],
    ['http://127.0.0.1:3000', true],
    ['ftp://a.example', false],
    ['javascript:alert(1)', false],
    ['a.example', false],
  ])('are called only at http and https URLs: %s', (address, isGood) => {
    expect(isHookAddress(address)).toBe(isGood)
  })
})

describe('comparing two versions', () => {
  it('ignores the order of fields', () => {
    expect(isSame({ a: 1, b: [1, { c: 2 }] }, { b: [1, { c: 2 }], a: 1 })).toBe(true)
    expect(isSame({ a: undefined }, {})).toBe(true)
    expect([isSame([1, 2], [2, 1]), isSame({ a: 1 }, { a: 1, b: 2 }), isSame([], {})]).toEqual([false, false, false])
  })
  it('prefers local edits, and accepts changes made only by others', () => {
    const base = botInfo()
    const conflict = readConflict(base, { ...base, name: 'mine' }, { ...base, name: 'theirs', description: 'theirs' })
    expect(firstChoices(conflict)).toEqual({ name: 'mine', description: 'theirs' })
  })
  it('shows lines: prose unchanged, other values field by field, without empty fields', () => {
    expect(groupText('prompt_info', { ...botInfo().prompt_info, prompt: 'line 1\nline 2' })).toBe('line 1\nline 2')
    expect(groupText('variable_list', [{ key: 'city', description: '', default_value: 'Lisbon' }])).toBe(
      '[1].default_value: Lisbon\n[1].key: city',
    )
  })
})
