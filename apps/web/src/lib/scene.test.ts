import { describe, expect, it, vi } from 'vitest'
import { jump, notFoundAddress, openInNewWindow } from './open-window.ts'
import { readScene } from './scene.ts'

describe('a scene', () => {
  it('of the page itself is returned', () => {
    const say = vi.fn()
    const state = { scene: 'library.view.workflow', sceneParams: { back: '/space/7/library' } }
    expect(readScene('workflow', state, say)).toEqual({
      name: 'library.view.workflow',
      params: { back: '/space/7/library' },
    })
    expect(say).not.toHaveBeenCalled()
  })

  it.each(['bot.view.knowledge', 'nonsense', 'toString'])(
    'that the page does not accept (%s) is logged and ignored',
    (scene) => {
      const say = vi.fn()
      expect(readScene('workflow', { scene }, say)).toBeNull()
      expect(say.mock.calls).toMatchObject([[{ level: 'error', extra: { page: 'workflow', scene } }]])
    },
  )

  it('is optional', () => {
    const say = vi.fn()
    expect(readScene('workflow', {}, say)).toBeNull()
    expect(say).not.toHaveBeenCalled()
  })
})

describe('a new window', () => {
  function setUp(isBlocked = false) {
    const opened = { location: { replace: vi.fn() }, close: vi.fn(), opener: 'this page' as unknown }
    return { opened, open: vi.fn(() => (isBlocked ? null : opened)), assign: vi.fn(), say: vi.fn() }
  }

  it('is opened before its address is known, has no opener, and is then navigated', async () => {
    const deps = setUp()
    const done = openInNewWindow(async () => '/space/1/bot/2', deps)
    expect(deps.open).toHaveBeenCalledTimes(1)
    await done
    expect(deps.opened.location.replace.mock.calls).toEqual([['/space/1/bot/2']])
    expect(deps.opened.opener).toBeNull()
  })

  it('whose address fails to load shows the "not found" page', async () => {
    const deps = setUp()
    await openInNewWindow(() => Promise.reject(new Error('no')), deps)
    expect(deps.opened.location.replace.mock.calls).toEqual([[notFoundAddress]])
  })

  it('without an address is closed, and the error is logged', async () => {
    const deps = setUp()
    await openInNewWindow(() => undefined, deps)
    expect(deps.opened.close).toHaveBeenCalledTimes(1)
    expect(deps.say.mock.calls).toMatchObject([[{ message: 'page jump error: no url provided', level: 'error' }]])
  })

  it('that the browser blocks opens in this window instead', async () => {
    const deps = setUp(true)
    await openInNewWindow(() => '/docs', deps)
    expect(deps.assign.mock.calls).toEqual([['/docs']])
  })
})

it('a jump without an address is logged and ignored', () => {
  const deps = { assign: vi.fn(), say: vi.fn() }
  jump('', deps)
  jump(undefined, deps)
  expect(deps.assign).not.toHaveBeenCalled()
  expect(deps.say.mock.calls.map(([entry]) => entry.message)).toEqual(Array(2).fill('page jump error: no url provided'))
  jump('/docs', deps)
  expect(deps.assign.mock.calls).toEqual([['/docs']])
})
