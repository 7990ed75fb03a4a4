import { SourceMap } from 'node:module'
import type { Log } from '../log.ts'
import { createOnce } from '../once.ts'
import { extras } from './build/shelf.ts'
import { prepareBuild } from './build-runtime.ts'
import { ChildExited, startChild } from './child.ts'
import { findGuards, type Guards } from './guards.ts'
import type { Runtime } from './javascript-runtime.ts'
import { createPool } from './pool.ts'
import { sandboxErrors } from './sandbox-errors.ts'

interface BuildFault {
  file: string
  /** From 1; 0 when unknown. */
  line: number
  message: string
}
interface ScriptMap {
  mappings: string
  sources: string[]
}
type Built = { code: string; exports: string[]; map?: ScriptMap; fault?: undefined } | { fault: BuildFault }
export interface Builder {
  /**
   * Bundles files into one script. They can import each other and the libraries of the shelf, but no other package and
   * no file of this machine.
   */
  build(files: Record<string, string>, entry: string, owner?: string): Promise<Built>
  /** Maps a position in the script built from these files to its source; line and column count from 0. */
  trace(
    files: Record<string, string>,
    entry: string,
    place: { line: number; column: number },
    owner?: string,
  ): Promise<{ file: string; line: number } | undefined>
  /**
   * The libraries that a script uses, as a script to load before it; empty if it uses none. In a trial, `component()`
   * renders once, as text.
   */
  shelf(use: 'shown' | 'trial', code: string): Promise<string>
  close(): Promise<void>
}
/** Whether a built script needs the shelf. */
export const usesShelf = (code: string): boolean => code.includes('orreryShelf')
const TIMEOUT_MS = 10_000
/** The shelf is our own code and built only once, so it may take longer on a busy machine. */
const SHELF_TIMEOUT_MS = 60_000
const MAX_BYTES = 5 * 2 ** 20

/** The parts of the shelf, built once per process: they are the same for all bundles. */
const shelves = createOnce<string, string>()

/** Bundles uploaded files in a process without files or network, which is started with the first build. */
export function createBuilder({ cacheDir, log }: { cacheDir: string; log: Log }): Builder {
  const closing = new AbortController()
  /** Reads and hashes many files: done once, however many processes are started. */
  let prepared: Promise<{ guards: Guards; runtime: Runtime }> | undefined
  async function prepare() {
    const guards = await findGuards()
    return { guards, runtime: await prepareBuild(cacheDir, guards) }
  }
  const pool = createPool({
    size: 2,
    spare: 0,
    runsPerChild: 200,
    maxQueue: 50,
    idleMs: 600_000,
    errors: sandboxErrors,
    async start() {
      try {
        const { guards, runtime } = await (prepared ??= prepare())
        return await startChild({ ...runtime, guards, maxReplyBytes: MAX_BYTES, signal: closing.signal })
      } catch (cause) {
        prepared = undefined
        if (closing.signal.aborted) throw sandboxErrors.closed()
        log.error({ err: cause }, 'the build process did not start')
        throw sandboxErrors.notAvailable({ language: 'JavaScript', reason: (cause as Error).message })
      }
    },
  })
  const ask = (request: object, entry: string, owner: string, timeoutMs = TIMEOUT_MS): Promise<Built> =>
    pool.use(
      async (child) => {
        const late = setTimeout(() => void child.kill(), timeoutMs)
        try {
          const { parts } = await child.ask([JSON.stringify({ entry, ...request })], 0)
          return JSON.parse(parts[1] ?? '') as Built
        } catch (cause) {
          if (!(cause instanceof ChildExited)) throw cause
          return { fault: { file: entry, line: 0, message: 'the build took too long, or too much memory' } }
        } finally {
          clearTimeout(late)
        }
      },
      { owner },
    )
  async function buildPart(part: string): Promise<string> {
    const built = await ask({ files: {}, shelf: part }, 'shelf', '', SHELF_TIMEOUT_MS)
    if (built.fault) throw new Error(`the shelf was not built: ${part}: ${built.fault.message}`)
    return built.code
  }
  const partOf = (part: string): Promise<string> => shelves(part, () => buildPart(part))
  return {
    build: (files, entry, owner = '') => ask({ files }, entry, owner),
    async trace(files, entry, { line, column }, owner = '') {
      const built = await ask({ files, hasMap: true }, entry, owner)
      if (built.fault || !built.map) return undefined
      const found = new SourceMap({ version: 3, file: '', names: [], sourcesContent: [], sourceRoot: '', ...built.map })
      const entryAt = found.findEntry(line, column)
      return 'originalSource' in entryAt && Object.hasOwn(files, entryAt.originalSource)
        ? { file: entryAt.originalSource, line: entryAt.originalLine + 1 }
        : undefined
    },
    async shelf(use, code) {
      if (!usesShelf(code)) return ''
      const used = Object.keys(extras).filter((place) => code.includes(`orreryShelf.${place}`))
      return (await Promise.all([use, ...used].map(partOf))).join('\n')
    },
    async close() {
      closing.abort()
      await pool.close()
    },
  }
}
