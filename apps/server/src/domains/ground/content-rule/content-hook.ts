import type { ContentScope } from '@orrery/contract/shared/content-scopes'
import type { Clock } from '#kit/clock.ts'
import type { Egress } from '#kit/egress/egress.ts'
import type { Log } from '#kit/log.ts'
import { sha256 } from '#kit/secrets.ts'

const TIMEOUT_MS = 5000
const REMEMBERED_MS = 60_000
const REMEMBERED = 1000
const MAX_MESSAGE = 500

export interface TwoTexts {
  en: string
  zh: string
}
const refused: TwoTexts = { en: 'the content check refused this text', zh: '未通过内容检查' }
const silent: TwoTexts = {
  en: 'the content check did not respond. Try again later',
  zh: '内容检查服务无响应，请稍后重试',
}

/** Checks texts with a service of the instance owner. Accepted texts are not checked again for a minute. */
export function createContentHook({ egress, clock, log }: { egress: Egress; clock: Clock; log: Log }) {
  const passed = new Map<string, number>()
  function remember(key: string) {
    passed.set(key, clock.now() + REMEMBERED_MS)
    if (passed.size > REMEMBERED) passed.delete(passed.keys().next().value!)
  }
  return async (
    url: string,
    isStrict: boolean,
    scope: ContentScope,
    texts: string[],
  ): Promise<TwoTexts | undefined> => {
    const key = sha256(JSON.stringify([url, scope, texts]))
    if ((passed.get(key) ?? 0) > clock.now()) return undefined
    try {
      const answer = await egress.fetch(url, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ scope, texts }),
        timeoutMs: TIMEOUT_MS,
        maxBytes: 64 * 1024,
        redirect: 'error',
      })
      if (!answer.ok) throw new Error(`HTTP ${answer.status}`)
      const { pass, message } = (await answer.json()) as { pass?: unknown; message?: unknown }
      if (pass !== true) return messageOf(message)
      remember(key)
      return undefined
    } catch (cause) {
      log.warn({ err: cause }, 'the content check did not answer')
      return isStrict ? silent : undefined
    }
  }
}

function messageOf(message: unknown): TwoTexts {
  if (typeof message === 'string' && message) return { en: cut(message), zh: cut(message) }
  if (typeof message !== 'object' || message === null) return refused
  const { en, zh } = message as Partial<Record<keyof TwoTexts, unknown>>
  return {
    en: typeof en === 'string' && en ? cut(en) : refused.en,
    zh: typeof zh === 'string' && zh ? cut(zh) : refused.zh,
  }
}
const cut = (text: string) => text.slice(0, MAX_MESSAGE)
