/** Types for the part of the package that tests use; the package ships none. */
declare module 'oidc-provider' {
  import type { RequestListener } from 'node:http'

  interface Found {
    accountId: string
    clientId: string
  }
  interface ProviderClient {
    backchannelLogoutUri?: string
    backchannelLogout(accountId: string, sid: string): Promise<void>
  }
  export class Provider {
    constructor(issuer: string, configuration: object)
    callback(): RequestListener
    AccessToken: { find(token: string): Promise<Found | undefined> }
    Client: { find(id: string): Promise<ProviderClient | undefined> }
    ClientCredentials: { find(token: string): Promise<Found | undefined> }
  }
}
