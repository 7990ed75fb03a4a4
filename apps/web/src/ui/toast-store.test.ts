import { afterEach, expect, it, vi } from 'vitest'
import { setErrorRemedy } from '#lib/error-remedy.ts'
import { showWaitingToasts, toast, toastManager } from './toast-store.ts'

afterEach(() => {
  setErrorRemedy(() => undefined)
  vi.restoreAllMocks()
})

it('a toast of an error with a remedy gets its action', async () => {
  showWaitingToasts()
  const update = vi.spyOn(toastManager, 'update')
  const action = { label: 'Add a model', onClick: () => {} }
  setErrorRemedy((cause) => (cause === 'no model' ? Promise.resolve({ action }) : undefined))
  const id = toast.error('It failed', { error: 'no model' })
  toast.error('It failed', { error: 'no paper' })
  await vi.waitFor(() => expect(update).toHaveBeenCalledTimes(1))
  expect(update).toHaveBeenCalledWith(id, { description: 'no model', data: { logId: '', action } })
})

it('a toast of an error that the user cannot fix says whom to ask', async () => {
  const update = vi.spyOn(toastManager, 'update')
  setErrorRemedy(() => Promise.resolve({ note: 'Ask Ada.' }))
  const id = toast.error('It failed', { error: 'No model.' })
  await vi.waitFor(() =>
    expect(update).toHaveBeenCalledWith(id, {
      description: 'No model. Ask Ada.',
      data: { logId: '', action: undefined },
    }),
  )
})
