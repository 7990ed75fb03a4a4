import type { AppPlan, PlanEntity, PlanField, PlanFlow, PlanPage } from '@orrery/contract'

/**
 * One step of building an app: what it creates or changes, and the only place where it may do so. A step is small
 * enough to be checked, shown and undone on its own.
 */
export type AppStep =
  | { kind: 'table'; entity: PlanEntity }
  | { kind: 'flow'; flow: PlanFlow }
  | { kind: 'chat'; persona: string; greeting: string; entities: { name: string; title: string }[] }
  | { kind: 'bot'; name: string; persona: string; greeting: string; entities: string[] }
  | { kind: 'page'; page: PlanPage; entity?: PlanEntity; flow?: PlanFlow }
  | { kind: 'field'; table: string; field: PlanField }
  | { kind: 'rename'; page: string; title: string }
  | { kind: 'drop'; page: string }
  | { kind: 'colour'; color: string }
  | { kind: 'note'; page: string; text: string }
  | { kind: 'draw'; pages: string[]; wish: string }
export type AppStepKind = AppStep['kind']

/** The name of the scope that a step is allowed to change. */
export function scopeOf(step: AppStep): string {
  switch (step.kind) {
    case 'table':
      return `table:${step.entity.name}`
    case 'flow':
      return `workflow:${step.flow.name}`
    case 'chat':
      return 'workflow:chat'
    case 'bot':
      return 'bot'
    case 'page':
      return `page:${step.page.name}`
    case 'field':
      return `table:${step.table}`
    case 'colour':
      return 'theme'
    case 'draw':
      return step.pages.map((page) => `page:${page}`).join(' ')
    default:
      return `page:${step.page}`
  }
}
export function titleOfStep(step: AppStep): string {
  switch (step.kind) {
    case 'table':
      return step.entity.title
    case 'flow':
      return step.flow.title
    case 'page':
      return step.page.title
    case 'bot':
      return step.name
    case 'field':
      return step.field.title
    case 'rename':
      return step.title
    case 'colour':
      return step.color
    case 'drop':
    case 'note':
      return step.page
    case 'draw':
      return step.pages.join(', ')
    case 'chat':
      return ''
  }
}

/** The steps that build a plan, ordered so that each step finds what it depends on. */
export function stepsOfPlan(plan: AppPlan, hasModel: boolean): AppStep[] {
  const { entities, flows, pages, bot, title } = plan
  const used = new Set(pages.map(({ entity }) => entity))
  const kept = entities.filter(({ name }) => used.has(name))
  const run = flows.filter(({ name }) => pages.some(({ flow }) => flow === name))
  const chat = pages.some(({ kind }) => kind === 'chat')
  return [
    ...kept.map((entity): AppStep => ({ kind: 'table', entity })),
    ...run.map((flow): AppStep => ({ kind: 'flow', flow })),
    ...(chat
      ? [{ kind: 'chat', ...bot, entities: kept.map(({ name, title: of }) => ({ name, title: of })) } satisfies AppStep]
      : []),
    { kind: 'bot', name: title, ...bot, entities: kept.map(({ name }) => name) },
    ...pages.map((page): AppStep => pageStep(page, plan)),
    ...(hasModel
      ? pages
          .filter(({ kind, goal }) => kind === 'free' && goal)
          .map(({ name, goal }): AppStep => ({ kind: 'draw', pages: [name], wish: goal }))
      : []),
  ]
}
export function pageStep(page: PlanPage, { entities, flows }: Pick<AppPlan, 'entities' | 'flows'>) {
  const entity = entities.find(({ name }) => name === page.entity)
  const flow = flows.find(({ name }) => name === page.flow)
  return {
    kind: 'page' as const,
    page,
    ...(entity && { entity }),
    ...(flow && { flow }),
  }
}
