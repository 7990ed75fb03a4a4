import type { Snapshot } from '../eval-target.table.ts'

/** Fields of a row that a target reads. Inputs with a default in the runtime parameter are optional. */
export function targetInputs(snapshot: Snapshot): { key: string; isRequired: boolean }[] {
  const given = 'given' in snapshot ? (snapshot.given ?? {}) : {}
  return allInputs(snapshot).map(({ key, isRequired }) => ({
    key,
    isRequired: isRequired && !Object.hasOwn(given, key),
  }))
}
function allInputs(snapshot: Snapshot): { key: string; isRequired: boolean }[] {
  switch (snapshot.kind) {
    case 'bot':
      return [
        { key: 'input', isRequired: true },
        ...snapshot.config.variable_list
          .filter(({ is_disabled }) => !is_disabled)
          .map(({ key }) => ({ key, isRequired: false })),
      ]
    case 'workflow':
      return snapshot.inputs.map(({ name, isRequired }) => ({ key: name, isRequired }))
    case 'model':
      return snapshot.variables.length
        ? [...snapshot.variables.map((key) => ({ key, isRequired: true })), { key: 'input', isRequired: false }]
        : [{ key: 'input', isRequired: true }]
    case 'stored':
      return [
        { key: 'output', isRequired: true },
        { key: 'trajectory', isRequired: false },
      ]
    case 'external':
      return [{ key: 'input', isRequired: true }]
  }
}
