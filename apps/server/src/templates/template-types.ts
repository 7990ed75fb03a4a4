import { type BotConfig, emptyBotConfig, ProductEntity } from '@orrery/contract'
import type { BundleItem } from '#domains/ground/resource/shared/resource-content.ts'
import { readFacts } from '@orrery/engine/canvas-facts'
import type { Glyph } from '#domains/ground/upload/shared/glyphs.ts'

export type Language = 'en' | 'zh'
export interface Words {
  en: string
  zh: string
}
/** Placeholder for the default model of the space into which the template is duplicated. */
export const ANY_MODEL = '810000001'
export const Category = {
  efficiency: '80000001',
  writing: '80000002',
  learning: '80000003',
  business: '80000004',
  data: '80000005',
  developers: '80000006',
  life: '80000007',
} as const

export interface Template {
  number: number
  kind: 'bot' | 'workflow' | 'project'
  category: string
  glyph: Glyph
  name: Words
  description: Words
  /** What to try first: a message for bots, otherwise inputs of the first workflow. */
  sample: { say: Words } | { run: string; input: Record<string, string>; inputZh?: Record<string, string> }
  /** Text files that the content refers to. */
  files?: Record<string, string>
  build(locale: Language, id: (part: number) => string): BundleItem[]
}
export const entityOf: Record<Template['kind'], number> = {
  bot: ProductEntity.botTemplate,
  workflow: ProductEntity.workflowTemplate,
  project: ProductEntity.project,
}
export const rootIdOf = (template: Pick<Template, 'number'>) => String(81_000_000 + template.number)
export const partIdOf = (template: Pick<Template, 'number'>) => (part: number) =>
  part === 0 ? rootIdOf(template) : String((81_000_000 + template.number) * 100 + part)

interface Head {
  id: string
  name: string
  description: string
  icon: string
  project?: string
}
const bare = { subType: 0, published: false, needs: [], models: [] }
export const botItem = (head: Head, config: Partial<BotConfig>, needs: BundleItem['needs'] = []): BundleItem => ({
  ...bare,
  needs,
  project: '',
  ...head,
  kind: 'bot',
  content: { ...emptyBotConfig(), ...config, model_info: { ...emptyBotConfig().model_info, model_id: ANY_MODEL } },
  models: [ANY_MODEL],
})
export function flowItem(head: Head, schema: string, flowMode = 0): BundleItem {
  const { needs } = readFacts(schema)
  return {
    ...bare,
    project: '',
    ...head,
    kind: 'workflow',
    subType: flowMode,
    published: true,
    needs: [
      ...needs.workflows.map(({ id }) => ({ kind: 'workflow' as const, id })),
      ...needs.plugins.map((id) => ({ kind: 'plugin' as const, id })),
      ...needs.databases.map((id) => ({ kind: 'database' as const, id })),
    ],
    models: needs.models,
    content: { schema, flowMode },
  }
}
export const knowledgeItem = (head: Head, file: string): BundleItem => ({
  ...bare,
  project: '',
  ...head,
  kind: 'knowledge',
  content: {
    format: 0,
    documents: [
      {
        name: `${head.name}.md`,
        extension: 'md',
        webUrl: '',
        sourceType: 0,
        file,
        settings: {},
        tableMeta: [],
        caption: '',
      },
    ],
  },
})
export interface Column {
  name: string
  desc: string
  type: 1 | 2 | 3 | 4 | 5
}
export const tableItem = (head: Head, columns: Column[]): BundleItem => ({
  ...bare,
  project: '',
  ...head,
  kind: 'database',
  content: {
    fields: columns.map((column, at) => ({ ...column, id: at + 1, required: false })),
    mode: 3,
    promptDisabled: false,
    rows: [],
  },
})
export const projectItem = (head: Head): BundleItem => ({
  ...bare,
  project: '',
  ...head,
  kind: 'project',
  content: { variables: [], conversations: [] },
})
export const iconOf = (glyph: Glyph) => `builtin/official/${glyph}.png`
