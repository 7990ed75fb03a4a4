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
export function later<P extends object>(
  load: () => Promise<ComponentType<P>>,
  Placeholder?: ComponentType<P>,
): Later<P> {
  let loaded: ComponentType<P> | undefined
  const loadOnce = async () => (loaded ??= await load())
  const LazyPart = lazy(async () => ({ default: (await loadOnce()) as ComponentType<object> }))
  function Part(props: P) {
    // A rendered placeholder keeps its element when the code has loaded.
    const [Found] = useState(() => loaded)
    return Found ? (
      <Found {...props} />
    ) : (
      <Suspense fallback={Placeholder && <Placeholder {...props} />}>
        <LazyPart {...props} />
      </Suspense>
    )
  }
  return Object.assign(Part, { fetch: loadOnce })
}
