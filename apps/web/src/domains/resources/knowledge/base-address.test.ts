import { expect, it } from 'vitest'
import { fromBot, isModal } from './base-address.ts'
import { scannedPages, stateOf } from './document-state.ts'
import { readCells, readInfo } from './slice-info.ts'

it('a base is opened from a bot only if the search parameters name the bot and the action', () => {
  const whole = { biz: 'agentIDE', bot_id: '7', page_mode: 'modal', action_type: 'add' } as const
  expect(fromBot(whole)).toEqual({ botId: '7', action: 'add' })
  expect(fromBot({ ...whole, biz: undefined })).toBeUndefined()
  expect(fromBot({ ...whole, bot_id: undefined })).toBeUndefined()
  expect(fromBot({ ...whole, action_type: undefined })).toBeUndefined()
  expect(isModal(whole)).toBe(true)
  expect(isModal({})).toBe(false)
})

it('waiting documents are distinguished from those being processed', () => {
  expect(stateOf({ status: 0, stage: 'waiting' })).toBe('waiting')
  expect(stateOf({ status: 5, stage: 'index' })).toBe('busy')
  expect(stateOf({ status: 1, stage: 'ready' })).toBe('ready')
  expect(stateOf({ status: 2, stage: 'ready' })).toBe('off')
  expect(stateOf({ status: 9, stage: 'failed' })).toBe('failed')
})

it('the scanned pages are read from a failure message', () => {
  expect(scannedPages('These pages have no text: 7, 12. Turn text recognition (OCR) on')).toEqual([7, 12])
  expect(scannedPages('以下页面没有文字：3。请开启文字识别（OCR）')).toEqual([3])
  expect(scannedPages('The file is a scan. Turn text recognition (OCR) on')).toEqual([])
  expect(scannedPages('The file is damaged')).toBeNull()
})

it('the position of a slice is parsed, and invalid or missing data gives a default', () => {
  expect(readInfo({ chunk_info: '{"titles":["A","B"],"page":3,"parent_id":"9"}' })).toEqual({
    titles: ['A', 'B'],
    page: 3,
    parentId: '9',
  })
  expect(readInfo({ chunk_info: 'broken' })).toEqual({ titles: [], page: 0, parentId: '' })
  expect(readCells({ content: 'plain text' })).toEqual([])
})
