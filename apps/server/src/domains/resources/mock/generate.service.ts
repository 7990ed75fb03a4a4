import { GenStatus } from '@orrery/contract'
import type { Jobs } from '#kit/jobs.ts'
import type { Log } from '#kit/log.ts'
import { checkValue } from '#kit/json-schema/check-value.ts'
import type { WriteRequest } from '#domains/chat/model/shared/text-writer.ts'
import { toJsonSchema } from '#kit/json-schema/json-schema.ts'
import { sampleOf } from '#kit/json-schema/sample-value.ts'
import type { Tool } from '#domains/resources/plugin/shared/toolset.ts'
import type { MockChoice } from './mock.table.ts'
import { parse } from './mock-rules.ts'
import type { MockService } from './mock.service.ts'

const JOB = 'mock-generate'
export interface GenerateDeps {
  mocks: MockService
  jobs: Jobs
  log: Log
  /** Writes with the model of the space; throws if there is none. */
  write(request: WriteRequest): Promise<string>
}

/**
 * Generates answers for mock sets. A model's answer is used only if it fits the tool; otherwise a rule generates one.
 */
export function createMockGenerator({ mocks, jobs, log, write }: GenerateDeps) {
  async function one(
    tool: Tool,
    input: string,
    spaceId: string,
    seed: number,
    signal: AbortSignal,
  ): Promise<MockChoice> {
    const started = performance.now()
    const schema = toJsonSchema(tool.response)
    const fallback = JSON.stringify(sampleOf(tool.response, seed))
    const prompt = JSON.stringify({ tool: tool.name, about: tool.description, wish: input, variant: seed, schema })
    const text = await write({
      spaceId,
      system:
        'You write sample answers of APIs. Answer with one JSON object that fits the schema, with realistic values and nothing else.',
      prompt,
      schema,
      signal,
    }).catch((cause: unknown) => {
      log.debug({ err: cause }, 'no model wrote a mock answer')
      return ''
    })
    const value = parse(text)
    const isFit =
      typeof value === 'object' &&
      value !== null &&
      Object.keys(value).length > 0 &&
      checkValue(value, schema) === undefined
    return {
      content: isFit ? JSON.stringify(value) : fallback,
      inputTokens: isFit ? Math.ceil(prompt.length / 4) : 0,
      outputTokens: isFit ? Math.ceil(text.length / 4) : 0,
      ms: Math.round(performance.now() - started),
    }
  }
  async function run(taskId: string, signal: AbortSignal): Promise<void> {
    const task = await mocks.taskById(taskId)
    if (!task || task.status !== GenStatus.running) return
    const spaceId = await mocks.spaceOf(task.mockSetId)
    const set = spaceId && (await mocks.requireSet(task.mockSetId, spaceId))
    const tool = set && (await mocks.findTool(set.pluginId, set.toolId))
    if (!tool || !spaceId) return void (await mocks.endTask(taskId, { status: GenStatus.failed }))
    const choices: MockChoice[] = []
    for (let n = 1; n <= task.quantity; n += 1) {
      choices.push(await one(tool, task.request, spaceId, n, signal))
      if (!(await mocks.endTask(taskId, { choices }))) return
    }
    await mocks.endTask(taskId, { status: GenStatus.finished, choices })
  }
  return {
    run,
    start: () => jobs.define<{ taskId: string }>(JOB, ({ taskId }, signal) => run(taskId, signal), { retries: 1 }),
    async begin(setId: string, userId: string, quantity: number, input: string): Promise<string> {
      const id = await mocks.newTask(setId, userId, quantity, input)
      await jobs
        .send(JOB, { taskId: id })
        .catch((cause: unknown) => log.warn({ err: cause, taskId: id }, 'a task could not be handed over'))
      return id
    },
  }
}
export type MockGenerator = ReturnType<typeof createMockGenerator>
