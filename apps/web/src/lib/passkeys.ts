type Options = Record<string, unknown>

/** Whether this browser can create and use passkeys at all. */
export const canUsePasskeys = (): boolean =>
  typeof PublicKeyCredential === 'function' && typeof PublicKeyCredential.parseRequestOptionsFromJSON === 'function'

export async function createPasskey(options: Options): Promise<never> {
  const json = options as unknown as PublicKeyCredentialCreationOptionsJSON
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(json)
  return asJson(await navigator.credentials.create({ publicKey }))
}

export async function signWithPasskey(options: Options): Promise<never> {
  const json = options as unknown as PublicKeyCredentialRequestOptionsJSON
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(json)
  return asJson(await navigator.credentials.get({ publicKey }))
}

/** The call validates its input; the types of the standard are looser than those of the contract. */
const asJson = (credential: Credential | null) => (credential as PublicKeyCredential).toJSON() as never

/** The refusal by the browser or the person, as a key of `passport`. */
export function passkeyFault(error: unknown): 'passkey.cancelled' | 'passkey.known' | 'passkey.wrongHost' | undefined {
  if (!(error instanceof DOMException)) return undefined
  if (error.name === 'InvalidStateError') return 'passkey.known'
  return error.name === 'SecurityError' ? 'passkey.wrongHost' : 'passkey.cancelled'
}
