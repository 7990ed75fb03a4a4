import type { Field, NodeDescription } from './description.ts'

/** Paths of `data` that the fields of a description own, each with everything below it. */
export function ownedPaths(description: NodeDescription): string[] {
  const paths = description.sections.flatMap((section) => section.fields.flatMap(pathsOf))
  return [...new Set([...paths, ...whens(description), ...(description.also ?? [])])]
}

function pathsOf(field: Field): string[] {
  if (field.kind === 'workflow') return [`${field.path}.workflowId`, ...(field.own ? [field.path] : [])]
  if (field.kind === 'code') return [field.code.path, field.language.path]
  if (field.kind === 'variables') return [field.path, ...(field.format ? [field.format.path] : [])]
  return ['slot' in field ? field.slot.path : field.path]
}

const whens = (description: NodeDescription): string[] =>
  description.sections.flatMap((section) =>
    section.fields.flatMap((field) => (field.when ? [field.when.slot.path] : [])),
  )
