import { createSign, createVerify, generateKeyPairSync } from 'node:crypto'
import { createOidc } from '../apps/server/src/domains/enterprise/sso/oidc/oidc.ts'
import { newOwnKey } from '../apps/server/src/domains/enterprise/sso/saml/own-key.ts'
import { readMetadata } from '../apps/server/src/domains/enterprise/sso/saml/saml-metadata.ts'
import {
  readSamlResponse,
  samlMetadataOf,
  samlRequestUrl,
} from '../apps/server/src/domains/enterprise/sso/saml/saml.ts'
import { sampleAccounts } from '../apps/server/src/testing/idp/accounts.ts'
import { newIdToken } from '../apps/server/src/testing/id-token.ts'
import { createSamlIdp } from '../apps/server/src/testing/idp/saml-idp.ts'
import { report } from './lib/report.ts'

const TIMES = 1000

/** CPU of this process per call, in ms. */
async function cpuOf(work: () => unknown): Promise<number> {
  for (let n = 0; n < 20; n += 1) await work()
  const before = process.cpuUsage()
  for (let n = 0; n < TIMES; n += 1) await work()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1000 / TIMES
}

/** Measures the verification of a sign-in by SAML and OIDC. The floor is the verification of one signature. */
export async function measureSignIn() {
  const base = 'https://studio.test/sso'
  const idp = await createSamlIdp('https://idp.test', sampleAccounts('company.test'))
  const own = await newOwnKey('studio', Date.now())
  const settings = {
    ...readMetadata(idp.metadata, Date.now()),
    ownId: `${base}/metadata`,
    acsUrl: `${base}/acs`,
    logoutCallbackUrl: `${base}/logout`,
    privateKey: own.privateKey,
  }
  const request = '_request'
  const url = await samlRequestUrl(settings, request, 'relay')
  const { SAMLResponse } = await idp.answer(url, await samlMetadataOf(settings, own.certificate), 'ada')
  const saml = await cpuOf(() => readSamlResponse(settings, request, SAMLResponse, Date.now()))

  const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const signature = createSign('sha256').update(SAMLResponse).sign(privateKey)
  const floor = await cpuOf(() => createVerify('sha256').update(SAMLResponse).verify(publicKey, signature))
  report(
    'sign-in by SAML: CPU',
    `${saml.toFixed(2)} ms`,
    `${floor.toFixed(2)} ms`,
    undefined,
    'goal: 6 ms; beside: one signature',
  )

  const issuer = 'https://idp.test'
  const { token: idToken, jwk, verify } = await newIdToken(issuer, 'orrery', 'nonce')
  const answers: Record<string, object> = {
    '/.well-known/openid-configuration': {
      issuer,
      authorization_endpoint: `${issuer}/auth`,
      token_endpoint: `${issuer}/token`,
      jwks_uri: `${issuer}/jwks`,
      response_types_supported: ['code'],
      subject_types_supported: ['public'],
      id_token_signing_alg_values_supported: ['RS256'],
    },
    '/jwks': { keys: [jwk] },
    '/token': { access_token: 'x', token_type: 'Bearer', id_token: idToken },
  }
  const fetch = async (target: string | URL | Request) => {
    const { pathname } = new URL(target instanceof Request ? target.url : target)
    return Response.json(answers[pathname] ?? {})
  }
  const oidc = createOidc({ fetch: fetch as typeof globalThis.fetch })
  const redirectUri = `${base}/callback`
  const client = { issuer, clientId: 'orrery', clientSecret: 'secret', scopes: 'openid', redirectUri }
  const answer = new URL(`${redirectUri}?code=x&state=state&iss=${encodeURIComponent(issuer)}`)
  const expected = { state: 'state', nonce: 'nonce', verifier: 'verifier' }
  const ours = await cpuOf(() => oidc.finish(client, answer, expected))
  const jose = await cpuOf(verify)
  report(
    'sign-in by OIDC: CPU',
    `${ours.toFixed(2)} ms`,
    `${jose.toFixed(2)} ms`,
    undefined,
    'goal: 4 ms; beside: jose',
  )
}
