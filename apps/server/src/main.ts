import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { enableCompileCache, flushCompileCache } from 'node:module'
import { setTimeout } from 'node:timers/promises'
import { getRequestListener } from '@hono/node-server'
import { compileCacheDir, type Config, ConfigError, readConfig } from '#kit/config.ts'
import { listenerFor } from '#kit/http/direct.ts'
import { keepMemorySmall } from '#kit/keep-memory-small.ts'
import type { Log } from '#kit/log.ts'
import type { OtlpGrpcOptions } from '#kit/otlp-grpc.ts'
import type { EmbeddedPostgres } from '#kit/postgres/embedded.ts'
import { StartError } from '#kit/start-error.ts'
import { acceptSockets } from '#kit/ws/upgrade.ts'

enableCompileCache(compileCacheDir)

/** How long a stopping process waits for open requests. */
const STOP_MS = 5_000

async function start(config: Config) {
  const server = createServer({
    requestTimeout: 120_000,
    headersTimeout: 20_000,
    keepAliveTimeout: 65_000,
    maxHeaderSize: 32 * 1024,
  })
  // Requests that arrive before the app is ready wait.
  const early: [IncomingMessage, ServerResponse][] = []
  const hold = (request: IncomingMessage, response: ServerResponse) => void early.push([request, response])
  server.on('request', hold)
  // The port is taken first: a second process must not touch the database of the first.
  await listen(server, config)
  // The database starts in its own processes while the code of the server is loaded.
  const { openEmbedded } = await import('#kit/postgres/open-embedded.ts')
  const database = config.databaseUrl ? undefined : openEmbedded(config.dataDir)
  try {
    const [embedded, { createLog }, { openInfra }, { buildApp }] = await Promise.all([
      database,
      import('#kit/log.ts'),
      import('#kit/infra.ts'),
      import('./app.ts'),
    ])
    const log = createLog({ level: config.logLevel })
    if (embedded?.adopted) log.info('took over the database that an earlier process left running')
    const infra = await openInfra(config, config.databaseUrl ?? embedded!.url, log)
    const { app, direct, start: startBackground } = buildApp(infra)
    const answer = listenerFor(direct, getRequestListener(app.fetch))
    server.off('request', hold)
    server.on('request', answer)
    acceptSockets(server, app.fetch)
    for (const [request, response] of early) answer(request, response)
    const grpc =
      config.otlpGrpcPort === undefined ? undefined : await openGrpc(config, config.otlpGrpcPort, app.fetch, log)
    announce(config, server, embedded)
    // Otherwise, Node writes the cache only when a process exits normally.
    setImmediate(flushCompileCache)
    keepMemorySmall()
    startBackground().catch((cause: unknown) => log.error({ err: cause }, 'background work could not start'))

    let isStopping = false
    const stop = async (signal: string) => {
      if (isStopping) return
      isStopping = true
      log.info({ signal }, 'stopping')
      globalThis.setTimeout(() => process.exit(1), 30_000).unref()
      await Promise.all([closeServer(server), grpc?.close()])
      await infra.close()
      await embedded?.release()
      await embedded?.stop()
      process.exit(0)
    }
    process.on('SIGTERM', () => void stop('SIGTERM'))
    process.on('SIGINT', () => void stop('SIGINT'))
    process.on('disconnect', () => void stop('parent gone'))
    stopWithNpm(() => void stop('npm gone'))
  } catch (cause) {
    const embedded = await database?.catch(() => undefined)
    await embedded?.stop()
    throw cause
  }
}

/** Open requests are answered before the database closes. Streams and sockets may last forever, so they are cut off. */
async function closeServer(server: Server): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()))
  const idle = setInterval(() => server.closeIdleConnections(), 50)
  await Promise.race([closed, setTimeout(STOP_MS)])
  clearInterval(idle)
  server.closeAllConnections()
}

async function openGrpc(config: Config, port: number, fetch: OtlpGrpcOptions['fetch'], log: Log) {
  const { openOtlpGrpc } = await import('#kit/otlp-grpc.ts')
  return openOtlpGrpc({ host: config.host, port, fetch, log }).catch((cause: Error) => {
    throw new StartError(`Cannot take spans by gRPC on ${config.host}:${port}: ${cause.message}`)
  })
}

/** A killed npm cannot forward the signal, but this process then gets another parent. */
function stopWithNpm(stop: () => void) {
  if (!process.env.npm_lifecycle_event) return
  const parent = process.ppid
  setInterval(() => process.ppid !== parent && stop(), 500).unref()
}

function listen(server: ReturnType<typeof createServer>, config: Config) {
  return new Promise<void>((resolve, reject) => {
    server.once('error', (cause: NodeJS.ErrnoException) =>
      reject(
        new StartError(
          cause.code === 'EADDRINUSE'
            ? `Port ${config.port} on ${config.host} is in use. Stop what uses it, or choose another with PORT or --port.`
            : `Cannot listen on ${config.host}:${config.port}: ${cause.message}`,
        ),
      ),
    )
    server.listen(config.port, config.host, resolve)
  })
}

function announce(config: Config, server: ReturnType<typeof createServer>, embedded?: EmbeddedPostgres) {
  const { port } = server.address() as { port: number }
  const base = new URL(config.publicUrl)
  const shown = config.port === 0 ? `http://127.0.0.1:${port}` : base.origin
  process.stdout.write(`\n  Orrery is ready at ${shown}\n`)
  if (embedded)
    process.stdout.write(
      `  Data in ${config.dataDir}${embedded.dir.startsWith(config.dataDir) ? '' : `, database in ${embedded.dir}`}\n\n`,
    )
}

try {
  await start(readConfig(process.env, process.argv.slice(2)))
} catch (cause) {
  const isExpected = cause instanceof StartError || cause instanceof ConfigError
  process.stderr.write(`\nOrrery could not start: ${isExpected ? cause.message : (cause as Error).stack}\n`)
  process.exit(1)
}
