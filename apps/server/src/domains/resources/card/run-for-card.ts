import type { RunForCard } from './card-press.service.ts'

interface Runner {
  readonly servedWorkflows: {
    find(workflowId: string): Promise<{
      run(
        args: Record<string, unknown>,
        caller: {
          userId: string
          botId: string
          connectorId: string
          conversationId: string
          logId: string
          connectorUid?: string
          meter?: { resourceId: string; tokenId: string }
        },
        signal?: AbortSignal,
      ): Promise<{ output: string } | { problem: string }>
    }>
  }
  readonly gate: {
    admit(use: {
      kind: 'workflow'
      resourceId: string
      spaceId: string
      userId: string
      connectorId: string
    }): Promise<(figures?: object) => void>
  }
}
const MAX_MS = 60_000

/**
 * Runs the published workflow of a button for the person in the conversation. Outside the studio it counts as usage.
 */
export const createRunForCard =
  (ports: Runner, spaceOf: (workflowId: string) => Promise<string | undefined>): RunForCard =>
  async (workflowId, inputs, conversation, logId) => {
    const { spaceId, userId, botId, connectorId, id: conversationId, endUser, isDraft } = conversation
    // The workflow may have moved to another space since the card was published.
    if ((await spaceOf(workflowId)) !== spaceId) return { problem: 'the workflow is gone' }
    const workflow = await ports.servedWorkflows.find(workflowId)
    const settle = isDraft
      ? undefined
      : await ports.gate.admit({ kind: 'workflow', resourceId: workflowId, spaceId, userId, connectorId })
    try {
      const result = await workflow.run(
        inputs,
        {
          userId,
          botId,
          connectorId,
          conversationId,
          logId,
          ...(endUser && { connectorUid: endUser }),
          ...(!isDraft && { meter: { resourceId: workflowId, tokenId: '' } }),
        },
        AbortSignal.timeout(MAX_MS),
      )
      settle?.({})
      return result
    } catch (cause) {
      settle?.()
      throw cause
    }
  }
