import { expect, it } from 'vitest'
import { developSearch, hideMenuSearch, knowledgeUploadSearch, signSearch, workflowSearch } from './search-params.ts'

it('keeps parameters that a page knows and drops the rest', () => {
  expect(workflowSearch({ space_id: '9223372036854775807', workflow_id: '2', node_id: '', other: 'x' })).toEqual({
    space_id: '9223372036854775807',
    workflow_id: '2',
  })
  expect(
    knowledgeUploadSearch({ biz: 'agentIDE', bot_id: '1', page_mode: 'modal', action_type: 'add', type: 'text' }),
  ).toEqual({ biz: 'agentIDE', bot_id: '1', page_mode: 'modal', action_type: 'add', type: 'text' })
  expect(knowledgeUploadSearch({ page_mode: 'window', action_type: 'drop', biz: 'x' })).toEqual({})
  expect(hideMenuSearch({ hideMenu: 'true' })).toEqual({ hideMenu: 'true' })
  expect(hideMenuSearch({ hideMenu: 'false' })).toEqual({})
  expect(signSearch({ redirect: '/space', mode: 'register', invite: 'k' })).toEqual({
    redirect: '/space',
    mode: 'register',
    invite: 'k',
  })
  expect(signSearch({ mode: 'sign-in' })).toEqual({})
  expect(developSearch({ kind: 'bots', owner: 'me', status: 'nonsense', word: 'refund' })).toEqual({
    kind: 'bots',
    owner: 'me',
    word: 'refund',
  })
})
