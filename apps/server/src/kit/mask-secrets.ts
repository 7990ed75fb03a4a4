// Credentials are masked inside free text too: error messages quote URLs and headers.
const credential =
  /\b(pat_|sk-|oat_|Bearer\s+)[\w.~+/=-]{8,}|([?&](?:token|key|code|sig|password|api_key|access_token)=)[^&\s"']+/gi
export const maskSecrets = (text: string) =>
  text.replace(credential, (_, prefix?: string, query?: string) => `${prefix ?? query ?? ''}***`)
