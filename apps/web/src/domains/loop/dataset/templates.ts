import { DatasetCategory } from '@orrery/contract/shared/dataset-enums'
import type { Category } from './dataset.queries.ts'
import { emptyField, type FieldDraft } from './field-form.ts'
import type { FieldKind } from './field-types.ts'

interface Template {
  id: 'answers' | 'labels' | 'retrieval' | 'chat' | 'images' | 'training'
  category: Category
  turns: 'single' | 'multi'
  fields: [name: string, type: FieldKind, isRequired?: 'required'][]
}
/** Common datasets to start from. Their fields have the names that evaluators and prompts look for. */
export const templates: readonly Template[] = [
  {
    id: 'answers',
    category: DatasetCategory.evaluation,
    turns: 'single',
    fields: [
      ['input', 'text', 'required'],
      ['reference_output', 'text'],
    ],
  },
  {
    id: 'labels',
    category: DatasetCategory.evaluation,
    turns: 'single',
    fields: [
      ['input', 'text', 'required'],
      ['expected_label', 'text', 'required'],
      ['confidence', 'number'],
    ],
  },
  {
    id: 'retrieval',
    category: DatasetCategory.evaluation,
    turns: 'single',
    fields: [
      ['input', 'text', 'required'],
      ['context', 'markdown', 'required'],
      ['reference_output', 'text'],
    ],
  },
  {
    id: 'chat',
    category: DatasetCategory.evaluation,
    turns: 'multi',
    fields: [
      ['input', 'text', 'required'],
      ['reference_output', 'text'],
    ],
  },
  {
    id: 'images',
    category: DatasetCategory.evaluation,
    turns: 'single',
    fields: [
      ['image', 'image', 'required'],
      ['input', 'text', 'required'],
      ['reference_output', 'text'],
    ],
  },
  {
    id: 'training',
    category: DatasetCategory.training,
    turns: 'single',
    fields: [['messages', 'message', 'required']],
  },
]
export const fieldsOf = ({ fields }: Template): FieldDraft[] =>
  fields.map(([name, type, required]) => ({ ...emptyField(name), type, isRequired: required !== undefined }))
