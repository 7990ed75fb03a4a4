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
  // Its own recorder of contents is the logs of OpenTelemetry, which are none of ours.
  ['@opentelemetry/instrumentation-openai', '', ''],
  ['@arizeai/openinference-instrumentation-openai', 'Weather?', 'Sunny.'],
  ['@traceloop/instrumentation-openai', 'Weather?', 'Sunny.'],
])('%s: a call of a model, with its tokens and what was said', async (service, input, output) => {
  expect(await run(service)).toBe(0)
  const { rows } = await t.infra.database.pool.query<Record<string, string>>(
    `SELECT * FROM span JOIN span_body USING (keep, started_at, space_id, trace_id, span_id) WHERE service = $1`,
    [service],
  )
  expect(rows).toMatchObject([
    { kind: 'model', model: 'gpt-4o-2024', provider: 'openai', input_tokens: '12', output_tokens: '3', parent_id: '' },
  ])
  expect(rows[0]!.input).toContain(input)
  expect(rows[0]!.output).toContain(output)
})
