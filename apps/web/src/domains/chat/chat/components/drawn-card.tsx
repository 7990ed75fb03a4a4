import type { Drawn, DrawnButton } from '@orrery/engine/card'
import { Fragment, type ReactNode, useState } from 'react'
import { clickKey } from './click-key.ts'
import { DrawnElement } from './drawn-element.tsx'

/** What a press sends: the button, the item that it stands in, and what was filled in. */
export type CardPress = (button: DrawnButton, values: Record<string, string>) => Promise<unknown>

interface DrawnCardProps {
  name: string
  elements: readonly Drawn[]
  /** Buttons that count once and were clicked. */
  clicked?: readonly string[]
  /** Absent where buttons do nothing: in the editor, in samples. */
  press?: CardPress
  /** The editor puts each element into a frame that can be selected. */
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
