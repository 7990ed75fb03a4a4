import type { Locale } from '#kit/errors.ts'

type Snippets = Record<'javascript' | 'curl', string>
const javascript = (imports: string, baseURL: string, body: string) =>
  `import { CozeAPI, ${imports} } from '@coze/api'

const baseURL = '${baseURL}'
const clientId = process.env.CLIENT_ID
${body}
const coze = new CozeAPI({ baseURL, token: token.access_token })
console.log(await coze.workspaces.list())`

const flows: Record<string, (baseURL: string) => Snippets> = {
  WebBackend: (baseURL) => ({
    javascript: javascript(
      'getWebAuthenticationUrl, getWebOAuthToken',
      baseURL,
      `const redirectUrl = 'https://example.com/callback'
// 1. Send the browser here; it comes back to redirectUrl with ?code=…
console.log(getWebAuthenticationUrl({ baseURL, clientId, redirectUrl, state: crypto.randomUUID() }))
// 2. Exchange the code.
const clientSecret = process.env.CLIENT_SECRET
const token = await getWebOAuthToken({ baseURL, clientId, clientSecret, redirectUrl, code: process.env.CODE })`,
    ),
    curl: `# 1. Open in a browser; it comes back to the redirect address with ?code=…
echo "${baseURL}/api/permission/oauth2/authorize?response_type=code&client_id=$CLIENT_ID&redirect_uri=https%3A%2F%2Fexample.com%2Fcallback&state=1"
# 2. Exchange the code.
curl -s ${baseURL}/api/permission/oauth2/token -H "Authorization: Bearer $CLIENT_SECRET" -H 'Content-Type: application/json' \\
  -d "{\\"grant_type\\":\\"authorization_code\\",\\"client_id\\":\\"$CLIENT_ID\\",\\"redirect_uri\\":\\"https://example.com/callback\\",\\"code\\":\\"$CODE\\"}"`,
  }),
  SinglePageOrNative: (baseURL) => ({
    javascript: javascript(
      'getPKCEAuthenticationUrl, getPKCEOAuthToken',
      baseURL,
      `const redirectUrl = 'https://example.com/callback'
// 1. Send the browser to url and keep codeVerifier until it comes back with ?code=…
const { url, codeVerifier } = await getPKCEAuthenticationUrl({ baseURL, clientId, redirectUrl })
console.log(url)
// 2. Exchange the code.
const token = await getPKCEOAuthToken({ baseURL, clientId, redirectUrl, codeVerifier, code: process.env.CODE })`,
    ),
    curl: `# 1. Make a verifier and its challenge, and open the address in a browser.
VERIFIER=$(openssl rand -hex 32)
CHALLENGE=$(printf %s "$VERIFIER" | openssl dgst -sha256 -binary | openssl base64 | tr '+/' '-_' | tr -d '=')
echo "${baseURL}/api/permission/oauth2/authorize?response_type=code&client_id=$CLIENT_ID&redirect_uri=https%3A%2F%2Fexample.com%2Fcallback&code_challenge_method=S256&code_challenge=$CHALLENGE"
# 2. Exchange the code.
curl -s ${baseURL}/api/permission/oauth2/token -H 'Content-Type: application/json' \\
  -d "{\\"grant_type\\":\\"authorization_code\\",\\"client_id\\":\\"$CLIENT_ID\\",\\"redirect_uri\\":\\"https://example.com/callback\\",\\"code\\":\\"$CODE\\",\\"code_verifier\\":\\"$VERIFIER\\"}"`,
  }),
  Terminal: (baseURL) => ({
    javascript: javascript(
      'getDeviceCode, getDeviceToken',
      baseURL,
      `// 1. Show the person where to go and what to type.
const device = await getDeviceCode({ baseURL, clientId })
console.log(device.verification_uri, device.user_code)
// 2. Ask until they have answered.
const token = await getDeviceToken({ baseURL, clientId, deviceCode: device.device_code, poll: true })`,
    ),
    curl: `# 1. Show the person verification_uri and user_code of the answer.
curl -s ${baseURL}/api/permission/oauth2/device/code -H 'Content-Type: application/json' -d "{\\"client_id\\":\\"$CLIENT_ID\\"}"
# 2. Ask every five seconds until they have answered.
curl -s ${baseURL}/api/permission/oauth2/token -H 'Content-Type: application/json' \\
  -d "{\\"grant_type\\":\\"urn:ietf:params:oauth:grant-type:device_code\\",\\"client_id\\":\\"$CLIENT_ID\\",\\"device_code\\":\\"$DEVICE_CODE\\"}"`,
  }),
  Service: (baseURL) => ({
    javascript: javascript(
      'getJWTToken',
      baseURL,
      `// The private key stays here; its public half is registered at the app, and keyid is the fingerprint shown there.
const privateKey = process.env.PRIVATE_KEY
const token = await getJWTToken({ baseURL, appId: clientId, aud: new URL(baseURL).host, keyid: process.env.KEY_ID, privateKey })`,
    ),
    curl: `# JWT: RS256, kid the fingerprint of the key, iss the id of the app, aud "${new URL(baseURL).host}", with iat, exp and a new jti.
curl -s ${baseURL}/api/permission/oauth2/token -H "Authorization: Bearer $JWT" -H 'Content-Type: application/json' \\
  -d '{"grant_type":"urn:ietf:params:oauth:grant-type:jwt-bearer","duration_seconds":900}'`,
  }),
}
const intros: Record<string, Record<'en' | 'zh', string>> = {
  WebBackend: {
    en: 'Register an app of type WebBackend with its redirect URL and a client secret. Keep the secret on your server.',
    zh: '注册类型为 WebBackend 的应用，登记回调地址并创建密钥。密钥只保存在你的服务器上。',
  },
  SinglePageOrNative: {
    en: 'Register an app of type SinglePageOrNative with its redirect URL. It has no secret; a code verifier proves its identity.',
    zh: '注册类型为 SinglePageOrNative 的应用并登记回调地址。它没有密钥，由 code_verifier 证明身份。',
  },
  Terminal: {
    en: 'Register an app of type Terminal. The user signs in on another device and enters the code your device shows.',
    zh: '注册类型为 Terminal 的应用。用户在另一台设备上登录，并输入你的设备显示的代码。',
  },
  Service: {
    en: 'Register an app of type Service and upload an RSA public key. It acts on behalf of its account.',
    zh: '注册类型为 Service 的应用并上传 RSA 公钥。它代表所属账号行事。',
  },
}
/** The guide for a type of program; for unknown types, the one for web backends. */
export function quickstart(clientType: string, publicUrl: string, locale: Locale) {
  const known = Object.hasOwn(flows, clientType) ? clientType : 'WebBackend'
  const intro = intros[known]![locale === 'zh-CN' ? 'zh' : 'en']
  const snippets = flows[known]!(publicUrl.replace(/\/$/, ''))
  return (Object.keys(snippets) as (keyof Snippets)[]).map((lang) => ({
    lang,
    instruction: `${intro}\n\n\`\`\`${lang === 'curl' ? 'sh' : lang}\n${snippets[lang]}\n\`\`\`\n`,
  }))
}
