import { expect, test, vi } from 'vitest'
import type { PluginTool } from '../plugin.queries.ts'
import { newNode } from './param-tree.ts'
import { createToolStore } from './tool-store.ts'

const tool = (more: Partial<PluginTool> = {}): PluginTool => ({
  plugin_id: '1',
  api_id: '2',
  name: 'search',
  desc: '',
  path: '/search',
  method: 1,
  request_params: [],
  response_params: [],
  create_time: '0',
  debug_status: 0,
  disabled: false,
  statistic_data: { bot_quote: 0 },
  online_status: 0,
  api_extend: {},
  debug_example: { req_example: '', resp_example: '' },
  debug_example_status: 0,
  function_name: '',
  source_code: '',
  ...more,
})
function open(theirs: PluginTool = tool()) {
  const save = vi.fn<(changes: object) => Promise<unknown>>(async () => undefined)
  const store = createToolStore(tool(), {
    save,
    isConflict: (error) => error === 'conflict',
    newest: async () => theirs,
    now: () => 5,
    pause: 1,
  })
  return { save, store }
}

test('only changed fields are saved, and only once', async () => {
  const { save, store } = open()
  store.change({ desc: 'Finds' })
  store.change({ desc: 'Finds places' })
  expect(await store.flush()).toBe(true)
  expect(save.mock.calls).toEqual([[{ desc: 'Finds places' }]])
  expect(store.current()).toMatchObject({ state: { is: 'saved' }, savedAt: 5 })
  await store.flush()
  expect(save).toHaveBeenCalledTimes(1)
})

test('an invalid draft is not saved until it is fixed', async () => {
  const { save, store } = open()
  store.change({ request: [newNode()] })
  expect(await store.flush()).toBe(false)
  expect(store.current().state).toEqual({ is: 'refused', reason: 'parameters' })
  store.change({ request: [newNode({ name: 'q' })] })
  expect(await store.flush()).toBe(true)
  expect(save).toHaveBeenCalledTimes(1)
})

test('a change of another tool of the plugin is not a conflict', async () => {
  const { save, store } = open()
  save.mockRejectedValueOnce('conflict')
  store.change({ desc: 'Mine' })
  expect(await store.flush()).toBe(true)
  expect(save.mock.calls).toEqual([[{ desc: 'Mine' }], [{ desc: 'Mine' }]])
})

test('a conflicting change of the tool is reported, and either version can be chosen', async () => {
  const theirs = tool({ desc: 'Theirs' })
  const first = open(theirs)
  first.save.mockRejectedValueOnce('conflict')
  first.store.change({ desc: 'Mine' })
  expect(await first.store.flush()).toBe(false)
  expect(first.store.current().state).toEqual({ is: 'conflict', conflict: theirs })
  first.store.change({ path: '/find' })
  expect(await first.store.keepMine()).toBe(true)
  expect(first.save.mock.lastCall).toEqual([{ desc: 'Mine', path: '/find' }])

  const second = open(theirs)
  second.save.mockRejectedValueOnce('conflict')
  second.store.change({ desc: 'Mine' })
  await second.store.flush()
  second.store.adopt(theirs)
  expect(second.store.current().draft.desc).toBe('Theirs')
  expect(second.store.isClean()).toBe(true)
})
