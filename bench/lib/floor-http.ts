import { createServer } from 'node:http'

/** The floor of a start: Node with an HTTP server. */
createServer((_, response) => response.end('ok')).listen(Number(process.env.PORT), '127.0.0.1')
process.on('SIGTERM', () => process.exit(0))
