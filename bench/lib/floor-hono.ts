import { serve } from '@hono/node-server'
import { Hono } from 'hono'

/** The floor of a request: Hono on Node with a JSON response of about the same size. */
const answer = {
  code: 0,
  msg: '',
  data: Object.fromEntries(Array.from({ length: 10 }, (_, n) => [`field_${n}`, 'a value of this length'])),
}
const app = new Hono()
app.get('/readyz', (c) => c.text('ok'))
app.post('/json', (c) => c.json(answer))
serve({ fetch: app.fetch, port: Number(process.env.PORT), hostname: '127.0.0.1' })
process.on('SIGTERM', () => process.exit(0))
