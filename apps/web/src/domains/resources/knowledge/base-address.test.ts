import { expect, it } from 'vitest'
import { fromBot, isModal } from './base-address.ts'
import { scannedPages, stateOf } from './document-state.ts'
import { readCells, readInfo } from './slice-info.ts'

it('belongs to a bot only when the address says which one and what for', () => {
  const whole = { biz: 'agentIDE', bot_id: '7', page_mode: 'modal', action_type: 'add' } as const
  expect(fromBot(whole)).toEqual({ botId: '7', action: 'add' })
  expect(fromBot({ ...whole, biz: undefined })).toBeUndefined()
  expect(fromBot({ ...whole, bot_id: undefined })).toBeUndefined()
  expect(fromBot({ ...whole, action_type: undefined })).toBeUndefined()
  expect(isModal(whole)).toBe(true)
  expect(isModal({})).toBe(false)
})

it('tells a document that waits from one that is being read', () => {
  expect(stateOf({ status: 0, stage: 'waiting' })).toBe('waiting')
  expect(stateOf({ status: 5, stage: 'index' })).toBe('busy')
  expect(stateOf({ status: 1, stage: 'ready' })).toBe('ready')
  expect(stateOf({ status: 2, stage: 'ready' })).toBe('off')
  expect(stateOf({ status: 9, stage: 'failed' })).toBe('failed')
})

it('finds the scanned pages that a failure names', () => {
  expect(scannedPages('These pages have no text: 7, 12. Turn text recognition (OCR) on')).toEqual([7, 12])
  expect(scannedPages('以下页面没有文字：3。请开启文字识别（OCR）')).toEqual([3])
  expect(scannedPages('The file is a scan. Turn text recognition (OCR) on')).toEqual([])
  expect(scannedPages('The file is damaged')).toBeNull()
})

it('reads where a slice stands, and shows a slice without it all the same', () => {
  expect(readInfo({ chunk_info: '{"titles":["A","B"],"page":3,"parent_id":"9"}' })).toEqual({
    titles: ['A', 'B'],
    page: 3,
    parentId: '9',
  })
  expect(readInfo({ chunk_info: 'broken' })).toEqual({ titles: [], page: 0, parentId: '' })
  expect(readCells({ content: 'plain text' })).toEqual([])
})
