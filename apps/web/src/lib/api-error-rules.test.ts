import { ApiError } from '@orrery/contract/client'
import { ErrorCode } from '@orrery/contract/shared/error-codes'
import { describe, expect, it, vi } from 'vitest'
import { createErrorRules } from './api-error-rules.ts'
import type { ApiEvents } from './app-events.ts'
import { createBus } from './events.ts'

function setUp() {
  const events = createBus<ApiEvents>()
  const raised: string[] = []
  for (const name of [
    'unauthorized',
    'noAccess',
    'sharkBlocked',
    'countryRestricted',
    'cozeTokenInsufficient',
  ] as const)
    events.on(name, (error) => raised.push(`${name} ${error.code}`))
  const showError = vi.fn()
  const goTo = vi.fn()
  const handle = createErrorRules({ events, showError, goTo, origin: () => 'http://studio.test' })
  return { handle, raised, showError, goTo }
}
const error = (code: number, message = 'No', status = 400, data?: unknown) =>
  new ApiError(code, message, status, 'LOG', data)

describe('an error of a call', () => {
  it('is shown with its message if the call requests a toast', () => {
    const { handle, showError } = setUp()
    handle(error(4001, 'The name is taken'), true)
    expect(showError).toHaveBeenCalledTimes(1)
    handle(error(4001, 'The name is taken'), false)
    expect(showError).toHaveBeenCalledTimes(1)
  })

  it('is not shown without a message', () => {
    const { handle, showError } = setUp()
    handle(error(4001, ''), true)
    expect(showError).not.toHaveBeenCalled()
  })

  it.each([
    [ErrorCode.kit.notSignedIn, 'unauthorized'],
    [ErrorCode.kit.noAccess, 'noAccess'],
    [ErrorCode.platform.countryRestricted, 'countryRestricted'],
    [ErrorCode.platform.tokenInsufficient, 'cozeTokenInsufficient'],
    [ErrorCode.platform.workflowTokenInsufficient, 'cozeTokenInsufficient'],
  ])('with code %d raises %s instead of a toast, even if no toast was requested', (code, event) => {
    const { handle, raised, showError } = setUp()
    handle(error(code), true)
    handle(error(code), false)
    expect(raised).toEqual([`${event} ${code}`, `${event} ${code}`])
    expect(showError).not.toHaveBeenCalled()
  })

  it.each([403, 429])('raises sharkBlocked for a refusal (%d) that did not come from our server', (status) => {
    const { handle, raised, showError } = setUp()
    handle(error(status, `HTTP ${status}`, status), true)
    expect(raised).toEqual([`sharkBlocked ${status}`])
    expect(showError).not.toHaveBeenCalled()
  })

  it('shows refusals of our server with the same status', () => {
    const { handle, raised, showError } = setUp()
    handle(error(ErrorCode.kit.tooMany, 'Too many requests', 429), true)
    expect(raised).toEqual([])
    expect(showError).toHaveBeenCalledTimes(1)
  })

  it('ignores errors that are not responses of the server', () => {
    const { handle, raised, showError } = setUp()
    handle(new TypeError('x'), true)
    expect([raised, showError.mock.calls]).toEqual([[], []])
  })
})

describe('a 401 with an address in its data', () => {
  it.each([
    ['/sso/start?to=1', '/sso/start?to=1'],
    ['http://studio.test/sso', '/sso'],
  ])('%s navigates there and does nothing else', (address, to) => {
    const { handle, goTo, raised, showError } = setUp()
    handle(error(ErrorCode.kit.notSignedIn, 'No', 401, { redirect_uri: address }), true)
    expect(goTo.mock.calls).toEqual([[to]])
    expect([raised, showError.mock.calls]).toEqual([[], []])
  })

  it.each(['https://evil.test/', '//evil.test/x', 'javascript:alert(1)', '\\\\evil.test', '', 7])(
    '%s is not followed',
    (address) => {
      const { handle, goTo, raised } = setUp()
      handle(error(ErrorCode.kit.notSignedIn, 'No', 401, { redirect_uri: address }), true)
      expect(goTo).not.toHaveBeenCalled()
      expect(raised).toEqual([`unauthorized ${ErrorCode.kit.notSignedIn}`])
    },
  )

  it('is ignored with any other status', () => {
    const { handle, goTo } = setUp()
    handle(error(4001, 'No', 400, { redirect_uri: '/sso' }), true)
    expect(goTo).not.toHaveBeenCalled()
  })
})
