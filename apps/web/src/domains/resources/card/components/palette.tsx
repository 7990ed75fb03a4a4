import {
  elementTypes,
  type ElementType,
  findElement,
  insertElement,
  isContainer,
  mayHold,
  newElement,
  placeOf,
} from '@orrery/engine/card'
import { useT } from '#lib/i18n.ts'
import { Button } from '#ui/button.tsx'
import { useCardEditor, useFirstWords } from '../card-context.ts'
import { elementIcons } from '../element-icons.ts'

/** Elements to add to the card: after the selected one, or inside it if it is a container. */
export function Palette() {
  const t = useT('card')
  const { store, mayEdit } = useCardEditor()
  const words = useFirstWords()
  const add = (type: ElementType) => {
    const { selected } = store.current()
    let added = ''
    store.edit((design) => {
      const element = newElement(design, type, words)
      added = element.id
      const at = findElement(design, selected)
      const place = at && placeOf(design, selected)
      const parent = place?.parent === undefined ? undefined : findElement(design, place.parent)
      if (at && isContainer(at.type) && mayHold(at.type, type))
        return insertElement(design, element, { parent: at.id, part: 0, index: Number.MAX_SAFE_INTEGER })
      if (place && parent && mayHold(parent.type, type))
        return insertElement(design, element, { ...place, index: place.index + 1 })
      // If the element does not fit inside, add it after the whole container.
      const outer = parent ? placeOf(design, parent.id) : place
      return insertElement(design, element, { part: 0, index: outer ? outer.index + 1 : design.elements.length })
    })
    store.select(added)
  }
  return (
    <div className="grid grid-cols-2 gap-1.5 p-3">
      {elementTypes.map((type) => (
        <Button
          key={type}
          size="sm"
          icon={elementIcons[type]}
          disabled={!mayEdit}
          className="justify-start"
          onClick={() => add(type)}
        >
          {t(`element.${type}`)}
        </Button>
      ))}
    </div>
  )
}
