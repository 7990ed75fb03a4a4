// Credentials are masked inside free text too: error messages quote URLs and headers.
const credential =
  /\b(pat_|sk-|oat_|Bearer\s+)[\w.~+/=-]{8,}|([?&](?:token|key|code|sig|password|api_key|access_token)=)[^&\s"']+/gi
export const maskSecrets = (text: string) =>
  text.replace(credential, (_, prefix?: string, query?: string) => `${prefix ?? query ?? ''}***`)

const bearer = /bearer/i
/** Whether a text may contain a credential. This check is much faster than masking, and rules out almost all texts. */
export const mayHoldSecret = (text: string): boolean =>
  text.includes('_') || text.includes('-') || text.includes('=') || bearer.test(text)
