import type { InterfaceAction, InterfaceDocument, InterfaceValue } from '@orrery/contract'
import { componentIn, fill, fillTest, isTrue, inWords, nodesOf, type Scope } from '@orrery/engine/interface'
import { createStore } from '#lib/store.ts'
import { type InterfacePort, type RowPage, SourceFault, type UsedOnPage } from './interface-port.ts'

export interface SourceState {
  data: unknown
  partial: string
  loading: boolean
  error: string
  /** URL of the steps of a failed run; empty for people who may not view them. */
  stepsAt: string
  page: number
  hasMore: boolean
  fields: RowPage['fields']
}
export interface RuntimeState {
  page: string
  values: Record<string, unknown>
  variables: Record<string, unknown>
  sources: Record<string, SourceState>
  /** Components with a running chain of actions. */
  busy: Record<string, boolean>
}
export interface RuntimeHost {
  port: InterfacePort
  /** Shows a toast. */
  notify: (text: string, isFault: boolean, stepsAt?: string) => void
  confirm: (text: string) => boolean
  open: (url: string) => void
  copy: (text: string) => void
  failed: string
}
const idle: SourceState = {
  data: null,
  partial: '',
  loading: false,
  error: '',
  stepsAt: '',
  page: 1,
  hasMore: false,
  fields: [],
}
const stepsOf = (cause: unknown) => (cause instanceof SourceFault ? cause.stepsAt : '')
const attempt = (value: unknown, scope: Scope): unknown => {
  try {
    return fill(value, scope)
  } catch {
    // An invalid expression is shown as empty; the editor reports it as a problem.
    return ''
  }
}

const ignore = () => {}
const plainCells = (given: Record<string, unknown>) =>
  Object.fromEntries(
    Object.entries(given).map(([key, value]) => [
      key,
      typeof value === 'object' && value !== null ? JSON.stringify(value) : (value as string | null),
    ]),
  )

/** The state of a running interface: typed values, states of sources, and the chains of actions that events trigger. */
export function createRuntime(document: InterfaceDocument, host: RuntimeHost) {
  const inputs = nodesOf(document).filter(({ type }) => componentIn(document, type)?.isInput)
  const started: Record<string, number> = {}
  /** Search texts that replace those of the author. */
  const filters: Record<string, string | undefined> = {}
  const variables = Object.fromEntries(Object.entries(document.variables).map(([name, { initial }]) => [name, initial]))
  const store = createStore<RuntimeState>({ page: document.entry, values: {}, variables, sources: {}, busy: {} })
  const change = (part: Partial<RuntimeState>) => store.set({ ...store.current(), ...part })
  const setSource = (name: string, part: Partial<SourceState>) => {
    const { sources } = store.current()
    change({ sources: { ...sources, [name]: { ...(sources[name] ?? idle), ...part } } })
  }
  /** The scope of one state, shared by all components. */
  let shared: { state: RuntimeState; scope: Scope } | undefined
  function scopeOf(state: RuntimeState, extra?: Scope): Scope {
    if (shared?.state !== state) shared = { state, scope: namesOf(state) }
    return extra && Object.keys(extra).length > 0 ? { ...shared.scope, ...extra } : shared.scope
  }
  function namesOf(state: RuntimeState): Scope {
    const scope: Record<string, unknown> = { user: {}, page: { id: state.page, params: {} }, var: state.variables }
    for (const name of Object.keys(document.sources)) scope[name] = state.sources[name] ?? idle
    for (const { name, props } of inputs)
      scope[name] = { value: name in state.values ? state.values[name] : (props['initial'] ?? '') }
    return scope
  }
  const filled = (value: unknown, extra?: Scope) => attempt(value, scopeOf(store.current(), extra))

  async function load(
    name: string,
    page = 1,
    given: Record<string, unknown> = {},
    used?: UsedOnPage,
  ): Promise<unknown> {
    const source = document.sources[name]
    if (!source) return undefined
    const turn = (started[name] ?? 0) + 1
    started[name] = turn
    const isLast = () => started[name] === turn
    setSource(name, {
      loading: true,
      error: '',
      stepsAt: '',
      ...(source.kind === 'workflow' && { partial: '', data: null }),
    })
    try {
      if (source.kind === 'table') {
        const search = (filters[name] ?? inWords(filled(source.search))).slice(0, 200)
        const { rows, has_more, fields } = await host.port.rows(name, { action: 'list', page, search })
        if (isLast()) setSource(name, { data: rows, hasMore: has_more, fields, page, loading: false })
        return rows
      }
      const inputs = { ...(filled(source.inputs) as Record<string, unknown>), ...given }
      let text = ''
      const onPiece = (piece: string) => {
        text += piece
        if (isLast()) setSource(name, { partial: text })
      }
      const data = await host.port.run(name, inputs, onPiece, used)
      if (isLast()) setSource(name, { data, loading: false })
      return data
    } catch (cause) {
      const error = (cause instanceof Error && cause.message) || host.failed
      if (isLast()) setSource(name, { loading: false, error, stepsAt: stepsOf(cause) })
      throw cause
    }
  }
  async function write(name: string, request: Parameters<InterfacePort['rows']>[1]) {
    await host.port.rows(name, request)
    await load(name, store.current().sources[name]?.page ?? 1)
  }
  /** Calls from a page of code: only operations that sources support. The server checks what is declared. */
  async function call(name: string, act: string, args: Record<string, unknown>): Promise<unknown> {
    const source = Object.hasOwn(document.sources, name) ? document.sources[name] : undefined
    const row = inWords(args['row'])
    const values = (typeof args['values'] === 'object' && args['values'] !== null ? args['values'] : {}) as Record<
      string,
      InterfaceValue
    >
    if (act === 'open' && Object.hasOwn(document.pages, inWords(args['page']))) return open(inWords(args['page']))
    if (source?.kind === 'workflow' && act === 'run')
      return load(name, 1, typeof args['inputs'] === 'object' ? (args['inputs'] as Record<string, unknown>) : {})
    if (source?.kind === 'table') {
      if (act === 'load') {
        if (args['search'] !== undefined) filters[name] = inWords(args['search'])
        return load(name, Math.max(1, Math.floor(Number(args['page'])) || 1))
      }
      if (act === 'insert') return write(name, { action: 'insert', values: plainCells(values) })
      if (act === 'update') return write(name, { action: 'update', row, values: plainCells(values) })
      if (act === 'remove') return write(name, { action: 'remove', row })
    }
    throw new Error(`“${name}” cannot be asked to “${act}”`)
  }
  const cells = (values: Record<string, InterfaceValue>, extra: Scope) => {
    return plainCells(filled(values, extra) as Record<string, unknown>)
  }
  async function step(action: InterfaceAction, extra: Scope, used?: UsedOnPage): Promise<boolean> {
    switch (action.type) {
      case 'run':
        await load(action.source, 1, {}, used)
        return true
      case 'set':
        change({ variables: { ...store.current().variables, [action.name]: filled(action.value, extra) } })
        return true
      case 'insert':
        await write(action.source, { action: 'insert', values: cells(action.values, extra) })
        return true
      case 'update':
        await write(action.source, {
          action: 'update',
          row: inWords(filled(`{{${action.row}}}`, extra)),
          values: cells(action.values, extra),
        })
        return true
      case 'remove':
        await write(action.source, { action: 'remove', row: inWords(filled(`{{${action.row}}}`, extra)) })
        return true
      case 'go':
        await open(action.page)
        return true
      case 'toast':
        host.notify(inWords(filled(action.text, extra)), false)
        return true
      case 'open':
        host.open(inWords(filled(action.url, extra)))
        return true
      case 'copy':
        host.copy(inWords(filled(action.text, extra)))
        return true
      case 'confirm':
        return host.confirm(inWords(filled(action.text, extra)))
      case 'if':
        try {
          return isTrue(fillTest(action.test, scopeOf(store.current(), extra)))
        } catch {
          return false
        }
    }
  }
  async function chain(actions: readonly InterfaceAction[], extra: Scope = {}, used?: UsedOnPage): Promise<void> {
    for (const action of actions) {
      const ok = await step(action, extra, used).catch((cause: unknown) => {
        if (!action.failed?.length)
          host.notify((cause instanceof Error && cause.message) || host.failed, true, stepsOf(cause))
        return null
      })
      await chain((ok ? action.done : action.failed) ?? [], extra, used)
      if (!ok) return
    }
  }
  /** A second event during a running chain is ignored, so that nothing is sent twice. */
  async function fire(nodeId: string, event: string, extra: Scope = {}): Promise<void> {
    const actions = document.nodes[nodeId]?.events[event]
    if (!actions?.length || store.current().busy[nodeId]) return
    change({ busy: { ...store.current().busy, [nodeId]: true } })
    try {
      await chain(actions, extra, { node: nodeId, event })
    } finally {
      change({ busy: { ...store.current().busy, [nodeId]: false } })
    }
  }
  async function open(page: string): Promise<void> {
    change({ page })
    await chain(document.pages[page]?.load ?? [])
  }
  return {
    store,
    document,
    scopeOf,
    filled: attempt,
    load: (name: string, page?: number) => load(name, page).then(ignore, ignore),
    write: (name: string, request: Parameters<InterfacePort['rows']>[1]) =>
      write(name, request).catch((cause: unknown) =>
        host.notify((cause instanceof Error && cause.message) || host.failed, true),
      ),
    fire,
    call,
    /** Filters rows by a text; undefined restores the filter of the author. Returns the previous filter. */
    async filter(name: string, search: string | undefined): Promise<string | undefined> {
      const before = filters[name]
      filters[name] = search
      await load(name)
      return before
    },
    open: (page: string) => void open(page),
    upload: host.port.upload,
    input: (name: string, value: unknown) => change({ values: { ...store.current().values, [name]: value } }),
    /** Restores typed values. */
    restore: (values: Record<string, unknown>) => change({ values }),
    /** Loads all tables and automatic workflows, and opens the first page. */
    start() {
      for (const [name, source] of Object.entries(document.sources))
        if (source.kind === 'table' || source.auto) load(name).catch(() => {})
      void open(document.entry)
    },
    show: (page: string) => change({ page }),
    sample: (sources: Record<string, SourceState>) => change({ sources }),
  }
}
export type Runtime = ReturnType<typeof createRuntime>
export const noState = idle
