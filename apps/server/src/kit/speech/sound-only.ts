import type { EgressResponse } from '../egress/answer.ts'
import { modelErrors } from '../models/model-errors.ts'
import type { ModelConfig } from '../models/provider-config.ts'

/** Returns the answer if it is sound; throws if the provider sent none. */
export function soundOnly(answer: EgressResponse, { providerName }: ModelConfig): EgressResponse {
  if (answer.headers.get('content-type')?.startsWith('audio/')) return answer
  answer.body.destroy()
  throw modelErrors.notSound({ provider: providerName })
}
