import { type Detail, detailOf, type Message } from './detail.ts'
import type { Merge } from './prompts.queries.ts'

export type Conflict = Merge['conflicts'][number]
export type Side = 'theirs' | 'yours'

/** Applies the chosen side of each conflict to the merged draft, which already contains yours. */
export function resolved(merge: Merge, sides: Readonly<Record<string, Side>>): Detail {
  const [merged, theirs] = [detailOf(merge.merged!), detailOf(merge.prompt!)]
  return merge.conflicts
    .filter(({ place }) => sides[place] === 'theirs')
    .reduce((detail, conflict) => withTheirs(detail, theirs, conflict), merged)
}

const besideText = (message: Message) => JSON.stringify({ ...message, content: undefined })

function withTheirs(detail: Detail, theirs: Detail, { place, theirs: text }: Conflict): Detail {
  const [group, name = ''] = [place.split('.')[0], place.slice(place.indexOf('.') + 1)]
  if (place === 'messages') return { ...detail, messages: theirs.messages }
  if (group === 'messages') {
    const at = Number(name)
    const other = theirs.messages[at]!
    // Lines that only you changed stay as you wrote them.
    const chosen = (message: Message) =>
      besideText(message) === besideText(other) ? { ...message, content: text } : other
    return { ...detail, messages: detail.messages.map((message, index) => (index === at ? chosen(message) : message)) }
  }
  if (group === 'model')
    return { ...detail, model: { ...detail.model, [name]: theirs.model[name as keyof Detail['model']] } }
  if (group === 'variables') {
    const other = theirs.variables.find(({ key }) => key === name)
    const rest = detail.variables.filter(({ key }) => key !== name)
    return { ...detail, variables: other ? [...rest, other] : rest }
  }
  if (group === 'tools') {
    const other = theirs.tools.find(({ tool_def: tool }) => tool.function.name === name)
    const rest = detail.tools.filter(({ tool_def: tool }) => tool.function.name !== name)
    return { ...detail, tools: other ? [...rest, other] : rest }
  }
  return group === 'template_type' ? { ...detail, template: theirs.template } : detail
}
