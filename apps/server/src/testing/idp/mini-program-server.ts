import { openFarEnd } from '../far-end.ts'
import type { IdpAccount } from './accounts.ts'

export const miniProgram = { appId: 'tt0123456789abcdef', secret: 'mini-program-secret-1' }

/**
 * Simulates the sign-in of mini program platforms. A code begins with the user name (`ada-1`) and is valid once. WeChat
 * expects it in the query, Douyin in the body; each uses other ids for people.
 */
export async function openMiniProgramServer(accounts: readonly Pick<IdpAccount, 'username'>[], port = 0) {
  const used = new Set<string>()
  const isProgram = (id: unknown, secret: unknown) => id === miniProgram.appId && secret === miniProgram.secret
  /** Returns the openid for an unused code. */
  function take(platform: string, code: string): string | undefined {
    const account = accounts.find(({ username }) => code.startsWith(`${username}-`))
    const isNew = !used.has(`${platform} ${code}`)
    used.add(`${platform} ${code}`)
    return account && isNew ? `${platform}-${account.username}` : undefined
  }
  function wechat(path: string, query: URLSearchParams): object {
    if (!isProgram(query.get('appid'), query.get('secret'))) return { errcode: 40125, errmsg: 'invalid appsecret' }
    if (path === '/cgi-bin/token') return { access_token: 'wechat-token', expires_in: 7200 }
    const openid = take('wechat', query.get('js_code') ?? '')
    return openid ? { openid, session_key: 'wechat-key' } : { errcode: 40029, errmsg: 'invalid code' }
  }
  function douyin(path: string, sent: string): object {
    const body = JSON.parse(sent || '{}') as Record<string, unknown>
    if (body.appid !== miniProgram.appId) return { err_no: 40015, err_tips: 'bad appid' }
    if (body.secret !== miniProgram.secret) return { err_no: 40017, err_tips: 'bad secret' }
    if (path.endsWith('/token'))
      return { err_no: 0, err_tips: 'success', data: { access_token: 'douyin-token', expires_in: 7200 } }
    const openid = take('douyin', String(body.code ?? ''))
    if (!openid) return { err_no: 40018, err_tips: 'bad code' }
    const data = { session_key: 'douyin-key', openid, anonymous_openid: '', unionid: `union-${openid}` }
    return { err_no: 0, err_tips: 'success', data }
  }
  return openFarEnd(({ method, path, query, body }) => {
    const isDouyin = method === 'POST' && path.startsWith('/api/apps/v2/')
    return { body: isDouyin ? douyin(path, body.toString()) : wechat(path, query) }
  }, port)
}
