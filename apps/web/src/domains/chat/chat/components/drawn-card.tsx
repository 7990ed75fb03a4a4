import type { Drawn, DrawnButton } from '@orrery/engine/card'
import { Fragment, type ReactNode, useState } from 'react'
import { clickKey } from './click-key.ts'
import { DrawnElement } from './drawn-element.tsx'

/** Sends a click: the button with its list item, and the values of the inputs. */
export type CardPress = (button: DrawnButton, values: Record<string, string>) => Promise<unknown>

interface DrawnCardProps {
  name: string
  elements: readonly Drawn[]
  /** Buttons that count once and were already clicked. */
  clicked?: readonly string[]
  /** Absent where buttons do nothing: in the editor and in samples. */
  press?: CardPress
  /** In the editor, wraps each element in a selectable frame. */
  frame?: (element: Drawn, content: ReactNode) => ReactNode
}

/** A card with its values, the same in the editor, in chats and on public pages. */
export function DrawnCard({ name, elements, clicked = [], press, frame = (_, content) => content }: DrawnCardProps) {
  const [values, setValues] = useState<Record<string, string>>({})
  const [busy, setBusy] = useState('')
  const onPress =
    press &&
    ((button: DrawnButton) => {
      setBusy(clickKey(button))
      void press(button, values).finally(() => setBusy(''))
    })
  const draw = (list: readonly Drawn[]): ReactNode =>
    list.map((element) => (
      <Fragment key={element.id}>
        {frame(
          element,
          <DrawnElement
            element={element}
            draw={draw}
            values={values}
            onValue={(key, value) => setValues((before) => ({ ...before, [key]: value }))}
            clicked={clicked}
            busy={busy}
            onPress={onPress}
          />,
        )}
      </Fragment>
    ))
  return (
    <section
      aria-label={name}
      className="flex w-full max-w-md flex-col gap-2.5 self-start rounded-xl border border-line bg-card p-3"
    >
      {draw(elements)}
    </section>
  )
}
