import { ConnectorId } from '@orrery/contract'
import { RunStatus } from './run-types.ts'
import type { ActiveRun, Outcome } from './active-run.ts'
import type { UsageGate } from './usage-gate.ts'

/** Counts the usage of runs of the public API, in the process where they end. */
export const createRunMeter =
  (ports: { readonly gate: Pick<UsageGate, 'spend'> }) =>
  ({ context }: Pick<ActiveRun, 'context'>, { status, result }: Pick<Outcome, 'status' | 'result'>): void => {
    // An interrupted run has not ended: its usage is counted at its end.
    if (!context.meter || status === RunStatus.interrupted) return
    const { resourceId, tokenId, api } = context.meter
    const { spaceId, userId, connectorId = ConnectorId.api } = context
    ports.gate.spend(
      { kind: 'workflow', resourceId, tokenId, spaceId, userId, connectorId, api },
      {
        failed: status === RunStatus.failed ? 1 : 0,
        inputTokens: result.usage.input,
        outputTokens: result.usage.output,
      },
    )
  }
