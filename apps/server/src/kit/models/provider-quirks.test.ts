import { beforeEach, expect, test } from 'vitest'
import { openScriptedModel, type Reply, says } from '#testing/scripted-model.ts'
import { createEgress } from '../egress/egress.ts'
import { createLog } from '../log.ts'
import { createChatModel } from './chat-model.ts'
import { createEmbeddingModel } from './embedding-model.ts'
import type { ModelConfig } from './provider-config.ts'
import { createRerankModel } from './rerank-model.ts'

/** Known providers with deviations from the protocol; their host names lead to the scripted server. */
const server = await openScriptedModel()
const port = server.host.split(':')[1]
const egress = createEgress({
  allow: [],
  log: createLog({ destination: { write: () => {} } }),
  resolve: async () => ['93.184.216.34'],
  dial: () => '127.0.0.1',
})
beforeEach(() => server.reset())
const at = (host: string, path: string): ModelConfig => ({
  kind: 'openai-compatible',
  providerName: host,
  baseUrl: `http://${host}:${port}${path}`,
  apiKey: 'sk-quirks-00000001',
  model: 'tiny',
})
const ask = async (config: ModelConfig) => {
  server.script(says('ok'))
  const params = { temperature: 1.6, maxTokens: 50 }
  await createChatModel(config, egress).chat({ messages: [{ role: 'user', content: 'hi' }], params })
  return server.requests.at(-1)!
}
const json = (body: object): Reply => ({ headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) })

test('temperatures that a provider would refuse are clamped', async () => {
  expect((await ask(at('api.moonshot.cn', '/v1'))).body.temperature).toBe(1)
  expect((await ask(at('open.bigmodel.cn', '/api/paas/v4'))).body.temperature).toBe(1)
  expect((await ask(at('api.deepseek.com', '/v1'))).body.temperature).toBe(1.6)
})

test('Azure has its own field for the maximum length of an answer', async () => {
  const { body, path } = await ask(at('mine.openai.azure.com', '/openai/v1'))
  expect([path, body.max_completion_tokens, body.max_tokens]).toEqual(['/openai/v1/chat/completions', 50, undefined])
  expect((await ask(at('api.siliconflow.cn', '/v1'))).body).toMatchObject({ max_tokens: 50 })
})

test('DashScope takes ten texts per embedding call, and reranks at a URL of its own', async () => {
  const config = at('dashscope.aliyuncs.com', '/compatible-mode/v1')
  const vectors = (count: number) =>
    json({
      data: Array.from({ length: count }, (_, index) => ({ index, embedding: [1, 0] })),
      usage: { prompt_tokens: 1 },
    })
  server.script(vectors(10), vectors(2))
  const texts = Array.from({ length: 12 }, (_, n) => `text ${n}`)
  expect((await createEmbeddingModel(config, egress).embed(texts)).vectors).toHaveLength(12)
  expect(server.requests.map(({ body }) => (body.input as string[]).length)).toEqual([10, 2])
  server.script(json({ results: [{ index: 0, relevance_score: 0.7 }] }))
  expect((await createRerankModel(config, egress).rerank('q', ['p'])).scores).toEqual([0.7])
  expect(server.requests.at(-1)!.path).toBe('/compatible-api/v1/reranks')
})
