import type { Egress } from '../egress/egress.ts'
import { callProvider, callProviderJson } from './provider-call.ts'
import type { ModelConfig } from './provider-config.ts'

interface TrainingRequest {
  /** Lines of JSON. */
  examples: string
  validation?: string
  epochs: number
  batchSize?: number
  learningRate?: number
  /** Suffix of the name of the trained model. */
  suffix: string
}
export interface Metric {
  name: string
  points: { step: number; value: number }[]
}
export interface Training {
  state: 'queued' | 'running' | 'ready' | 'failed' | 'stopped'
  /** The name of the trained model, once it is ready. */
  model: string
  problem: string
  metrics: Metric[]
}
/** A service that trains models. Drivers of further protocols implement this. */
export interface FineTuning {
  begin(request: TrainingRequest): Promise<string>
  look(id: string): Promise<Training>
  stop(id: string): Promise<void>
  removeModel(model: string): Promise<void>
}
const states: Record<string, Training['state']> = {
  validating_files: 'queued',
  queued: 'queued',
  running: 'running',
  paused: 'stopped',
  succeeded: 'ready',
  failed: 'failed',
  cancelled: 'stopped',
}
const text = (value: unknown) => (typeof value === 'string' ? value : '')
const inner = (value: unknown) => (value ?? {}) as Record<string, unknown>

/** Whether a provider may support training: those with OpenAI's protocol. */
export const canTrain = ({ kind }: Pick<ModelConfig, 'kind'>): boolean =>
  kind === 'openai' || kind === 'openai-compatible'

/** OpenAI's protocol: upload files, create a job from them, and the job produces a model. */
export function createOpenAiTuning(config: ModelConfig, egress: Egress): FineTuning {
  const jobs = '/fine_tuning/jobs'
  async function upload(lines: string, name: string): Promise<string> {
    const form = new FormData()
    form.set('purpose', 'fine-tune')
    form.set('file', new File([lines], name, { type: 'application/jsonl' }))
    return text((await callProviderJson(config, egress, '/files', { form })).id)
  }
  async function metricsOf(id: string): Promise<Metric[]> {
    const { data } = await callProviderJson(config, egress, `${jobs}/${id}/checkpoints?limit=100`).catch(() => ({
      data: [],
    }))
    const known = new Map<string, Metric>()
    for (const checkpoint of Array.isArray(data) ? data : []) {
      const { step, ...values } = inner(inner(checkpoint).metrics)
      for (const [name, value] of Object.entries(values)) {
        if (typeof value !== 'number' || typeof step !== 'number') continue
        const metric = known.get(name) ?? { name, points: [] }
        metric.points.push({ step, value })
        known.set(name, metric)
      }
    }
    for (const metric of known.values()) metric.points.sort((a, b) => a.step - b.step)
    return [...known.values()]
  }
  return {
    async begin({ examples, validation, epochs, batchSize, learningRate, suffix }) {
      const training_file = await upload(examples, 'examples.jsonl')
      const validation_file = validation ? await upload(validation, 'validation.jsonl') : undefined
      const hyperparameters = {
        n_epochs: epochs,
        ...(batchSize !== undefined && { batch_size: batchSize }),
        ...(learningRate !== undefined && { learning_rate_multiplier: learningRate }),
      }
      const body = {
        model: config.model,
        training_file,
        ...(validation_file && { validation_file }),
        method: { type: 'supervised', supervised: { hyperparameters } },
        suffix,
      }
      return text((await callProviderJson(config, egress, jobs, { body })).id)
    },
    async look(id) {
      const job = await callProviderJson(config, egress, `${jobs}/${encodeURIComponent(id)}`)
      return {
        state: states[text(job.status)] ?? 'running',
        model: text(job.fine_tuned_model),
        problem: text(inner(job.error).message).slice(0, 1000),
        metrics: await metricsOf(encodeURIComponent(id)),
      }
    },
    async stop(id) {
      await callProvider(config, egress, `${jobs}/${encodeURIComponent(id)}/cancel`, { body: {} })
    },
    async removeModel(model) {
      await callProvider(config, egress, `/models/${encodeURIComponent(model)}`, { method: 'DELETE' })
    },
  }
}
