import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { copyText } from './copy-button.tsx'
import { toast } from './toast-store.ts'

const copied: string[] = []
beforeEach(() => {
  copied.length = 0
  vi.stubGlobal('navigator', { clipboard: { writeText: async (text: string) => void copied.push(text) } })
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

test('an empty text is not copied, and an error is shown', async () => {
  const showError = vi.spyOn(toast, 'error').mockReturnValue('')
  expect(await copyText('')).toBe(false)
  expect(showError).toHaveBeenCalledOnce()
  expect(copied).toEqual([])
})
test('any other text is copied without a message', async () => {
  const showError = vi.spyOn(toast, 'error').mockReturnValue('')
  expect(await copyText(' x ')).toBe(true)
  expect(showError).not.toHaveBeenCalled()
  expect(copied).toEqual([' x '])
})
