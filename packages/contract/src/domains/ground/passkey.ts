import { z } from 'zod'
import { op } from '#kit.ts'
import { id, name } from '#shared/fields.ts'

const bytes = z.string().min(1).max(20_000)
const transports = z.array(z.string().max(20)).max(10)
const credential = {
  id: z.string().min(1).max(1400),
  rawId: z.string().min(1).max(1400),
  type: z.literal('public-key'),
}

/** Result of `navigator.credentials.create`, as JSON. */
const created = z.object({
  ...credential,
  response: z.object({ clientDataJSON: bytes, attestationObject: bytes, transports: transports.optional() }),
})
/** Result of `navigator.credentials.get`, as JSON. */
export const passkeyProof = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: bytes,
    authenticatorData: bytes,
    signature: bytes,
    userHandle: z.string().max(200).nullish(),
  }),
})
/** Options for the browser, in the format of the WebAuthn standard. */
export const passkeyOptions = z.object({ options: z.record(z.string(), z.unknown()) })

/** Passkeys of the caller's own account. */
export const passkey = {
  list: op('POST /api/passport/passkey/list', {
    summary: 'List your passkeys',
    summaryZh: '列出你的通行密钥',
    output: () =>
      z.object({
        /** Passkeys need a domain name: browsers do not support them on IP addresses. */
        is_available: z.boolean(),
        passkeys: z.array(
          z.object({
            id: z.string(),
            name: z.string(),
            is_synced: z.boolean(),
            created_at: z.number(),
            last_used_at: z.number(),
          }),
        ),
      }),
  }),
  begin: op('POST /api/passport/passkey/begin', {
    summary: 'Get what your browser needs to create a passkey',
    summaryZh: '获取浏览器创建通行密钥所需的参数',
    stepUp: true,
    input: () => z.object({ password: z.string().max(512) }),
    output: passkeyOptions,
  }),
  add: op('POST /api/passport/passkey/add', {
    summary: 'Add the passkey that your browser created',
    summaryZh: '添加浏览器创建的通行密钥',
    input: () => z.object({ name: name(50), credential: created }),
    output: () => z.object({ id: z.string() }),
  }),
  rename: op('POST /api/passport/passkey/rename', {
    summary: 'Rename one of your passkeys',
    summaryZh: '重命名通行密钥',
    input: () => z.object({ passkey_id: id(), name: name(50) }),
  }),
  remove: op('POST /api/passport/passkey/remove', {
    summary: 'Remove one of your passkeys',
    summaryZh: '移除通行密钥',
    stepUp: true,
    input: () => z.object({ passkey_id: id() }),
  }),
  beginStepUp: op('POST /api/passport/passkey/begin_step_up', {
    summary: 'Get what your browser needs to confirm your identity with a passkey',
    summaryZh: '获取用通行密钥确认身份所需的参数',
    output: passkeyOptions,
  }),
  stepUp: op('POST /api/passport/passkey/step_up', {
    summary: 'Confirm your identity with a passkey before a sensitive action',
    summaryZh: '在敏感操作前用通行密钥确认身份',
    input: () => z.object({ credential: passkeyProof }),
    output: () => z.object({ fresh_until: z.number() }),
  }),
}
