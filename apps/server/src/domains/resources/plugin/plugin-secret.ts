import type { Secrets } from '#kit/secrets.ts'

/** What must not be seen, with the origins that it may be sent to. Kept sealed, as one text. */
export interface PluginSecret {
  serviceToken: string
  /** Where the service token goes. */
  origin: string
  clientSecret: string
  /** Where the client secret goes. */
  tokenOrigin: string
}
export const noSecret: PluginSecret = { serviceToken: '', origin: '', clientSecret: '', tokenOrigin: '' }

export const sealSecret = (secrets: Secrets, secret: PluginSecret): string | null =>
  secret.serviceToken || secret.clientSecret ? secrets.seal(JSON.stringify(secret)) : null
export const openSecret = (secrets: Secrets, sealed: string | null): PluginSecret =>
  sealed ? { ...noSecret, ...(JSON.parse(secrets.open(sealed)) as Partial<PluginSecret>) } : noSecret
export const originOf = (url: string): string => (URL.canParse(url) ? new URL(url).origin : '')
