import type { InterfaceDocument, InterfaceEdit } from '@orrery/contract'
import { interfaceEdit, schemaAt } from '@orrery/contract/shared/interface-document'
import { INTERFACE_LIMITS } from '@orrery/contract/shared/interface-limits'
import type { AppStep } from '@orrery/engine/app-plan'
import { type InterfaceFacts, nodesOf } from '@orrery/engine/interface'
import { z } from 'zod'
import type { AppError } from '#kit/errors.ts'
import type { ReadyModel } from '#domains/chat/model/model.service.ts'
import { agentAppErrors } from './agent-app.errors.ts'
import { askForJson, type Asking, type ReadAnswer } from './ask-json.ts'
import { drawGuide } from './plan-guide.ts'

type DrawStep = Extract<AppStep, { kind: 'draw' }>
export interface PageDrawerDeps {
  realModel(spaceId: string): Promise<ReadyModel | undefined>
}
/** Reads edits of a model like those of an editor: the problem names what does not fit the document. */
function readModelEdits(answer: Record<string, unknown>): ReadAnswer<InterfaceEdit[]> {
  const list = z.array(interfaceEdit).min(1).max(INTERFACE_LIMITS.edits).safeParse(answer['edits'])
  if (!list.success) return { problem: '"edits" has to be a list of edits' }
  const edits: InterfaceEdit[] = []
  for (const { path, value, remove } of list.data) {
    const schema = schemaAt(path)
    const shown = path.join('.').slice(0, 200)
    if (!schema) return { problem: `${shown} is not part of an interface` }
    if (remove) {
      if (path.length !== 2) return { problem: `${shown} cannot be removed` }
      edits.push({ path, remove })
      continue
    }
    const fits = schema.safeParse(value)
    if (!fits.success) {
      const [issue] = fits.error.issues
      return { problem: `${[shown, ...(issue?.path ?? [])].join('.')} ${issue?.message ?? 'does not fit'}` }
    }
    edits.push({ path, value: fits.data })
  }
  return { value: edits }
}

/** Has a model edit pages. It gets the pages of the step, and only the ids of the others. */
export function createPageDrawer({ realModel }: PageDrawerDeps) {
  return async function draw(
    spaceId: string,
    { pages, wish }: DrawStep,
    document: InterfaceDocument,
    facts: InterfaceFacts,
    check: (edits: InterfaceEdit[]) => Promise<AppError | undefined>,
    asking: Asking,
  ): Promise<InterfaceEdit[]> {
    const model = await realModel(spaceId)
    if (!model) throw agentAppErrors.notUnderstood()
    const shown = {
      pages: Object.fromEntries(Object.entries(document.pages).filter(([id]) => pages.includes(id))),
      otherPages: Object.keys(document.pages).filter((id) => !pages.includes(id)),
      nodes: Object.fromEntries(pages.flatMap((page) => nodesOf(document, page).map(({ id, ...node }) => [id, node]))),
      sources: document.sources,
      variables: document.variables,
      facts,
    }
    const content = `<pages>\n${JSON.stringify(shown)}\n</pages>\n<wish>\n${wish}\n</wish>`
    return askForJson(
      model,
      [
        { role: 'system', content: drawGuide },
        { role: 'user', content },
      ],
      async (answer) => {
        const read = readModelEdits(answer)
        const refusal = 'value' in read ? await check(read.value) : undefined
        return refusal ? { problem: refusal.text('en') } : read
      },
      asking,
    )
  }
}
export type PageDrawer = ReturnType<typeof createPageDrawer>
