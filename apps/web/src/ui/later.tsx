import { type ComponentType, lazy, type ReactNode, Suspense, useState } from 'react'

interface Later<P> {
  (props: P): ReactNode
  /** Fetches it ahead of its first use. */
  fetch: () => Promise<unknown>
}

/**
 * A component that is fetched when it is first drawn, with something simpler in its place meanwhile. One that is already here is drawn at
 * once, without a gap.
 */
export function later<P extends object>(load: () => Promise<ComponentType<P>>, Meanwhile?: ComponentType<P>): Later<P> {
  let here: ComponentType<P> | undefined
  const take = async () => (here ??= await load())
  const Coming = lazy(async () => ({ default: (await take()) as ComponentType<object> }))
  function Part(props: P) {
    // What is on the screen stays the same element while the code arrives.
    const [Found] = useState(() => here)
    return Found ? (
      <Found {...props} />
    ) : (
      <Suspense fallback={Meanwhile && <Meanwhile {...props} />}>
        <Coming {...props} />
      </Suspense>
    )
  }
  return Object.assign(Part, { fetch: take })
}
