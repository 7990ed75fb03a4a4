import { createServer, type ServerResponse } from 'node:http'

/** The upstream of the chat benchmarks: an OpenAI-compatible server that sends TOKENS words, one every GAP_MS. */
const tokens = Number(process.env.TOKENS)
const gap = Number(process.env.GAP_MS)
/** Ends a sentence after this many words; 0 for never. */
const marks = Number(process.env.MARKS ?? 0)
const wordAt = (at: number) => (marks && at % marks === marks - 1 ? `word${at}. ` : `word${at} `)
const chunk = (delta: object, rest: object = {}) =>
  `data: ${JSON.stringify({ id: 'c', object: 'chat.completion.chunk', created: 1, model: 'm', choices: [{ index: 0, delta, finish_reason: null }], ...rest })}\n\n`
const usage = { prompt_tokens: 5, completion_tokens: tokens, total_tokens: tokens + 5 }

function answer(response: ServerResponse) {
  response.writeHead(200, { 'content-type': 'text/event-stream' })
  const started = performance.now()
  let said = 0
  const next = () => {
    if (said < tokens) {
      response.write(chunk({ content: wordAt(said) }))
      said += 1
      // Follows the clock, so that a busy machine does not prolong the answer.
      return void setTimeout(next, Math.max(0, started + said * gap - performance.now()))
    }
    response.end(`${chunk({}, { choices: [{ index: 0, delta: {}, finish_reason: 'stop' }], usage })}data: [DONE]\n\n`)
  }
  next()
}
const server = createServer((request, response) => {
  if (request.url === '/readyz') return void response.end('ok')
  request.resume()
  request.on('end', () => answer(response))
})
// Connections must stay open during the pause between two rounds.
server.keepAliveTimeout = 120_000
server.listen(Number(process.env.PORT), '127.0.0.1')
process.on('SIGTERM', () => process.exit(0))
