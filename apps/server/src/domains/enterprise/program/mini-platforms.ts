import type { Egress } from '#kit/egress/egress.ts'
import type { EgressInit } from '#kit/egress/egress-init.ts'
import { miniSessionErrors } from './mini-session.errors.ts'

const CALL_MS = 10_000
type Config = Record<string, string>
/** Exchanges a login code for the visitor’s identity on a mini program platform. */
type MiniPlatform = (
  egress: Pick<Egress, 'fetch'>,
  config: Config,
  code: string,
) => Promise<{ openId: string; sessionKey: string }>

async function ask(egress: Pick<Egress, 'fetch'>, url: string, init: EgressInit = {}) {
  try {
    const answer = await egress.fetch(url, { timeoutMs: CALL_MS, maxBytes: 20_000, redirect: 'error', ...init })
    return (JSON.parse(await answer.text()) ?? {}) as Record<string, unknown>
  } catch {
    throw miniSessionErrors.away()
  }
}
/** Reads the identity from an answer, or throws with the error text of the platform. */
function read(given: Record<string, unknown>, code: unknown, words: unknown) {
  const { openid, session_key: sessionKey } = given
  if (typeof openid === 'string' && openid && typeof sessionKey === 'string') return { openId: openid, sessionKey }
  throw miniSessionErrors.refused({ platform: `${String(code ?? '')} ${String(words ?? '')}`.trim() })
}
const baseOf = ({ api_base: own }: Config, usual: string) => (own || usual).replace(/\/+$/, '')

/** Endpoint `sns/jscode2session`. */
const wechat: MiniPlatform = async (egress, config, code) => {
  const query = new URLSearchParams({
    appid: config.app_id ?? '',
    secret: config.app_secret ?? '',
    js_code: code,
    grant_type: 'authorization_code',
  })
  const answer = await ask(egress, `${baseOf(config, 'https://api.weixin.qq.com')}/sns/jscode2session?${query}`)
  return read(answer, answer.errcode, answer.errmsg)
}

/** Endpoint `apps/v2/jscode2session`. Visitors who are not signed in there have no `openid` and are refused. */
const douyin: MiniPlatform = async (egress, config, code) => {
  const url = `${baseOf(config, 'https://developer.toutiao.com')}/api/apps/v2/jscode2session`
  const answer = await ask(egress, url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ appid: config.app_id ?? '', secret: config.app_secret ?? '', code }),
  })
  const { err_no: fault, err_tips: words, data } = answer
  return read(fault === 0 && typeof data === 'object' && data ? (data as Record<string, unknown>) : {}, fault, words)
}

/** Platforms by the id of the channel that has the credentials of the mini program. */
export const miniPlatforms: Readonly<Record<string, MiniPlatform>> = {
  '20000004': wechat,
  '20000016': douyin,
}
