declare module 'virtual:contract-routes' {
  import type { RouteTable } from '@orrery/contract/client'
  /** Method and path of the calls that are made before the studio is loaded. Generated at build time. */
  export const routes: RouteTable
}

declare module 'virtual:contract-routes/more' {
  import type { RouteTable } from '@orrery/contract/client'
  /** Method and path of all other calls. */
  export const routes: RouteTable
}
