import { Agent, createServer, type IncomingMessage, request } from 'node:http'

/**
 * The minimal gateway between a program and a model: takes a call, requests a stream from MODEL, joins the chunks and
 * answers. It does no authentication, lookup, rate limiting, rendering or recording.
 */
const agent = new Agent({ keepAlive: true })
const url = `${process.env.MODEL}/chat/completions`
interface Call {
  variable_vals: { value: string }[]
}

async function textOf(incoming: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of incoming as AsyncIterable<Buffer>) chunks.push(chunk)
  return Buffer.concat(chunks).toString()
}
async function ask({ variable_vals: values }: Call): Promise<string> {
  const content = `Greet ${values[0]?.value} in a friendly way.`
  const body = JSON.stringify({ model: 'm', stream: true, messages: [{ role: 'system', content }] })
  const headers = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }
  const answer = await new Promise<IncomingMessage>((resolve, reject) =>
    request(url, { method: 'POST', agent, headers }, resolve).on('error', reject).end(body),
  )
  let text = ''
  for (const line of (await textOf(answer)).split('\n')) {
    if (!line.startsWith('data: {')) continue
    text += JSON.parse(line.slice(6)).choices[0]?.delta.content ?? ''
  }
  return text
}
createServer(async (incoming, response) => {
  if (incoming.url === '/readyz') return void response.end('ok')
  const content = await ask(JSON.parse(await textOf(incoming)) as Call)
  response.setHeader('content-type', 'application/json')
  response.end(JSON.stringify({ code: 0, msg: '', data: { message: { role: 'assistant', content } } }))
}).listen(Number(process.env.PORT), '127.0.0.1')
process.on('SIGTERM', () => process.exit(0))
