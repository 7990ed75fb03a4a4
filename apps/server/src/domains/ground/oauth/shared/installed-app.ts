/** As whom an app acts in an enterprise, and how far. */
export interface Installed {
  userId: string
  enterpriseId: string
  onBehalf: boolean
  scopes: string[] | null
  spaces: string[] | null
}
