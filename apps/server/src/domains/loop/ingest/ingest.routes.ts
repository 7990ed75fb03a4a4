import { type contract, isId } from '@orrery/contract'
import type { Ctx, Handlers } from '#kit/http/context.ts'
import { ingestErrors } from './ingest.errors.ts'
import type { IngestService, Taken } from './ingest.service.ts'
import { readJson } from './otlp-json.ts'
import { readProtobuf, writeProtobuf } from './otlp-protobuf.ts'
import type { OtlpSpan } from './otlp-types.ts'
import { readBody } from './read-body.ts'
import type { SpanFiles } from './span-file.service.ts'

const SPACE = 'cozeloop.workspace_id'
const JSON_TYPE = 'application/json'
const PROTOBUF_TYPE = 'application/x-protobuf'

export interface IngestRoutesDeps {
  ingest: IngestService
  files: SpanFiles
}

export function ingestRoutes({ ingest, files }: IngestRoutesDeps): Handlers<typeof contract.traceIngest> {
  return {
    async spans({ spans }) {
      await ingest.takeLoop(spans)
      return {}
    },
    async otlp(_, ctx) {
      const type = (ctx.request.headers.get('content-type') ?? '').split(';')[0]!.trim().toLowerCase()
      if (type !== JSON_TYPE && type !== PROTOBUF_TYPE) throw ingestErrors.wrongType()
      const body = await readBody(ctx.request)
      const spans = await ingest.read(() => (type === JSON_TYPE ? readJson(body) : readProtobuf(body)))
      const spaceOf = spaceFinder(ctx)
      for (const spaceId of new Set(spans.map(spaceOf))) await ctx.access.require(ctx.actor!, 'space', spaceId, 'view')
      return answer(type, await ingest.takeOtlp(spans, spaceOf, ctx.locale))
    },
    async file({ workspace_id, file }, ctx) {
      const bytes = new Uint8Array(await file.arrayBuffer())
      await files.store({ spaceId: workspace_id, userId: ctx.userId, key: file.name, type: file.type, bytes })
      return { bytes: bytes.byteLength, file_name: file.name }
    },
  }
}

/** The space of a span: named by itself, by the request, or the only one that the token reaches. */
function spaceFinder(ctx: Ctx): (span: OtlpSpan) => string {
  const spaces = ctx.actor?.token?.spaces
  const only = spaces && spaces !== 'all' && spaces.size === 1 ? [...spaces][0] : undefined
  const named = ctx.request.headers.get('cozeloop-workspace-id')?.trim() || only
  return ({ attributes, resource }) => {
    const own = attributes[SPACE] ?? resource[SPACE]
    const spaceId = own === undefined || own === null ? named : String(own as string | number)
    if (!spaceId || !isId(spaceId)) throw ingestErrors.noSpace()
    return spaceId
  }
}

/** In the form in which the request came. */
function answer(type: string, { rejected, problem, cut }: Taken): Response {
  const headers = { 'content-type': type }
  const errorMessage = problem || cut
  if (type === PROTOBUF_TYPE) return new Response(Buffer.from(writeProtobuf(rejected, errorMessage)), { headers })
  const body = errorMessage ? { partialSuccess: { rejectedSpans: String(rejected), errorMessage } } : {}
  return new Response(JSON.stringify(body), { headers })
}
