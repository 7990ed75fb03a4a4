import { APP_PLAN_LIMITS, type AppPlan, type InterfaceDocument } from '@orrery/contract'
import { appPlan } from '@orrery/contract/shared/app-plan'
import { type AppStep, planFromWords, stepsFromWords } from '@orrery/engine/app-plan'
import { type InterfaceFacts, pagesOf } from '@orrery/engine/interface'
import { z } from 'zod'
import type { ReadyModel } from '#domains/chat/model/model.service.ts'
import { agentAppErrors } from './agent-app.errors.ts'
import type { WorkRow } from './agent-app.table.ts'
import { askForJson, type Asking, type ReadAnswer } from './ask-json.ts'
import { changeGuide, planGuide } from './plan-guide.ts'
import { givenStep, readSteps } from './read-steps.ts'

export interface PlanWriterDeps {
  /** The model of a space, or undefined if it has only the built-in one. */
  realModel(spaceId: string): Promise<ReadyModel | undefined>
}
/** The first validation issue, with its path. */
function issueOf(error: z.ZodError): string {
  const [issue] = error.issues
  return `${issue?.path.join('.') ?? ''} ${issue?.message ?? ''}`.trim()
}
function readPlan(answer: unknown): ReadAnswer<AppPlan> {
  const read = appPlan.safeParse(answer)
  if (!read.success) return { problem: issueOf(read.error) }
  const size = JSON.stringify(read.data).length
  return size > APP_PLAN_LIMITS.bytes
    ? { problem: `it has more than ${APP_PLAN_LIMITS.bytes} characters` }
    : { value: read.data }
}

/** Plans of apps and steps of changes, written by the model of the space or, without one, by rules. */
export function createPlanWriter({ realModel }: PlanWriterDeps) {
  return {
    readPlan,
    async plan(
      work: Pick<WorkRow, 'spaceId' | 'message' | 'answers' | 'language' | 'plan'>,
      asking: Asking,
    ): Promise<AppPlan> {
      const model = await realModel(work.spaceId)
      if (!model) return planFromWords(work.message, work.answers, work.language)
      const answers = Object.entries(work.answers).map(([name, text]) => `${name}: ${text}`)
      const content = [
        `<description>\n${work.message}\n</description>`,
        ...(work.plan && answers.length
          ? [
              `<questions>\n${work.plan.questions.map(({ name, text }) => `${name}: ${text}`).join('\n')}\n</questions>`,
              `<answers>\n${answers.join('\n')}\n</answers>`,
              'Ask no further questions.',
            ]
          : []),
      ].join('\n')
      return askForJson(
        model,
        [
          { role: 'system', content: planGuide },
          { role: 'user', content },
        ],
        readPlan,
        asking,
      )
    },
    async changes(
      work: WorkRow,
      document: InterfaceDocument,
      facts: InterfaceFacts,
      asking: Asking,
    ): Promise<AppStep[]> {
      const model = await realModel(work.spaceId)
      if (!model) {
        const steps = stepsFromWords(document, facts, work.message)
        if (!steps.length) throw agentAppErrors.notUnderstood()
        return steps
      }
      const content = [
        `<app>\n${JSON.stringify({
          pages: pagesOf(document).map(({ id, title }) => ({ id, title })),
          tables: facts.tables.map(({ name, fields }) => ({ name, fields })),
          workflows: facts.workflows.map(({ name, isChat }) => ({ name, isChat })),
        })}\n</app>`,
        ...(work.pages.length ? [`Only these pages may change: ${work.pages.join(', ')}`] : []),
        `<wish>\n${work.message}\n</wish>`,
      ].join('\n')
      const read = (answer: Record<string, unknown>): ReadAnswer<AppStep[]> => {
        const given = z.array(givenStep).min(1).max(12).safeParse(answer['steps'])
        return given.success ? readSteps(given.data, document, facts) : { problem: issueOf(given.error) }
      }
      return askForJson(
        model,
        [
          { role: 'system', content: changeGuide },
          { role: 'user', content },
        ],
        read,
        asking,
      )
    },
    hasModel: async (spaceId: string) => (await realModel(spaceId)) !== undefined,
  }
}
export type PlanWriter = ReturnType<typeof createPlanWriter>
