import { afterEach, expect, test, vi } from 'vitest'
import { toast } from '#ui/toast-store.ts'
import { download } from './download.ts'

afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

test('an error is shown for a picture that the browser may not read', async () => {
  const showError = vi.spyOn(toast, 'error').mockReturnValue('')
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')))
  await download('https://elsewhere.test/a.png', 'a.png', 'image')
  vi.stubGlobal('fetch', async () => new Response('gone', { status: 404 }))
  await download('/files/a.png', 'a.png', 'image')
  expect(showError).toHaveBeenCalledTimes(2)
})
test('a readable picture is saved under its name', async () => {
  const showError = vi.spyOn(toast, 'error').mockReturnValue('')
  const link = { href: '', download: '', click: vi.fn() }
  vi.stubGlobal('document', { createElement: () => link })
  vi.stubGlobal('fetch', async () => new Response('picture'))
  await download('/files/a.png', 'a.png', 'image')
  expect(link).toMatchObject({ download: 'a.png', href: expect.stringMatching(/^blob:/) as string })
  expect(link.click).toHaveBeenCalledOnce()
  expect(showError).not.toHaveBeenCalled()
})
