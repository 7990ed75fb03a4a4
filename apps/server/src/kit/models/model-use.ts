import { AsyncLocalStorage } from 'node:async_hooks'
import type { UseSource } from '@orrery/contract/shared/use-sources'

export interface ModelUse {
  /** The bot or workflow. */
  resourceId: string
  userId: string
  source: UseSource
}

/** For which resource and user models are currently called, at any depth of the code. */
export const currentUse = new AsyncLocalStorage<ModelUse>()
export const noUse: ModelUse = { resourceId: '0', userId: '0', source: 'studio' }
