import { type ComponentType, lazy, type ReactNode, Suspense, useState } from 'react'

interface Later<P> {
  (props: P): ReactNode
  /** Loads the component before its first use. */
  fetch: () => Promise<unknown>
}

/**
 * A component that is loaded when it is first rendered, with a simpler one in its place meanwhile. If it is already
 * loaded, it is rendered at once.
 */
export function later<P extends object>(load: () => Promise<ComponentType<P>>, Meanwhile?: ComponentType<P>): Later<P> {
  let here: ComponentType<P> | undefined
  const take = async () => (here ??= await load())
  const Coming = lazy(async () => ({ default: (await take()) as ComponentType<object> }))
  function Part(props: P) {
    // A rendered placeholder keeps its element when the code has loaded.
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
