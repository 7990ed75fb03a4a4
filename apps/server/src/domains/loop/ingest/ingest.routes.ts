import type { contract } from '@orrery/contract'
import { INGEST_LIMITS } from '@orrery/contract/shared/trace-enums'
import { type Ctx, type Handlers, ReadyText } from '#kit/http/context.ts'
import { ingestErrors } from './ingest.errors.ts'
import type { IngestService } from './ingest.service.ts'
import type { Taken } from './map-spans.ts'
import { writeProtobuf } from './otlp-protobuf.ts'
import type { SpanFiles } from './span-file.service.ts'

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
      const type = (ctx.header('content-type') ?? '').split(';')[0]!.trim().toLowerCase()
      if (type !== JSON_TYPE && type !== PROTOBUF_TYPE) throw ingestErrors.wrongType()
      const request = {
        form: type === JSON_TYPE ? ('json' as const) : ('protobuf' as const),
        encoding: (ctx.header('content-encoding') ?? 'identity').trim().toLowerCase(),
        body: await ctx.parts(INGEST_LIMITS.packedBytes),
        spaceId: ctx.header('cozeloop-workspace-id')?.trim() || onlySpaceOf(ctx),
      }
      const admit = async (spaceIds: string[]) => {
        for (const spaceId of spaceIds) await ctx.access.require(ctx.actor!, 'space', spaceId, 'view')
      }
      return answer(type, await ingest.takeOtlp(request, admit, ctx.locale))
    },
    async file({ workspace_id, file }, ctx) {
      const bytes = new Uint8Array(await file.arrayBuffer())
      await files.store({ spaceId: workspace_id, userId: ctx.userId, key: file.name, type: file.type, bytes })
      return { bytes: bytes.byteLength, file_name: file.name }
    },
  }
}

/** Default space of a request: the space of a token that has access to exactly one. */
function onlySpaceOf(ctx: Ctx): string | undefined {
  const spaces = ctx.actor?.token?.spaces
  return spaces && spaces !== 'all' && spaces.size === 1 ? [...spaces][0] : undefined
}

/** Answers in the format of the request. */
function answer(type: string, { rejected, problem, cut }: Taken): Response | ReadyText {
  const headers = { 'content-type': type }
  const errorMessage = problem || cut
  // An empty protobuf message has no bytes.
  if (!errorMessage) return new ReadyText(type === PROTOBUF_TYPE ? '' : '{}', 200, type)
  if (type === PROTOBUF_TYPE) return new Response(Buffer.from(writeProtobuf(rejected, errorMessage)), { headers })
  return new Response(JSON.stringify({ partialSuccess: { rejectedSpans: String(rejected), errorMessage } }), {
    headers,
  })
}
