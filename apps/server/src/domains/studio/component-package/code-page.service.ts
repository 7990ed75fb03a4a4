import { createHash } from 'node:crypto'
import type { InterfaceDocument } from '@orrery/contract'
import { CODE_ENTRY } from '@orrery/contract/shared/interface-limits'
import { type CodeFault, codeFault, codePagesOf } from '@orrery/engine/interface'
import { eq, lt } from 'drizzle-orm'
import type { Clock } from '#kit/clock.ts'
import type { Db } from '#kit/db.ts'
import type { AppError } from '#kit/errors.ts'
import type { Builder } from '#kit/sandbox/builder.ts'
import type { Sandbox } from '#kit/sandbox/sandbox.ts'
import { codePageErrors } from './code-page.errors.ts'
import type { FrameLinks } from './component-frame.ts'
import { interfaceCode } from './component-package.table.ts'
import { createTrial } from './try-out.ts'

export interface CodePageDeps {
  db: Db
  builder: Pick<Builder, 'build' | 'shelf' | 'trace'>
  /** For the trial render of a built page. */
  sandbox: Pick<Sandbox, 'run'>
  frames: FrameLinks
  clock: Clock
}
type Files = Record<string, string>
const STORED_MS = 30 * 24 * 3600_000
/** Distinguishes pages from packages, whose ids are numbers. */
const PREFIX = 'code-'
const ENTRY = 'page-of-code.tsx'
const entryCode = `import { component } from '@orrery/component'
import App from './${CODE_ENTRY}'
export const page = component(App)`

/**
 * Pages written in React. They are built like packages, cached by the hash of their sources, and run in the same
 * frames.
 */
export function createCodePages({ db, builder, sandbox, frames, clock }: CodePageDeps) {
  const tryOut = createTrial({ builder, sandbox })
  const hashOf = (files: Files) =>
    createHash('sha256')
      .update(JSON.stringify([entryCode, Object.entries(files).toSorted(([a], [b]) => (a < b ? -1 : 1))]))
      .digest('hex')

  async function isStored(hash: string): Promise<boolean> {
    const rows = await db
      .update(interfaceCode)
      .set({ usedAt: clock.now() })
      .where(eq(interfaceCode.hash, hash))
      .returning({ hash: interfaceCode.hash })
    return rows.length > 0
  }
  async function store(hash: string, code: string): Promise<void> {
    const usedAt = clock.now()
    await db.delete(interfaceCode).where(lt(interfaceCode.usedAt, usedAt - STORED_MS))
    await db.insert(interfaceCode).values({ hash, code, usedAt }).onConflictDoNothing()
  }
  /** Builds and stores the script of a page. Returns its hash, or the fault that keeps the page from running. */
  async function buildScript(document: InterfaceDocument, files: Files, spaceId: string): Promise<CodeFault | string> {
    const wrong = codeFault(document, files)
    if (wrong) return wrong
    const hash = hashOf(files)
    if (await isStored(hash)) return hash
    const all = { ...files, [ENTRY]: entryCode }
    const built = await builder.build(all, ENTRY, spaceId)
    if (built.fault) return built.fault
    const components = [{ name: 'page', title: 'Page', description: '', props: [], events: [] }]
    const broken = await tryOut({ spaceId, components }, built.code)
    if (broken) {
      const at = broken.place && (await builder.trace(all, ENTRY, broken.place, spaceId))
      return { ...(at ?? { file: CODE_ENTRY, line: 0 }), message: broken.message }
    }
    await store(hash, built.code)
    return hash
  }
  return {
    /** The address of the frame of a page in a draft, or its fault. */
    async build(document: InterfaceDocument, pageId: string, spaceId: string) {
      const found = codePagesOf(document).find(({ id }) => id === pageId)
      if (!found) throw codePageErrors.none()
      const made = await buildScript(document, found.files, spaceId)
      return typeof made === 'string'
        ? { address: frames.make(PREFIX + made), fault: null }
        : { address: '', fault: made }
    },
    /** Errors that keep a document from being published: one for each page of code that does not run. */
    async faults(document: InterfaceDocument, spaceId: string): Promise<AppError[]> {
      const list: AppError[] = []
      for (const { id, files } of codePagesOf(document)) {
        const made = await buildScript(document, files, spaceId)
        if (typeof made !== 'string') list.push(codePageErrors.broken({ page: document.pages[id]!.title, ...made }))
      }
      return list
    },
    /** Addresses of the frames of pages, by `page:<id>`. A page that does not run is left out. */
    async addresses(document: InterfaceDocument, spaceId: string): Promise<[string, string][]> {
      const list: [string, string][] = []
      for (const { id, files } of codePagesOf(document)) {
        const made = await buildScript(document, files, spaceId)
        if (typeof made === 'string') list.push([`page:${id}`, frames.make(PREFIX + made)])
      }
      return list
    },
    /** The script for the id in the address of a frame. Undefined if the id belongs to a package. */
    async codeOf(id: string): Promise<string | undefined> {
      if (!id.startsWith(PREFIX)) return undefined
      const [row] = await db
        .select({ code: interfaceCode.code })
        .from(interfaceCode)
        .where(eq(interfaceCode.hash, id.slice(PREFIX.length)))
      return row && `${await builder.shelf('shown', row.code)}\n${row.code}`
    },
  }
}
export type CodePages = ReturnType<typeof createCodePages>
