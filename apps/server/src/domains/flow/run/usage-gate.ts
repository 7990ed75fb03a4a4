/** A call of the public API: what it uses, by whom, through which channel. */
interface OutsideUse {
  kind: 'workflow'
  resourceId: string
  spaceId?: string | undefined
  userId: string
  tokenId?: string | undefined
  connectorId: string
  api?: string | undefined
}
interface UsedTokens {
  failed?: number
  inputTokens?: number
  outputTokens?: number
}
/** Admits calls of the public API before they run, and counts their usage. */
export interface UsageGate {
  /** Throws if a limit is reached. The returned function reports the end of the call. */
  admit(use: OutsideUse): Promise<(used?: UsedTokens) => void>
  spend(use: OutsideUse & { spaceId: string }, used: UsedTokens): void
}
