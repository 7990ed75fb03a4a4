import { spawn } from 'node:child_process'
import path from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { rootDir } from '#kit/config.ts'
import { listening } from '#testing/listening.ts'
import { openTestApp, type TestApp } from '#testing/test-app.ts'

let t: TestApp
let env: Record<string, string>
beforeAll(async () => {
  t = await openTestApp()
  const owner = await t.register('owner')
  const made = { kind: 'openai-compatible', name: 'Priced', base_url: 'https://models.example.test/v1' } as const
  const { id } = await owner.api.instanceModel.createProvider({ ...made, api_key: 'sk-watched-000001' })
  const priced = { provider_id: id, name: 'GPT', model: 'gpt-4o', price_in: 1000, price_out: 2000 }
  await owner.api.instanceModel.createModel(priced)
  env = {
    TRACES_URL: `${await listening(t)}/v1/traces`,
    SPACE_ID: (await owner.api.space.create({ name: 'Programs' })).id,
    TOKEN: (await owner.api.token.create({ name: 'Exporter', duration_day: '1' })).token,
  }
})
async function run(library: string): Promise<number> {
  const program = path.join(rootDir, 'apps/server/src/testing/instrumented-openai.ts')
  const child = spawn(process.execPath, [program], {
    cwd: rootDir,
    env: { PATH: process.env.PATH, ...env, LIBRARY: library },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  return new Promise((resolve) => child.once('exit', (code) => resolve(code ?? 1)))
}

test.each([
  // This package records message contents as OpenTelemetry logs, which we do not ingest.
  ['@opentelemetry/instrumentation-openai', '', ''],
  ['@arizeai/openinference-instrumentation-openai', 'Weather?', 'Sunny.'],
  ['@traceloop/instrumentation-openai', 'Weather?', 'Sunny.'],
])('%s: a model call is stored below its root, with tokens, cost and content', async (service, input, output) => {
  expect(await run(service)).toBe(0)
  const { rows } = await t.infra.database.pool.query<Record<string, string>>(
    `SELECT * FROM span JOIN span_body USING (keep, started_at, space_id, trace_id, span_id)
     WHERE service = $1 ORDER BY parent_id <> ''`,
    [service],
  )
  const [root, call] = rows
  expect(rows).toHaveLength(2)
  expect(root).toMatchObject({ parent_id: '', name: 'answer a question' })
  expect(call).toMatchObject({
    parent_id: root!.span_id,
    trace_id: root!.trace_id,
    kind: 'model',
    model: 'gpt-4o-2024',
    provider: 'openai',
    input_tokens: '12',
    output_tokens: '3',
    cost: 0.018,
  })
  expect(call!.input).toContain(input)
  expect(call!.output).toContain(output)
  const heads = await t.infra.database.pool.query('SELECT * FROM trace_head WHERE trace_id = $1', [root!.trace_id])
  expect(heads.rows).toMatchObject([{ root_id: root!.span_id, span_count: 2, input_tokens: '12', cost: 0.018 }])
})
