import type { Field } from '@orrery/engine/describe'
import { AssignField } from './fields/assign-field.tsx'
import { BatchField } from './fields/batch-field.tsx'
import { CodeField } from './fields/code-field.tsx'
import { ConditionsField } from './fields/conditions-field.tsx'
import { ColumnsField, DatabaseField, OrderField, RowValuesField } from './fields/database-fields.tsx'
import { RowConditionsField } from './fields/row-conditions-field.tsx'
import { DrawingField } from './fields/drawing-field.tsx'
import { ErrorsField } from './fields/errors-field.tsx'
import { GroupsField } from './fields/groups-field.tsx'
import { AuthField } from './fields/http-auth-field.tsx'
import { BodyField } from './fields/http-body-field.tsx'
import { PairsField } from './fields/http-pairs-field.tsx'
import { RequestField } from './fields/http-request-field.tsx'
import { InputsField } from './fields/inputs-field.tsx'
import { KnowledgeField } from './fields/knowledge-field.tsx'
import { ModelField } from './fields/model-field.tsx'
import { OptionsField } from './fields/options-field.tsx'
import { ChoiceField, LineField, NumberField, ToggleField, ValueField } from './fields/plain-fields.tsx'
import { OtherModelField } from './fields/other-model-field.tsx'
import { PromptField } from './fields/prompt-field.tsx'
import { RoundsField } from './fields/rounds-field.tsx'
import { SkillsField } from './fields/skills-field.tsx'
import { DelimitersField, FormField, PicturesField, RestField } from './fields/small-fields.tsx'
import { SqlField } from './fields/sql-field.tsx'
import { ToolField } from './fields/tool-field.tsx'
import { VariablesField } from './fields/variables-field.tsx'
import { WorkflowField } from './fields/workflow-field.tsx'

/** The control for a field. A new kind of field in the descriptions does not compile until it has one here. */
export function FieldView({ field }: { field: Field }) {
  switch (field.kind) {
    case 'inputs':
      return <InputsField field={field} />
    case 'value':
      return <ValueField field={field} />
    case 'prompt':
      return <PromptField field={field} />
    case 'line':
      return <LineField field={field} />
    case 'number':
      return <NumberField field={field} />
    case 'toggle':
      return <ToggleField field={field} />
    case 'choice':
      return <ChoiceField field={field} />
    case 'variables':
      return <VariablesField field={field} />
    case 'rounds':
      return <RoundsField field={field} />
    case 'conditions':
      return <ConditionsField field={field} />
    case 'code':
      return <CodeField field={field} />
    case 'sql':
      return <SqlField field={field} />
    case 'model':
      return <ModelField field={field} />
    case 'otherModel':
      return <OtherModelField field={field} />
    case 'skills':
      return <SkillsField field={field} />
    case 'batch':
      return <BatchField field={field} />
    case 'errors':
      return <ErrorsField field={field} />
    case 'options':
      return <OptionsField field={field} />
    case 'assign':
      return <AssignField field={field} />
    case 'groups':
      return <GroupsField field={field} />
    case 'form':
      return <FormField field={field} />
    case 'request':
      return <RequestField field={field} />
    case 'pairs':
      return <PairsField field={field} />
    case 'auth':
      return <AuthField field={field} />
    case 'body':
      return <BodyField field={field} />
    case 'database':
      return <DatabaseField field={field} />
    case 'rowConditions':
      return <RowConditionsField field={field} />
    case 'rowValues':
      return <RowValuesField field={field} />
    case 'columns':
      return <ColumnsField field={field} />
    case 'order':
      return <OrderField field={field} />
    case 'knowledge':
      return <KnowledgeField field={field} />
    case 'workflow':
      return <WorkflowField field={field} />
    case 'tool':
      return <ToolField field={field} />
    case 'delimiters':
      return <DelimitersField field={field} />
    case 'pictures':
      return <PicturesField field={field} />
    case 'drawing':
      return <DrawingField field={field} />
    case 'rest':
      return <RestField field={field} />
    default:
      return field satisfies never
  }
}
