import { useT } from '#lib/i18n.ts'
import { readable } from './readable.ts'

const known = [
  'collaborator',
  'instance',
  'instanceModel',
  'model',
  'openApp',
  'openBot',
  'openChat',
  'openCompatible',
  'openConversation',
  'openFile',
  'openUsage',
  'passport',
  'space',
  'spaceModel',
  'token',
  'webhook',
] as const

/** Display name of a contract domain, derived from its key if it has none: `knowledgeBase` is Knowledge base. */
export function useDomainName(): (domain: string) => string {
  const t = useT('docs')
  return (domain) => {
    const key = known.find((item) => item === domain)
    return key ? t(`domain.${key}`) : readable(domain)
  }
}
