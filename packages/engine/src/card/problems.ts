import type { CardDesign, CardVariable } from '@orrery/contract'
import { buttonsOf, inputsOf, isInput, type Placed, placedIn, rowTextsOf, textsOf } from './parts.ts'
import { placesOf } from './texts.ts'

export type ProblemCode =
  | 'empty'
  | 'unknownName'
  | 'noItems'
  | 'noAlt'
  | 'badLink'
  | 'noLabel'
  | 'submitWithoutInputs'
  | 'noOptions'
  | 'inputTwice'
  | 'inputsNotSent'
  | 'unused'

export interface CardProblem {
  code: ProblemCode
  /** Warnings do not stop a card from being published. */
  isError: boolean
  /** Id of the element or button, or the name of the variable. */
  at: string
  /** The name that is unknown, used twice or unused. */
  name: string
  /** The list that an unknown name of an item would belong to. */
  items?: string
}

const warnings: readonly ProblemCode[] = ['noAlt', 'inputsNotSent', 'unused']
const problem = (code: ProblemCode, at: string, name = '', items?: string): CardProblem => ({
  code,
  isError: !warnings.includes(code),
  at,
  name,
  ...(items !== undefined && { items }),
})

/** The problems of a card, in the order of its elements. */
export function cardProblems(design: CardDesign): CardProblem[] {
  const placed = placedIn(design)
  if (!placed.length) return [problem('empty', '')]
  const known = namesOf(design)
  return [
    ...placed.flatMap((one) => [...ownProblems(one, design), ...nameProblems(one, known)]),
    ...inputProblems(design),
    ...unusedVariables(design).map(({ name }) => problem('unused', name, name)),
  ]
}

interface Names {
  variables: ReadonlyMap<string, CardVariable>
  inputs: ReadonlySet<string>
}
const namesOf = (design: CardDesign): Names => ({
  variables: new Map(design.variables.map((variable) => [variable.name, variable])),
  inputs: new Set(inputsOf(design).map(({ name }) => name)),
})

function nameProblems({ element, items }: Placed, { variables, inputs }: Names): CardProblem[] {
  const seen = new Set<string>()
  const check = (path: string, list: string | undefined, id: string): CardProblem[] => {
    if (seen.has(path)) return []
    seen.add(path)
    const [first, second] = path.split('.')
    if (first === 'index' && list !== undefined) return []
    if (first === 'item' && list !== undefined && second !== undefined) {
      const fields = variables.get(list)?.fields
      return !fields || fields.some((field) => field.name === second) ? [] : [problem('unknownName', id, path, list)]
    }
    if (first === 'input' && element.type === 'buttons')
      return second !== undefined && inputs.has(second) ? [] : [problem('unknownName', id, path)]
    return variables.has(first!) ? [] : [problem('unknownName', id, path)]
  }
  const rowItems = element.type === 'table' || element.type === 'chart' ? element.items : undefined
  return [
    ...textsOf(element)
      .flatMap(placesOf)
      .flatMap((path) => check(path, items, element.id)),
    ...rowTextsOf(element)
      .flatMap(placesOf)
      .flatMap((path) => check(path, rowItems, element.id)),
    ...(element.type === 'buttons'
      ? element.buttons.flatMap(({ id, action }) =>
          (action.type === 'change'
            ? Object.keys(action.set)
            : action.type === 'run'
              ? Object.keys(action.outputs)
              : []
          )
            .filter((name) => !variables.has(name))
            .map((name) => problem('unknownName', id, name)),
        )
      : []),
  ]
}

function ownProblems({ element, items }: Placed, design: CardDesign): CardProblem[] {
  switch (element.type) {
    case 'list':
    case 'slides':
    case 'table':
    case 'chart': {
      // A list inside a list would need items of its own.
      const isList = design.variables.some(({ name, type }) => name === element.items && type === 'list')
      return isList ? [] : [problem('noItems', element.id, element.items)]
    }
    case 'picture':
      return element.alt.trim() ? [] : [problem('noAlt', element.id)]
    case 'select':
      return element.options.some((option) => option.trim()) ? [] : [problem('noOptions', element.id)]
    case 'buttons':
      return element.buttons.flatMap(({ id, label, action }) => [
        ...(label.trim() ? [] : [problem('noLabel', id)]),
        ...(action.type === 'open' && !mayOpen(action.url) ? [problem('badLink', id, action.url)] : []),
        ...(action.type === 'submit' && (items !== undefined || !inputsOf(design).length)
          ? [problem('submitWithoutInputs', id)]
          : []),
      ])
    default:
      return []
  }
}

/** Accepts web addresses, and addresses that begin with a variable: those are checked once filled in. */
export const mayOpen = (url: string): boolean => url.trimStart().startsWith('{{') || /^https?:\/\/\S/i.test(url.trim())

function inputProblems(design: CardDesign): CardProblem[] {
  const inputs = placedIn(design).flatMap(({ element }) => (isInput(element) ? [element] : []))
  const twice = inputs.filter(({ name }, index) => inputs.findIndex((other) => other.name === name) < index)
  const isSent = buttonsOf(design).some(
    ({ button: { action } }) =>
      action.type === 'submit' || (action.type === 'run' && Object.values(action.inputs).join('').includes('input.')),
  )
  return [
    ...twice.map(({ id, name }) => problem('inputTwice', id, name)),
    ...(inputs.length && !isSent ? [problem('inputsNotSent', inputs[0]!.id)] : []),
  ]
}

function unusedVariables(design: CardDesign): CardVariable[] {
  const used = new Set(
    placedIn(design).flatMap(({ element }) => [
      ...[...textsOf(element), ...rowTextsOf(element)].flatMap(placesOf).map((path) => path.split('.')[0]!),
      ...('items' in element ? [element.items] : []),
    ]),
  )
  return design.variables.filter(({ name }) => !used.has(name))
}
