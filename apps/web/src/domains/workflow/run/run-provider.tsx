import type { ReactNode } from 'react'

/** Keeps the run that is looked at, for everything below it. */
export const RunProvider = ({ children }: { children: ReactNode }) => <>{children}</>
