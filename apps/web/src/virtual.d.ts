declare module 'virtual:contract-routes' {
  import type { RouteTable } from '@orrery/contract/client'
  /** Method and path of every call of the contract, made at build time. */
  export const routes: RouteTable
}
