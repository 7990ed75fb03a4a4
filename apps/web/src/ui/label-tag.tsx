import { Tag } from './tag.tsx'

/** The label that the owner of the instance gave a person. */
export function LabelTag({ label }: { label: { label_name: string } | undefined }) {
  return label ? <Tag tone="brand">{label.label_name}</Tag> : null
}
