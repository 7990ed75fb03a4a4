import { Agent, createServer, request as send } from 'node:http'

/** The floor of a stream: a proxy that passes bytes on without parsing them. */
const agent = new Agent({ keepAlive: true })
const body = JSON.stringify({ model: 'm', stream: true, messages: [{ role: 'user', content: 'hi' }] })
const server = createServer((request, response) => {
  if (request.url === '/readyz') return void response.end('ok')
  request.resume()
  request.on('end', () => {
    const options = { method: 'POST', agent, headers: { 'content-type': 'application/json' } }
    const upstream = send(`${process.env.UPSTREAM}/v1/chat/completions`, options, (answer) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' })
      answer.pipe(response)
    })
    upstream.end(body)
  })
})
// Connections must stay open during the pause between two rounds.
server.keepAliveTimeout = 120_000
server.listen(Number(process.env.PORT), '127.0.0.1')
process.on('SIGTERM', () => process.exit(0))
