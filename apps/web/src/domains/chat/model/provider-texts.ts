import type { ManagedProvider } from '@orrery/contract'

export type ProviderKind = ManagedProvider['kind']
