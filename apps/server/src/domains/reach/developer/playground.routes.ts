import type { contract } from '@orrery/contract'
import { errors, type Locale } from '#kit/errors.ts'
import type { Ctx, Handlers } from '#kit/http/context.ts'
import { version } from '#version.ts'
import { examplesOf } from './call-examples.ts'
import { docOf, listOf } from './call-docs.ts'
import { developerErrors } from './developer.errors.ts'
import type { Playground } from './playground.service.ts'
import { subjectText, widgetSchema, widgetSample } from './playground-texts.ts'

export interface PlaygroundRoutesDeps {
  playground: Playground
  publicUrl: string
  /** Inputs of a workflow, from its published version or its draft. */
  inputsOf(workflowId: string): Promise<Record<string, unknown>[]>
  now(): number
}
const WIDGET = 'websdk.widget'
const SYNC_LIMIT = 4 * 1024 * 1024

export function playgroundRoutes(deps: PlaygroundRoutesDeps): Handlers<typeof contract.playground> {
  const { playground, publicUrl } = deps
  const callItems = async (locale: Locale) => {
    const bySubject = Map.groupBy(await playground.calls(locale), (call) => call.subject)
    return [...bySubject].map(([subject, calls]) => ({
      ...subjectText(subject, locale),
      icon_url: '',
      items: calls.map((call) => ({ title: call.title, url_key: call.key, type: 1 as const })),
    }))
  }
  return {
    items: async (_, ctx) => ({
      categories: [
        ...(await callItems(ctx.locale)),
        {
          ...subjectText('widget', ctx.locale),
          icon_url: '',
          items: [{ title: subjectText('widget', ctx.locale).title, url_key: WIDGET, type: 2 as const }],
        },
      ],
    }),
    api: async (input, ctx) => {
      const call = await playground.find(input.url_key, ctx.locale)
      return {
        url: new URL(call.path, publicUrl).href.replaceAll('%7B', '{').replaceAll('%7D', '}'),
        path: call.path,
        method: call.method,
        permission: call.permission,
        swagger_openapi_spec: JSON.stringify(call.spec()),
        code_example: examplesOf(call, publicUrl),
        response_type: call.reply,
        param_content: input.workflow_id ? JSON.stringify(await deps.inputsOf(input.workflow_id)) : '',
        need_save_run_history: call.reply !== 'binary',
      }
    },
    all: async (_, ctx) => ({ swagger_openapi_spec: JSON.stringify(await playground.whole(ctx.locale)) }),
    sync: async (_, ctx) => {
      await playground.sync(await readText(ctx, SYNC_LIMIT), ctx.userId)
      return {}
    },
    doc: async (_, ctx) => {
      const action = ctx.request.headers.get('x-arcosite-action') ?? 'get'
      if (action !== 'get' && action !== 'list') throw developerErrors.unknownDoc()
      const text = await readText(ctx, 64 * 1024)
      const key = action === 'get' ? keyOf(text) : ''
      const doc = key
        ? docOf(await playground.find(key, ctx.locale), publicUrl)
        : listOf(await playground.calls(ctx.locale))
      return new Response(doc, { headers: { 'content-type': 'text/markdown; charset=utf-8' } })
    },
    webSdk: (input) => {
      if (input.version && input.version !== version) throw errors.notFound({ what: 'version' })
      return {
        version,
        sample: widgetSample(publicUrl),
        version_list: [version],
        swagger_spec: JSON.stringify(widgetSchema),
      }
    },
    saveRun: async (input, ctx) => {
      const { record } = input
      await playground.keep(ctx.userId, {
        method: input.method,
        path: input.path,
        logId: record.log_id,
        statusCode: record.status_code,
        request: record.request,
        response: record.reponse,
        createdAt: record.create_at ?? deps.now(),
      })
      return {}
    },
    runs: async (input, ctx) => ({
      records: (await playground.runs(ctx.userId, input.method, input.path)).map((row) => ({
        log_id: row.logId,
        status_code: row.statusCode,
        request: row.request,
        reponse: row.response,
        create_at: row.createdAt,
      })),
    }),
  }
}

function keyOf(text: string): string {
  if (text.trim() === '') return ''
  try {
    const { url_key: key } = JSON.parse(text) as { url_key?: unknown }
    if (typeof key === 'string' && key) return key
  } catch {
    throw errors.badBody()
  }
  throw errors.badBody()
}

/** Reads the body up to a limit, also if the client announces no length. */
async function readText({ request }: Ctx, limit: number): Promise<string> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of (request.body ?? []) as AsyncIterable<Uint8Array>) {
    size += chunk.byteLength
    if (size > limit) throw errors.bodyTooLarge({ max: limit })
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString()
}
