import type { ManagedProvider } from '@orrery/contract'
import { useT } from '#lib/i18n.ts'

export type ProviderKind = ManagedProvider['kind']

/** Default base address per provider. */
export const defaultAddress: Record<ProviderKind, string> = {
  'openai-compatible': '',
  openai: 'https://api.openai.com/v1',
  anthropic: 'https://api.anthropic.com/v1',
  google: 'https://generativelanguage.googleapis.com/v1beta',
  ollama: 'http://127.0.0.1:11434',
}
/** A server of one's own often asks for no key. */
export const needsKey = (kind: ProviderKind): boolean => kind !== 'ollama' && kind !== 'openai-compatible'
export const needsAddress = (kind: ProviderKind): boolean => kind === 'openai-compatible' || kind === 'ollama'

export function useKindName(): (kind: ProviderKind) => string {
  const t = useT('model')
  return (kind) => t(`kind.${kind}`)
}
