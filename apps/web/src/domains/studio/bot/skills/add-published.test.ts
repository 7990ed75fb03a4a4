import { PluginFrom } from '@orrery/contract/shared/bot-enums'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createDraftStore, type DraftEdit, type SaveAnswer } from '../draft/draft-store.ts'
import { botInfo } from '../testing/bot-info.ts'
import { addPublished } from './add-published.ts'
import { toFlow } from './picked-entries.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const flow = toFlow({ id: '5', name: 'count_orders' })
const chatflow = toFlow({ id: '6', name: 'desk', pluginId: '60', extra: { flow_mode: 3 } })
const tool = { plugin_id: '8', api_id: '9', api_name: 'weather', plugin_from: PluginFrom.default, api_version_ms: '' }

function setUp(answers: (SaveAnswer | Error)[] = []) {
  const sent: DraftEdit[] = []
  let version = 100
  const save = async (edit: DraftEdit): Promise<SaveAnswer> => {
    sent.push(edit)
    const answer = answers.shift()
    if (answer instanceof Error) throw answer
    return answer ?? { is: 'saved', version: String(++version), at: 5 }
  }
  const stash = { write: vi.fn(), clear: vi.fn() }
  const store = createDraftStore(botInfo(), 1, { save, stash, load: async () => botInfo(), faultOf: () => 'other' })
  return { store, sent }
}

describe('published skills', () => {
  it('are added to the draft, each to its place, and saved at once', async () => {
    const { store, sent } = setUp()
    expect(await addPublished(store, { flows: [flow, chatflow], tools: [tool] })).toBe(true)
    expect(sent).toEqual([
      {
        workflow_info_list: [flow],
        layout_info: { ...botInfo().layout_info, workflow_id: '6', plugin_id: '60' },
        plugin_info_list: [tool],
      },
    ])
  })
  it('are not added twice', async () => {
    const { store, sent } = setUp()
    const published = { flows: [flow, chatflow], tools: [tool] }
    await addPublished(store, published)
    expect(await addPublished(store, published)).toBe(true)
    expect(sent).toHaveLength(1)
  })
  it('count as added only once they are saved', async () => {
    const { store, sent } = setUp([new Error('down')])
    const published = { flows: [flow], tools: [] }
    expect(await addPublished(store, published)).toBe(false)
    expect(await addPublished(store, published)).toBe(true)
    expect(sent).toEqual([{ workflow_info_list: [flow] }, { workflow_info_list: [flow] }])
  })
  it('are not sent again while the draft is refused', async () => {
    const { store, sent } = setUp([{ is: 'refused', reason: 'not like this' }])
    const published = { flows: [flow], tools: [] }
    expect(await addPublished(store, published)).toBe(false)
    expect(await addPublished(store, published)).toBe(false)
    expect(sent).toHaveLength(1)
  })
})
