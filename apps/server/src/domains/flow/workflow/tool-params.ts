type Json = Record<string, unknown>
/** Wire numbers of parameter types. */
const types: Record<string, number> = { string: 1, integer: 2, float: 3, object: 4, list: 5, boolean: 6 }

/** Converts inputs or outputs of a workflow to tool parameters. */
export function toToolParams(variables: readonly Json[], parent = ''): Json[] {
  return variables.map((variable) => {
    const name = String(variable.name ?? '')
    const kind = String(variable.type ?? 'string')
    const inner = kind === 'list' ? (variable.schema as Json | undefined) : undefined
    const fields = kind === 'object' ? variable.schema : inner?.type === 'object' ? inner.schema : undefined
    return {
      id: parent ? `${parent}.${name}` : name,
      name,
      desc: String(variable.description ?? ''),
      type: types[kind] ?? 1,
      ...(inner && { sub_type: types[String(inner.type)] ?? 1 }),
      location: 3,
      is_required: variable.required === true,
      sub_parameters: Array.isArray(fields) ? toToolParams(fields as Json[], parent ? `${parent}.${name}` : name) : [],
      global_default: '',
      global_disable: false,
      local_default: '',
      local_disable: false,
    }
  })
}

/** Applies the stored settings of a tool to its current parameters; settings of removed parameters are dropped. */
export function mergeToolParams(current: Json[], set: readonly Json[]): Json[] {
  const known = new Map(set.map((item) => [item.name, item]))
  return current.map((item) => {
    const mine = known.get(item.name)
    if (!mine || mine.type !== item.type) return item
    return {
      ...item,
      local_default: typeof mine.local_default === 'string' ? mine.local_default : '',
      local_disable: mine.local_disable === true,
      sub_parameters: mergeToolParams(
        item.sub_parameters as Json[],
        Array.isArray(mine.sub_parameters) ? (mine.sub_parameters as Json[]) : [],
      ),
    }
  })
}
