import { FieldType, FlowMode } from '@orrery/contract'
import { readFacts } from '@orrery/engine/canvas-facts'
import type { InterfaceFacts, TableFact } from '@orrery/engine/interface'
import type { ResourceRow } from '#domains/ground/resource/resource.table.ts'
import type { WorkflowService } from '#domains/flow/workflow/workflow.service.ts'
import type { DatabaseService } from '#domains/resources/database/database.service.ts'

export interface FactsDeps {
  inside(projectId: string): Promise<ResourceRow[]>
  workflows: Pick<WorkflowService, 'get'>
  databases: Pick<DatabaseService, 'getForRun'>
  /** Ids of component package versions that the space of the project has. */
  packages(projectId: string): Promise<string[]>
  /** Published bots of the space of a project. */
  bots(projectId: string): Promise<{ id: string; name: string }[]>
}
const fieldTypes: Record<number, string> = {
  [FieldType.text]: 'text',
  [FieldType.number]: 'integer',
  [FieldType.float]: 'number',
  [FieldType.boolean]: 'boolean',
  [FieldType.date]: 'date',
}
type Fields = { name: string; type: number; required: boolean }[]
export const fieldsOf = (fields: Fields): TableFact['fields'] =>
  fields.map(({ name, type, required }) => ({ name, type: fieldTypes[type] ?? 'text', required }))

/** The workflows, tables and packages that the interface of a project can use. */
export function createInterfaceFacts({ inside, workflows, databases, packages, bots }: FactsDeps) {
  return async (projectId: string): Promise<InterfaceFacts> => {
    const rows = await inside(projectId)
    const flows = rows.filter(({ kind }) => kind === 'workflow')
    const tables = rows.filter(({ kind }) => kind === 'database')
    return {
      packages: await packages(projectId),
      bots: await bots(projectId),
      workflows: await Promise.all(
        flows.map(async ({ id, name, subType }) => ({
          id,
          name,
          isChat: subType === FlowMode.chatFlow,
          inputs: readFacts((await workflows.get(id)).row.schema).inputs.map((input) => ({
            name: String(input['name'] ?? ''),
            type: String(input['type'] ?? 'string'),
            required: input['required'] === true,
            description: String(input['description'] ?? ''),
          })),
        })),
      ),
      tables: await Promise.all(
        tables.map(async ({ id, name }) => ({
          id,
          name,
          fields: fieldsOf((await databases.getForRun(id)).table.fields),
        })),
      ),
    }
  }
}
