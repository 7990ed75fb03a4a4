/** The user as whom an installed app acts in an enterprise, and the limits of its access. */
export interface Installed {
  userId: string
  enterpriseId: string
  onBehalf: boolean
  scopes: string[] | null
  spaces: string[] | null
}
