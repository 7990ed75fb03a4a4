import type { Secrets } from '#kit/secrets.ts'

/** Secrets with the origins that may receive them, sealed as one text. */
export interface PluginSecret {
  serviceToken: string
  /** The only origin that the service token is sent to. */
  origin: string
  clientSecret: string
  /** The only origin that the client secret is sent to. */
  tokenOrigin: string
}
export const noSecret: PluginSecret = { serviceToken: '', origin: '', clientSecret: '', tokenOrigin: '' }

export const sealSecret = (secrets: Secrets, secret: PluginSecret): string | null =>
  secret.serviceToken || secret.clientSecret ? secrets.seal(JSON.stringify(secret)) : null
export const openSecret = (secrets: Secrets, sealed: string | null): PluginSecret =>
  sealed ? { ...noSecret, ...(JSON.parse(secrets.open(sealed)) as Partial<PluginSecret>) } : noSecret
export const originOf = (url: string): string => (URL.canParse(url) ? new URL(url).origin : '')
