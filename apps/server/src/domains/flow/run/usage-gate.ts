/** An external use: of what, by whom, through which channel. */
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
/** What runs from outside pass before they begin, and where their usage is counted. */
export interface UsageGate {
  /** Refuses when a limit is reached; otherwise answers with what is told the end. */
  admit(use: OutsideUse): Promise<(used?: UsedTokens) => void>
  spend(use: OutsideUse & { spaceId: string }, used: UsedTokens): void
}
