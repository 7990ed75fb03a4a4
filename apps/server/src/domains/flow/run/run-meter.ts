import { ConnectorId } from '@orrery/contract'
import type { Gate } from '#domains/reach/open/gate.ts'
import { RunStatus } from './run-types.ts'
import type { Active, Outcome } from './runner.ts'

/** Counts what runs that were called from outside have used, in whichever process they end. */
export const createRunMeter =
  ({ spend }: Pick<Gate, 'spend'>) =>
  ({ context }: Pick<Active, 'context'>, { status, result }: Pick<Outcome, 'status' | 'result'>): void => {
    // One that waits for a person has not ended: its figures come with its end.
    if (!context.meter || status === RunStatus.interrupted) return
    const { resourceId, tokenId } = context.meter
    const { spaceId, userId, connectorId = ConnectorId.api } = context
    spend(
      { kind: 'workflow', resourceId, tokenId, spaceId, userId, connectorId },
      {
        failed: status === RunStatus.failed ? 1 : 0,
        inputTokens: result.usage.input,
        outputTokens: result.usage.output,
      },
    )
  }
