import type { EgressResponse } from '../egress/answer.ts'
import { modelErrors } from '../models/model-errors.ts'
import type { ModelConfig } from '../models/provider-config.ts'

/** Sound, or the error that says that there is none. */
export function soundOnly(answer: EgressResponse, { providerName }: ModelConfig): EgressResponse {
  if (answer.headers.get('content-type')?.startsWith('audio/')) return answer
  answer.body.destroy()
  throw modelErrors.notSound({ provider: providerName })
}
