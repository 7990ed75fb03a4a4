import type { InterfaceDocument, InterfaceRowsRequest } from '@orrery/contract'
import { inputsOf, manifestOf } from '@orrery/engine/interface'
import { AppError, type Locale } from '#kit/errors.ts'
import type { StreamReply } from '#kit/sse.ts'
import { userKey } from '#kit/user-key.ts'
import type { RunService } from '#domains/flow/run/run.service.ts'
import { outputValue } from '#domains/flow/run/shared/output-value.ts'
import type { Loaded } from '#domains/flow/workflow/plan.service.ts'
import type { StatementService } from '#domains/resources/database/statement.service.ts'
import { fieldsOf } from './interface-facts.ts'
import { interfaceErrors } from './interface.errors.ts'

/** The context in which an interface is used: document, person and data. */
export interface UsePlace {
  document: InterfaceDocument
  spaceId: string
  projectId: string
  /** The account that is responsible for the use. */
  userId: string
  /** A visitor, or empty for the account itself. */
  endUser: string
  connectorId: string
  isDraft: boolean
  appVersion?: string
  logId: string
  locale: Locale
  /** The workflow to run, or undefined if it may not be run here. */
  load(workflowId: string): Promise<Loaded | undefined>
  /** Admits or refuses the run. The returned function is called when the run has begun or failed. */
  admit?(): Promise<(used?: object) => void>
  /** Whether the person may view the steps of a failed run. */
  mayFollow(): Promise<boolean>
  signal: AbortSignal
}
export interface SourceDeps {
  runs: Pick<RunService, 'runPublished' | 'startDraft' | 'cancel'>
  statements: StatementService
  /** Whether the resource belongs to the project. */
  isInside(projectId: string, id: string): Promise<boolean>
}
const MAX_ROWS = 1000
const STREAM = 1
const own = <T>(record: Record<string, T>, name: string): T | undefined =>
  Object.hasOwn(record, name) ? record[name] : undefined

/** Runs the workflows and reads the tables of an interface, but only those that its document declares. */
export function createSourceService({ runs, statements, isInside }: SourceDeps) {
  function sourceOf(place: UsePlace, name: string) {
    const found = own(place.document.sources, name)
    if (!found) throw interfaceErrors.unknownSource({ name: name.slice(0, 40) })
    return found
  }
  return {
    async run(
      place: UsePlace,
      name: string,
      given: Record<string, unknown>,
      used?: { node: string; event: string },
    ): Promise<StreamReply> {
      const source = sourceOf(place, name)
      const loaded = source.kind === 'workflow' ? await place.load(source.target) : undefined
      if (!loaded) throw interfaceErrors.unknownSource({ name: name.slice(0, 40) })
      const inputs = inputsOf(place.document, name, given)
      const caller = {
        userId: place.userId,
        logId: place.logId,
        projectId: place.projectId,
        connectorId: place.connectorId,
        connectorUid: place.endUser || place.userId,
        ...(place.appVersion && { appVersion: place.appVersion }),
        clicked: clickOf(place.document, name, used),
      }
      const settle = await place.admit?.()
      return async (sse) => {
        const listening = {
          onEvent: (event: { type: string; depth?: number; text?: string }) => {
            if (event.type === 'message' && event.depth === 0)
              sse.send({ event: 'partial', data: { text: event.text } })
          },
        }
        try {
          const options = { failFast: true, stream: true }
          const active = place.isDraft
            ? await runs.startDraft(loaded, inputs, caller, { stream: true }, listening)
            : await runs.runPublished(loaded, inputs, STREAM, caller, options, listening)
          settle?.({})
          const { result, output } = await active.outcome
          if (result.status === 'success') sse.send({ event: 'done', data: { output: outputValue(output) } })
          if (result.status === 'interrupted') {
            await runs.cancel(loaded.workflowId, active.id).catch(() => {})
            throw interfaceErrors.asksBack()
          }
          // The error may name providers, addresses and tools, so it is shown only to people who may view traces.
          const follows = result.status === 'failed' && (await place.mayFollow())
          if (result.status === 'failed' && (place.isDraft || follows)) {
            const steps = follows && { steps_at: `/space/${place.spaceId}/observe/traces/${active.id}` }
            sse.send({ event: 'error', data: { code: result.error.code, msg: result.error.message, ...steps } })
          } else if (result.status !== 'success') throw interfaceErrors.runFailed()
        } catch (cause) {
          settle?.()
          if (!(cause instanceof AppError)) throw cause
          sse.send({ event: 'error', data: { code: cause.code, msg: cause.text(place.locale) } })
        }
      }
    },
    async rows(place: UsePlace, name: string, request: InterfaceRowsRequest) {
      const source = sourceOf(place, name)
      if (source.kind !== 'table' || !(await isInside(place.projectId, source.target)))
        throw interfaceErrors.unknownSource({ name: name.slice(0, 40) })
      const { target } = source
      const caller = {
        spaceId: place.spaceId,
        userId: userKey(place.userId, place.endUser),
        connectorId: place.connectorId,
        isDraft: place.isDraft,
      }
      if (request.action !== 'list' && !manifestOf(place.document).writes[request.action].includes(name))
        throw interfaceErrors.mayNotWrite({ name })
      const byRow = (row: string) => ({
        logic: 'AND' as const,
        conditions: [{ field: 'id', operation: 'EQUAL' as const, value: row }],
      })
      const { fields } = await statements.open(target, caller)
      if (request.action === 'insert') await statements.insert(target, caller, request.values)
      else if (request.action === 'update')
        touched(await statements.update(target, caller, request.values, byRow(request.row)))
      else if (request.action === 'remove') touched(await statements.remove(target, caller, byRow(request.row)))
      if (request.action !== 'list') return { rows: [], has_more: false, fields: fieldsOf(fields) }
      const limit = Math.min(request.page * source.size + 1, MAX_ROWS)
      const search = request.search.trim()
      const { rows } = await statements.select(target, caller, {
        fields: ['id', ...fields.map((field) => field.name)].map((field) => ({ field, distinct: false })),
        filter: search
          ? {
              logic: 'OR',
              conditions: fields.map((field) => ({ field: field.name, operation: 'LIKE', value: search })),
            }
          : undefined,
        orderBy:
          source.sort && fields.some((field) => field.name === source.sort)
            ? [{ field: source.sort, ascending: !source.descending }]
            : [],
        limit,
      })
      const from = (request.page - 1) * source.size
      return {
        rows: rows.slice(from, from + source.size).map((row) => ({ ...row, id: String(row['id']) })),
        has_more: rows.length > from + source.size,
        fields: fieldsOf(fields),
      }
    },
  }
}
export type SourceService = ReturnType<typeof createSourceService>

/** The click that started a run, for its trace. Values from the page are used only if the document contains them. */
function clickOf(document: InterfaceDocument, source: string, used: { node: string; event: string } | undefined) {
  const node = used && own(document.nodes, used.node)
  const isKnown = node && used && Object.hasOwn(node.events, used.event)
  return {
    interface_source: source,
    ...(isKnown && {
      interface_page: own(document.pages, node.page)?.title ?? node.page,
      interface_component: node.name,
      interface_event: used.event,
    }),
  }
}
function touched({ rowNum }: { rowNum: number }) {
  if (rowNum === 0) throw interfaceErrors.noRow()
}
