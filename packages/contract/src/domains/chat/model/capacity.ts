import { z } from 'zod'
import { op } from '#kit.ts'
import { id, noOrganization } from '#shared/fields.ts'

const api = '/api/intelligence_api/model'
/** Pages of the studio send numbers as text. */
const count = (most: number) => z.coerce.number().int().min(0).max(most)
const tokens = count(2_000_000_000)
const seconds = count(100_000_000_000)
/** A model belongs to a space or to the instance, never to an enterprise. */
const ofModel = { model_id: id(), enterprise_id: noOrganization(), organization_id: noOrganization() }

/** Raises the limit of tokens per minute of a model for a while. */
export const modelCapacity = {
  expand: op(`POST ${api}/expansion_tpm`, {
    summary: 'Raise the tokens per minute of a model for a time',
    summaryZh: '临时提高模型每分钟的 Token 上限',
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
    summary: 'Estimate the tokens per minute for a number of calls',
    summaryZh: '根据调用次数估算每分钟 Token',
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
    summary: 'Get the cost per minute for a number of tokens',
    summaryZh: '获取每分钟 Token 的费用',
    access: 'user',
    input: () => z.object({ ...ofModel, input_tpm: tokens.default(0), output_tpm: tokens.default(0) }),
    output: () => z.object({ estimated_cost: z.number() }),
  }),
}
