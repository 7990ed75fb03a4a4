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
  /** Faults that keep pages of code from running, with file and line. */
  codeFaults(document: InterfaceDocument, projectId: string): Promise<AppError[]>
}
export type MakeEdits = (
  document: InterfaceDocument,
  facts: InterfaceFacts,
) => InterfaceEdit[] | Promise<InterfaceEdit[]>
const WEB = 1
/** Later than the revision of any save, so that the answer contains the document without the list of all saves. */
const LATEST = 2_000_000_000
const sameProblem = (a: InterfaceProblem) => (b: InterfaceProblem) =>
  a.code === b.code && a.node === b.node && a.part === b.part && a.name === b.name && a.page === b.page

/** The edits of a step that needs no model. */
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
    // Links to the removed page are removed from all pages.
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

/** Reduces the document to the pages whose code has changed. */
function withNewCode(before: InterfaceDocument, after: InterfaceDocument): InterfaceDocument {
  const was = (id: string) => JSON.stringify(before.pages[id]?.files)
  const pages = Object.entries(after.pages).filter(([id, { files }]) => files && JSON.stringify(files) !== was(id))
  return { ...after, pages: Object.fromEntries(pages) }
}

/**
 * Steps that change an interface: confined to their scope and checked. The inverse edits are stored before a step is
 * applied.
 */
export function createInterfaceSteps({ repo, interfaces, facts, describeProblem, codeFaults }: InterfaceStepDeps) {
  async function sandboxOf(projectId: string, userId: string, name: string) {
    const find = async () => (await interfaces.find(projectId))?.sandboxes.find(({ channel }) => channel === WEB)
    return (await find()) ?? (await interfaces.create(projectId, userId, name, WEB)).sandboxes[0]!
  }
  /** Why edits may not be applied, or undefined if they may. */
  async function refusalOf(
    projectId: string,
    document: InterfaceDocument,
    edits: InterfaceEdit[],
    known: InterfaceFacts,
    scope: EditScope,
  ): Promise<AppError | undefined> {
    const outside = outsideOf(document, edits, scope)
    if (outside)
      return agentAppErrors.outsideScope({ scope: scope.pages.join(', ') || 'theme', path: outside.path.join('.') })
    const before = interfaceProblems(document, known)
    const after = applyEdits(document, edits)
    const introduced = interfaceProblems(after, known).find(
      (problem) => problem.isError && !before.some(sameProblem(problem)),
    )
    if (!introduced) return (await codeFaults(withNewCode(document, after), projectId))[0]
    const { where = '', what = '', whatZh = '' } = describeProblem(after, introduced).params
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
      // The batch name makes this idempotent: a process that takes over may send the edits again.
      if (edits.length) await send(sandboxId, work.userId, edits, `step-${work.id}-${row.n}`)
    },
    async revert(work: WorkRow & { projectId: string }, row: StepRow, userId: string): Promise<void> {
      if (!row.inverse?.length) return
      const sandbox = await sandboxOf(work.projectId, userId, '')
      await send(sandbox.id, userId, row.inverse, `undo-${work.id}-${row.n}`)
    },
  }
}
export type InterfaceSteps = ReturnType<typeof createInterfaceSteps>
