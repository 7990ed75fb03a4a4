import { Tooltip } from '@base-ui/react/tooltip'
import type { ReactNode } from 'react'
import { LightProvider } from './light-provider.tsx'

/** The providers that the kit needs once, around the whole app. */
export function UiProvider({ children }: { children: ReactNode }) {
  return (
    <Tooltip.Provider>
      <LightProvider>{children}</LightProvider>
    </Tooltip.Provider>
  )
}
