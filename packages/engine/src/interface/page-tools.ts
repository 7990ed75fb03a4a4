import type { InterfaceDocument } from '@orrery/contract'
import { componentIn } from './components.ts'
import { nodesOf, pagesOf } from './tree.ts'

/** A tool as it is described to models. */
interface PageTool {
  name: string
  description: string
  parameters: Record<string, unknown>
}
const object = (properties: Record<string, unknown>, required: string[]) => ({ type: 'object', properties, required })
const choice = (options: readonly string[], description: string) => ({ type: 'string', enum: options, description })

/** Components that the bot can fill in. Only people can give files. */
export const fillableOf = (document: InterfaceDocument) =>
  nodesOf(document).filter(({ type }) => type !== 'file' && componentIn(document, type)?.isInput === true)
export const tablesOf = (document: InterfaceDocument): string[] =>
  Object.entries(document.sources).flatMap(([name, { kind }]) => (kind === 'table' ? [name] : []))

/** Whether the author lets the bot of the chat act in the page. */
export const chatActs = (document: InterfaceDocument): boolean =>
  nodesOf(document).some(({ type, props }) => type === 'chat' && props['acts'] === true)

/**
 * The tools with which the bot of a chat acts in the page around it. The page runs them where the visitor sees it and
 * can undo it. No tool sends, saves or deletes anything: that is left to people.
 */
export function pageToolsOf(document: InterfaceDocument): PageTool[] {
  const [pages, inputs, tables] = [pagesOf(document), fillableOf(document), tablesOf(document)]
  const titleOf = (id: string) => document.pages[id]?.title ?? id
  return [
    {
      name: 'read_page',
      description: 'Reads what the page shows to the person now: its title, its fields and the rows of its tables.',
      parameters: object({}, []),
    },
    {
      name: 'open_page',
      description: 'Opens a page of the app before the person.',
      parameters: object(
        {
          page: choice(
            pages.map(({ id }) => id),
            pages.map(({ id, title }) => `${id}: ${title}`).join('; '),
          ),
        },
        ['page'],
      ),
    },
    ...(inputs.length > 0
      ? [
          {
            name: 'fill_form',
            description:
              'Types values into fields of the app. It does not send them: the person looks at them and sends the form.',
            parameters: object(
              {
                values: object(
                  Object.fromEntries(
                    inputs.map(({ name, props, page }) => [
                      name,
                      { description: `${String(props['label'] || name)} (${titleOf(page)})` },
                    ]),
                  ),
                  [],
                ),
              },
              ['values'],
            ),
          },
        ]
      : []),
    ...(tables.length > 0
      ? [
          {
            name: 'filter_table',
            description: 'Shows only the rows of a table that contain a text; an empty text shows all of them.',
            parameters: object({ table: choice(tables, 'The table'), search: { type: 'string' } }, ['table', 'search']),
          },
        ]
      : []),
  ]
}
