import { Tag } from './tag.tsx'

/** What the owner of the instance says about a person. */
export function LabelTag({ label }: { label: { label_name: string } | undefined }) {
  return label ? <Tag tone="brand">{label.label_name}</Tag> : null
}
