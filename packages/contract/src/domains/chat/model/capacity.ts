import { z } from 'zod'
import { op } from '#kit.ts'
import { id, noOrganization } from '#shared/fields.ts'

const api = '/api/intelligence_api/model'
/** Numbers come as text from the pages of the studio. */
const count = (most: number) => z.coerce.number().int().min(0).max(most)
const tokens = count(2_000_000_000)
const seconds = count(100_000_000_000)
/** A model belongs to a space or to the instance, never to an enterprise. */
const ofModel = { model_id: id(), enterprise_id: noOrganization(), organization_id: noOrganization() }

/** More tokens a minute than a model is bound to, for a time. */
export const modelCapacity = {
  expand: op(`POST ${api}/expansion_tpm`, {
    summary: 'Let a model take and give more tokens a minute for a time',
    access: 'user',
    input: () =>
      z.object({
        ...ofModel,
        tpm_input_expansion: tokens.default(0),
        tpm_output_expansion: tokens.default(0),
        start_time: seconds,
        end_time: seconds,
      }),
    output: () => z.object({ record_id: z.string() }),
  }),
  estimate: op(`POST ${api}/get_estimated_tpm_expansion`, {
    summary: 'How many more tokens a minute so many calls would take, by what calls took before',
    access: 'user',
    input: () =>
      z.object({
        ...ofModel,
        estimated_rpm: count(1_000_000),
        StartTime: seconds.optional(),
        EndTime: seconds.optional(),
      }),
    output: () => z.object({ tpm_input_expansion: z.number(), tpm_output_expansino: z.number() }),
  }),
  cost: op(`POST ${api}/get_estimated_tpm_expansion_cost`, {
    summary: 'What a minute costs in which so many tokens are taken and given, by the prices of the model',
    access: 'user',
    input: () => z.object({ ...ofModel, input_tpm: tokens.default(0), output_tpm: tokens.default(0) }),
    output: () => z.object({ estimated_cost: z.number() }),
  }),
}
