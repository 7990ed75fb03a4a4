import type { CardDesign, CardElement } from '@orrery/contract'
import { freeName, insertElement, replaceElement, removeVariable, saveVariable } from './edit.ts'
import { type FirstWords, newButton, newElement, newVariable } from './new-element.ts'
import { type AnyElement, isInput, placedIn } from './parts.ts'
import type { CardProblem } from './problems.ts'

/** Applies the fix that is offered for a problem, which always resolves it. */
export function fixProblem(design: CardDesign, problem: CardProblem, words: FirstWords): CardDesign {
  const at = placedIn(design).find(
    ({ element }) =>
      element.id === problem.at ||
      (element.type === 'buttons' && element.buttons.some((button) => button.id === problem.at)),
  )?.element
  switch (problem.code) {
    case 'empty':
      return insertElement(design, newElement(design, 'text', words), { part: 0, index: 0 })
    case 'unknownName':
      return declareName(design, problem, words, at)
    case 'noItems':
      return giveItems(design, problem, words, at)
    case 'noAlt':
      return at?.type === 'picture' ? replaceElement(design, { ...at, alt: words.picture }) : design
    case 'noOptions':
      return at?.type === 'select'
        ? replaceElement(design, { ...at, options: [`${words.option} 1`, `${words.option} 2`] })
        : design
    case 'noLabel':
      return inButton(design, at, problem.at, (button) => ({ ...button, label: words.button }))
    case 'badLink':
      return inButton(design, at, problem.at, (button) => ({
        ...button,
        action: {
          type: 'open',
          url: `https://${problem.name.replace(/^[a-z][a-z0-9+.-]*:\/*/i, '').trim() || 'example.org'}`,
        },
      }))
    case 'submitWithoutInputs':
      return inButton(design, at, problem.at, (button) => ({
        ...button,
        action: { type: 'say', text: button.label || words.button },
      }))
    case 'inputTwice': {
      const names = placedIn(design).flatMap(({ element }) => (isInput(element) ? [element.name] : []))
      return at && isInput(at) ? replaceElement(design, { ...at, name: freeName(names, at.name) }) : design
    }
    case 'inputsNotSent': {
      const buttons = newElement(design, 'buttons', words) as Extract<CardElement, { type: 'buttons' }>
      const submit = {
        ...newButton(design, words),
        look: 'main' as const,
        action: { type: 'submit' as const, text: '' },
      }
      return insertElement(design, { ...buttons, buttons: [submit] }, { part: 0, index: design.elements.length })
    }
    case 'unused':
      return removeVariable(design, problem.name)
  }
}

type ButtonRow = Extract<AnyElement, { type: 'buttons' }>
const inButton = (
  design: CardDesign,
  at: AnyElement | undefined,
  id: string,
  change: (button: ButtonRow['buttons'][number]) => ButtonRow['buttons'][number],
): CardDesign =>
  at?.type === 'buttons'
    ? replaceElement(design, {
        ...at,
        buttons: at.buttons.map((button) => (button.id === id ? change(button) : button)),
      })
    : design

/** Declares an unknown name as a variable, a field of the items, or an input. */
function declareName(
  design: CardDesign,
  { name, items }: CardProblem,
  words: FirstWords,
  at: AnyElement | undefined,
): CardDesign {
  const [first, second] = name.split('.')
  if (items !== undefined) {
    const list = design.variables.find((variable) => variable.name === items)
    if (!list) return design
    return saveVariable(design, { ...list, fields: [...list.fields, { name: second!, type: 'text', title: second! }] })
  }
  // Only buttons can read inputs: elsewhere the name becomes a variable.
  if (first === 'input' && second !== undefined && at && at.type !== 'buttons') {
    const places = new RegExp(`\\{\\{\\s*${name.replaceAll('.', String.raw`\.`)}\\s*\\}\\}`, 'g')
    const renamed = JSON.parse(JSON.stringify(at).replaceAll(places, `{{${second}}}`)) as AnyElement
    const replaced = replaceElement(design, renamed)
    return design.variables.some((variable) => variable.name === second)
      ? replaced
      : saveVariable(replaced, newVariable(second))
  }
  if (first === 'input' && second !== undefined) {
    const input = newElement(design, 'input', words) as Extract<CardElement, { type: 'input' }>
    return insertElement(design, { ...input, name: second, label: second }, { part: 0, index: 0 })
  }
  return saveVariable(design, newVariable(first!))
}

function giveItems(design: CardDesign, problem: CardProblem, words: FirstWords, at?: AnyElement): CardDesign {
  if (!at || !('items' in at)) return design
  const known = design.variables.find((variable) => variable.type === 'list')
  if (known) return replaceElement(design, { ...at, items: known.name })
  const name = freeName(
    design.variables.map((variable) => variable.name),
    problem.name || 'items',
  )
  const list = {
    ...newVariable(name, 'list', words.item),
    sample: [{ title: `${words.item} 1` }, { title: `${words.item} 2` }],
    fields: [{ name: 'title', type: 'text' as const, title: words.title }],
  }
  return replaceElement(saveVariable(design, list), { ...at, items: name })
}
