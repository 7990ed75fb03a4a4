import type { InterfaceDocument, InterfaceEdit } from '@orrery/contract'
import { dropEdits, outsideOf } from '@orrery/engine/app-plan'
import { addPage, clonePage, newKey, nodesOf, pagesOf, set } from '@orrery/engine/interface'
import type { Locale } from '#kit/errors.ts'
import { sandboxErrors } from './builder-sandbox.errors.ts'
import type { InterfaceService } from './interface.service.ts'
import type { SandboxRow } from './interface.table.ts'
import { readEdits } from './read-edits.ts'

const FIELDS = ['format', 'title', 'load', 'nodes']

/** A page as JSON text, with its components. */
export function pageText(document: InterfaceDocument, page: string): string {
  const { title, load } = document.pages[page]!
  const nodes = Object.fromEntries(nodesOf(document, page).map(({ id, ...node }) => [id, node]))
  return JSON.stringify({ format: 'ui/1', title, load, nodes })
}
function readPage(text: string): { title?: unknown; load?: unknown; nodes: [string, object][] } {
  let given: unknown
  try {
    given = text.trim() ? JSON.parse(text) : {}
  } catch {
    throw sandboxErrors.badPage({ path: 'it', reason: 'is not JSON' })
  }
  if (typeof given !== 'object' || given === null || Array.isArray(given))
    throw sandboxErrors.badPage({ path: 'it', reason: 'is not an object' })
  const { nodes = {}, ...rest } = given as { title?: unknown; load?: unknown; nodes?: unknown }
  const foreign = Object.keys(rest).find((key) => !FIELDS.includes(key))
  if (foreign !== undefined)
    throw sandboxErrors.badPage({ path: foreign.slice(0, 60), reason: 'is not part of a page' })
  if (typeof nodes !== 'object' || nodes === null || Array.isArray(nodes))
    throw sandboxErrors.badPage({ path: 'nodes', reason: 'is not an object' })
  return { ...rest, nodes: Object.entries(nodes as Record<string, object>) }
}

/** Reads and changes single pages of a drawing. */
export function createPages({ interfaces }: { interfaces: Pick<InterfaceService, 'edit' | 'changeSandbox'> }) {
  function requirePage(document: InterfaceDocument, page: string) {
    if (!Object.hasOwn(document.pages, page)) throw sandboxErrors.noPage({ page })
  }
  return {
    requirePage,
    async create(sandboxId: string, userId: string, wanted: string | undefined, text: string) {
      const { title, load, nodes } = readPage(text)
      let id = ''
      const row = await interfaces.changeSandbox(sandboxId, userId, (document) => {
        id = wanted ?? newKey('page')
        if (Object.hasOwn(document.pages, id)) throw sandboxErrors.pageExists({ page: id })
        const taken = nodes.find(([node]) => Object.hasOwn(document.nodes, node))
        if (taken) throw sandboxErrors.badPage({ path: `nodes.${taken[0].slice(0, 60)}`, reason: 'is on another page' })
        const [first, ...rest] = addPage(document, 'Page').edits
        const page = {
          ...(first!.value as object),
          ...(title !== undefined && { title }),
          ...(load !== undefined && { load }),
        }
        const edits = [
          set(page, 'pages', id),
          ...rest.map(() => set(id, 'entry')),
          ...nodes.map(([node, value]) => set({ ...value, page: id }, 'nodes', node)),
        ]
        // Validate the edits like those of an editor, so that errors name what is invalid.
        return readEdits(JSON.stringify(edits))
      })
      return { id, row }
    },
    /** Applies edits of one page. They may add new sources and variables. */
    async edit(row: SandboxRow, userId: string, page: string, sent: string, action: string) {
      requirePage(row.document, page)
      const beyond = outsideOf(row.document, readEdits(sent), { pages: [page] })
      if (beyond) throw sandboxErrors.outsidePage({ page, path: beyond.path.join('.').slice(0, 200) })
      return interfaces.edit(row.id, userId, sent, action)
    },
    /** Returns how many pages were deleted: 0 if the page does not exist. */
    async remove(sandboxId: string, userId: string, page: string): Promise<number> {
      let count = 0
      await interfaces.changeSandbox(sandboxId, userId, (document) => {
        if (!Object.hasOwn(document.pages, page)) return []
        if (Object.keys(document.pages).length === 1) throw sandboxErrors.lastPage()
        count = 1
        return dropEdits(document, page)
      })
      return count
    },
    async clone(sandboxId: string, userId: string, page: string, locale: Locale) {
      let id = ''
      const row = await interfaces.changeSandbox(sandboxId, userId, (document): InterfaceEdit[] => {
        requirePage(document, page)
        const { title } = document.pages[page]!
        const made = clonePage(document, page, `${title.slice(0, 90)}${locale === 'zh-CN' ? '（副本）' : ' (copy)'}`)
        id = made.id
        return made.edits
      })
      return { id, row }
    },
    first: (document: InterfaceDocument): string =>
      Object.hasOwn(document.pages, document.entry) ? document.entry : (pagesOf(document)[0]?.id ?? ''),
  }
}
export type Pages = ReturnType<typeof createPages>
