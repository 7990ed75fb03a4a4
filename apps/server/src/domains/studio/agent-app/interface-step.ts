import type { InterfaceDocument, InterfaceEdit } from '@orrery/contract'
import {
  type AppStep,
  diffOf,
  drawPage,
  dropEdits,
  type EditScope,
  fieldEdits,
  noteEdits,
  outsideOf,
  type PlanLanguage,
  renameEdits,
} from '@orrery/engine/app-plan'
import {
  applyEdits,
  type InterfaceFacts,
  type InterfaceProblem,
  interfaceProblems,
  inverseOf,
  set,
} from '@orrery/engine/interface'
import type { AppError } from '#kit/errors.ts'
import type { InterfaceService } from '#domains/studio/interface/interface.service.ts'
import { agentAppErrors } from './agent-app.errors.ts'
import type { AgentAppRepo } from './agent-app.repo.ts'
import type { StepRow, WorkRow } from './agent-app.table.ts'

export interface InterfaceStepDeps {
  repo: AgentAppRepo
  interfaces: Pick<InterfaceService, 'find' | 'create' | 'edit'>
  facts(projectId: string): Promise<InterfaceFacts>
  describeProblem(document: InterfaceDocument, problem: InterfaceProblem): AppError
  /** What keeps pages that are written as code from running, with file and line. */
  codeFaults(document: InterfaceDocument, projectId: string): Promise<AppError[]>
}
export type MakeEdits = (
  document: InterfaceDocument,
  facts: InterfaceFacts,
) => InterfaceEdit[] | Promise<InterfaceEdit[]>
const WEB = 1
/** Far ahead of every save: the answer is then the document, and not all that was ever saved. */
const LATEST = 2_000_000_000
const sameProblem = (a: InterfaceProblem) => (b: InterfaceProblem) =>
  a.code === b.code && a.node === b.node && a.part === b.part && a.name === b.name && a.page === b.page

/** What a step that needs no model changes on the pages of an app. */
export function editsOf(step: AppStep, document: InterfaceDocument, facts: InterfaceFacts, language: PlanLanguage) {
  switch (step.kind) {
    case 'page': {
      const { page, entity, flow } = step
      return drawPage(document, page, {
        language,
        tables: new Map(facts.tables.map(({ name, id }) => [name, id])),
        flows: new Map(facts.workflows.filter(({ isChat }) => !isChat).map(({ name, id }) => [name, id])),
        chat: facts.workflows.find(({ isChat }) => isChat)?.id ?? '',
        entity,
        flow,
      })
    }
    case 'rename':
      return renameEdits(document, step.page, step.title)
    case 'drop':
      return dropEdits(document, step.page)
    case 'note':
      return noteEdits(document, step.page, step.text)
    case 'colour':
      return [set(step.color, 'theme', 'color')]
    case 'field':
      return fieldEdits(document, facts.tables.find(({ name }) => name === step.table)?.id ?? '', step.field)
    default:
      return []
  }
}
export function editScope(step: AppStep, document: InterfaceDocument): EditScope {
  switch (step.kind) {
    case 'page':
      return { pages: [step.page.name], navigation: true, sources: true }
    case 'rename':
    case 'note':
      return { pages: [step.page], navigation: true }
    // What led to a page that goes leads nowhere: that is taken out wherever it stands.
    case 'drop':
      return { pages: Object.keys(document.pages), navigation: true }
    case 'field':
      return { pages: Object.keys(document.pages) }
    case 'colour':
      return { pages: [], theme: true }
    case 'draw':
      return { pages: step.pages }
    default:
      return { pages: [] }
  }
}

/** The document with those of its pages alone whose code is another one now. */
function withNewCode(before: InterfaceDocument, after: InterfaceDocument): InterfaceDocument {
  const was = (id: string) => JSON.stringify(before.pages[id]?.files)
  const pages = Object.entries(after.pages).filter(([id, { files }]) => files && JSON.stringify(files) !== was(id))
  return { ...after, pages: Object.fromEntries(pages) }
}

/** Steps that change an interface: confined to their scope, checked, and written down with the way back before they are applied. */
export function createInterfaceSteps({ repo, interfaces, facts, describeProblem, codeFaults }: InterfaceStepDeps) {
  async function sandboxOf(projectId: string, userId: string, name: string) {
    const find = async () => (await interfaces.find(projectId))?.sandboxes.find(({ channel }) => channel === WEB)
    return (await find()) ?? (await interfaces.create(projectId, userId, name, WEB)).sandboxes[0]!
  }
  /** Why edits may not be applied; nothing when they may. */
  async function refusalOf(
    projectId: string,
    document: InterfaceDocument,
    edits: InterfaceEdit[],
    known: InterfaceFacts,
    scope: EditScope,
  ): Promise<AppError | undefined> {
    const beyond = outsideOf(document, edits, scope)
    if (beyond)
      return agentAppErrors.outsideScope({ scope: scope.pages.join(', ') || 'theme', path: beyond.path.join('.') })
    const before = interfaceProblems(document, known)
    const after = applyEdits(document, edits)
    const fresh = interfaceProblems(after, known).find(
      (problem) => problem.isError && !before.some(sameProblem(problem)),
    )
    if (!fresh) return (await codeFaults(withNewCode(document, after), projectId))[0]
    const { where = '', what = '', whatZh = '' } = describeProblem(after, fresh).params
    return agentAppErrors.newProblem({ where, what, whatZh })
  }
  const send = (sandboxId: string, userId: string, edits: readonly InterfaceEdit[], batch: string) =>
    interfaces.edit(sandboxId, userId, JSON.stringify(edits), JSON.stringify({ batch, since: LATEST }))

  return {
    refusalOf,
    document: async (projectId: string, userId: string, name: string) =>
      (await sandboxOf(projectId, userId, name)).document,
    async apply(work: WorkRow & { projectId: string }, row: StepRow, name: string, make: MakeEdits): Promise<void> {
      const { id: sandboxId, document } = await sandboxOf(work.projectId, work.userId, name)
      let { edits } = row
      if (!edits) {
        const known = await facts(work.projectId)
        edits = await make(document, known)
        const refusal = await refusalOf(work.projectId, document, edits, known, editScope(row.spec, document))
        if (refusal) throw refusal
        const diff = diffOf(document, edits)
        await repo.setStep(work.id, row.n, { edits, inverse: inverseOf(document, edits), diff, before: document })
      }
      // Under a name of its own: a process that takes over may send it again, and it counts once.
      if (edits.length) await send(sandboxId, work.userId, edits, `step-${work.id}-${row.n}`)
    },
    async takeBack(work: WorkRow & { projectId: string }, row: StepRow, userId: string): Promise<void> {
      if (!row.inverse?.length) return
      const sandbox = await sandboxOf(work.projectId, userId, '')
      await send(sandbox.id, userId, row.inverse, `undo-${work.id}-${row.n}`)
    },
  }
}
export type InterfaceSteps = ReturnType<typeof createInterfaceSteps>
